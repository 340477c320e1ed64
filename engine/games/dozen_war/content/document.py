"""Writes the vocabulary's page from the code: `python -m engine.games.dozen_war.content.document [FOLDER]`.

In `dozen-war-content.md` only the parts between markers are made; the rest is written by hand.
"""

import sys
from collections.abc import Iterable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from engine.games.dozen_war.content.pack import Pack, load_pack
from engine.games.dozen_war.content.records import EquipmentRecord, SkillRecord
from engine.games.dozen_war.content.targets import (
    MOMENT_MEANS,
    NEED_MEANS,
    ONLY_MEANS,
    THROUGH_MEANS,
    WHERE_MEANS,
    WHO_MEANS,
)
from engine.games.dozen_war.content.terms import BLOW_MEANS, LASTING_MEANS, Role
from engine.games.dozen_war.content.vocabulary import Parameter, parameters, words
from engine.kit.content.page import with_parts, write_text
from engine.kit.content.vocabulary import described, meaning

W = TypeVar("W", bound=StrEnum)

PAGE = "dozen-war-content.md"


def vocabulary_table() -> str:
    """Return every word with its parameters and meaning as a Markdown table."""
    rows = ["| word | parameters | what it does |", "| --- | --- | --- |"]
    rows += [
        f"| `{word}` | {'<br>'.join(map(_parameter, parameters(word)))} | {meaning(effect)} |"
        for word, effect in words().items()
    ]
    return "\n".join(rows)


def slot_tables() -> str:
    """Return the words of slots, answers and durations as Markdown tables."""
    parts = [
        _means("`who`: what fills a slot", WHO_MEANS),
        _means("`where`: how far away", WHERE_MEANS),
        _means("`through`: what a line or path passes", THROUGH_MEANS),
        _means("`only`: what else the unit must be", ONLY_MEANS),
        _means("`answers: {to: …}`: the moment of an answer", MOMENT_MEANS),
        _means("`needs`: what must hold before use", NEED_MEANS),
        _means("`lasts`: how long an effect holds", LASTING_MEANS),
        _means("`blow`: how damage comes", BLOW_MEANS),
    ]
    return "\n\n".join(parts)


def content_tables(pack: Pack) -> str:
    """Return a pack's generals, cards, events and tokens as Markdown tables."""
    skills = [
        "| general | no. | skill | ★ | marks | coins | what it does |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for skill in pack.skills.values():
        general = pack.generals[skill.general]
        skills.append(
            f"| {general.names.en} ({general.arm}) | {skill.number} | {skill.names.vi} · {skill.names.en} "
            f"| {skill.star} | {_marks(skill)} | {skill.coins or '-'} | {skill.text.en} |"
        )
    cards = ["| card | copies | for | ★ | marks | what it does |", "| --- | --- | --- | --- | --- | --- |"]
    cards += [
        f"| {card.names.vi} · {card.names.en} | {card.copies} | {card.arm or 'all'} | {card.star} "
        f"| {_marks(card)} | {card.text.en} |"
        for card in pack.equipment.values()
    ]
    events = ["| event | hits | lasts | what it does |", "| --- | --- | --- | --- |"]
    events += [
        f"| {event.names.vi} · {event.names.en} | {event.hits} | {event.lasts} | {event.text.en} |"
        for event in pack.events.values()
    ]
    tokens = ["| token | kind | what it does |", "| --- | --- | --- |"]
    for kind, records in (("treasure", pack.treasures.values()), ("curse", pack.curses.values())):
        tokens += [f"| {one.names.vi} · {one.names.en} | {kind} | {one.text.en} |" for one in records]
    return "\n\n".join(
        f"### {title}\n\n" + "\n".join(rows)
        for title, rows in (("Skills", skills), ("Equipment", cards), ("Events", events), ("Tokens", tokens))
    )


def with_tables(page: str) -> str:
    """Return the page with the parts between its markers written again.

    Raises:
        InputFault: the page lacks a marker.
    """
    parts = {
        "vocabulary": vocabulary_table(),
        "slots": slot_tables(),
        "house": content_tables(load_pack("house")),
    }
    return with_parts(page, parts, PAGE)


def write_page(folder: Path) -> Path:
    """Write the page's tables and return its path.

    Raises:
        InputFault: the page isn't there or lacks its markers.
    """
    return write_text(folder / PAGE, with_tables)


def _parameter(one: Parameter) -> str:
    return described(one, f"a role: {one.says.fill}" if one.type is Role else "a list")


def _means(title: str, meanings: Mapping[W, str]) -> str:
    rows = [f"| {title} | |", "| --- | --- |"]
    rows += [f"| {word} | {meaning} |" for word, meaning in meanings.items()]
    return "\n".join(rows)


def _marks(record: SkillRecord | EquipmentRecord) -> str:
    marks: Iterable[str] = record.marks
    fist = ("fist",) if isinstance(record, SkillRecord) and record.fist else ()
    return ", ".join((*marks, *fist))


if __name__ == "__main__":
    print(write_page(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/develop")))  # noqa: T201  # says what it wrote
