"""Writes the game's page from content and scenarios: `python -m engine.games.quoc_chien.document`.

After it, if they aren't `docs` and `tests/scenarios/quoc_chien`: the folders of the page and of the
scenarios. In `quoc-chien.md` only the parts between markers are made; the rest is written by hand.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from engine.core.faults import InputFault
from engine.core.phrase import Phrase
from engine.core.sentences import Interpreter
from engine.games.quoc_chien.content.cards import BOXES, Kind, names
from engine.games.quoc_chien.content.generals import Kingdom, generals, skill_names
from engine.games.quoc_chien.content.printings import DIFFERENCES
from engine.games.quoc_chien.game import GAME
from engine.games.quoc_chien.options import CHOICES, OFFERED, Options
from engine.games.quoc_chien.position.registry import SKILLS
from engine.games.quoc_chien.telling.printed import OTHERWISE, effect_text, skill_text
from engine.kit.content.page import in_each_language, reading_table, with_parts, write_text

PAGE = "quoc-chien.md"
LISTED = 3
"""So many scenarios of a card are named on the page; of most there are more."""

_SAYS = Interpreter([GAME.catalogue])
_TITLE = re.compile(r"^title: (.*)$", re.MULTILINE)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_CARD = re.compile(r"\b([a-z]+(?:-[a-z]+)*)\.[SHCD]\d")
_SKILL = re.compile(r"\bskill: ([a-z-]+)")
_GENERALS = re.compile(r"\bgenerals: \[([^\]]*)\]")
_LAID = re.compile(r"\b(?:use|respond|recast|give|equipment|judgment): (?:\[([^\]]*)\]|([^,}\s]+))")
_AS = re.compile(r"\bas: ([a-z-]+)")


@dataclass(frozen=True, slots=True)
class Shown:
    """What a scenario shows: skills that are used or that its title names, and cards that lie or are used.

    `generals`: who stands in it.
    """

    title: str
    skills: frozenset[str]
    cards: frozenset[str]
    generals: frozenset[str]


def shown_in(folder: Path) -> tuple[Shown, ...]:
    """Return what the scenarios of a folder show, in the order of their files.

    Raises:
        InputFault: there are none.
    """
    texts = [
        text for path in sorted(folder.glob("*.yaml")) for text in path.read_text("utf-8").split("\n---")
    ]
    if not texts:
        raise InputFault(f"{folder}: expected the game's scenarios, found none")
    return tuple(_shown(text) for text in texts)


def showing_skill(scenarios: Iterable[Shown], skill: str) -> tuple[str, ...]:
    """Return the titles of the scenarios that show a skill."""
    return tuple(one.title for one in scenarios if skill in one.skills)


def showing_card(scenarios: Iterable[Shown], name: str) -> tuple[str, ...]:
    """Return the titles of the scenarios that show a card, those first that show fewest others."""
    found = [one for one in scenarios if name in one.cards]
    return tuple(one.title for one in sorted(found, key=lambda one: len(one.cards)))


def with_tables(page: str, scenarios: tuple[Shown, ...]) -> str:
    """Return the page with the parts between its markers written again.

    Raises:
        InputFault: the page lacks a marker.
    """
    parts: Mapping[str, str] = {
        "readings": reading_table(OFFERED.readings, CHOICES),
        "printings": _printings(),
        "cover": _cover(scenarios),
        "cards": _card_table(scenarios),
        "generals": "\n\n".join(_kingdom_table(scenarios, kingdom) for kingdom in Kingdom),
    }
    return with_parts(page, parts, PAGE)


def write_page(folder: Path, scenarios: Path) -> Path:
    """Write the page's tables and return its path.

    Raises:
        InputFault: the page isn't there or lacks its markers, or there are no scenarios.
    """
    return write_text(folder / PAGE, lambda page: with_tables(page, shown_in(scenarios)))


def without_scenario(scenarios: tuple[Shown, ...]) -> tuple[str, ...]:
    """Return the skills, names of cards, and generals that no scenario shows."""
    lacking = {name for name in skill_names() if not showing_skill(scenarios, name)}
    lacking |= {name for name in names() if not showing_card(scenarios, name)}
    return tuple(sorted(lacking | (generals().keys() - {name for one in scenarios for name in one.generals})))


def _shown(text: str) -> Shown:
    found = _TITLE.search(text)
    title = str(yaml.safe_load(found.group(1))) if found else ""
    words = set(_WORD.findall(title.lower()))
    standing = {name for inside in _GENERALS.findall(text) for name in _WORD.findall(inside)}
    known = skill_names()
    named = {name for name in known if name in words or name.replace("-", "") in words}
    laid = {name for both in _LAID.findall(text) for part in both for name in _CARD.findall(part)}
    return Shown(
        title,
        frozenset((named | set(_SKILL.findall(text))) & known),
        frozenset((laid | set(_AS.findall(text))) & names().keys()),
        frozenset(standing & generals().keys()),
    )


def _printings() -> str:
    rows = ["| what differs | reading | where there's none, what is played |", "| --- | --- | --- |"]
    rows += [
        f"| {one.about} | {f'`{one.reading}`' if one.reading else ''} | {one.played} |" for one in DIFFERENCES
    ]
    return "\n".join(rows)


def _cover(scenarios: tuple[Shown, ...]) -> str:
    lacking = ", ".join(without_scenario(scenarios)) or "none"
    counts = f"{len(names())} names of cards, {len(generals())} generals with {len(skill_names())} skills"
    return f"{counts}; {len(scenarios)} scenarios. Cards, generals and skills without a scenario: {lacking}."


def _card_table(scenarios: tuple[Shown, ...]) -> str:
    rows = ["| card | kind | copies | what it does | scenarios |", "| --- | --- | --- | --- | --- |"]
    for name, one in names().items():
        boxes = ", ".join(
            f"{count} {box}" for box in BOXES if (count := sum(where == box for where, _, _ in one.copies))
        )
        kind = f"{one.kind}, range {one.reach}" if one.kind is Kind.WEAPON else str(one.kind)
        label, does = (
            in_each_language(_SAYS, one.head.label),
            in_each_language(_SAYS, effect_text(name, Options())),
        )
        does += _otherwise(name, effect_text)
        rows.append(f"| {label} | {kind} | {boxes} | {does} | {_titles(showing_card(scenarios, name))} |")
    return "\n".join(rows)


def _otherwise(name: str, says: Callable[[str, Options], Phrase]) -> str:
    """Return what a card or skill does by another value of a reading; empty: there's none that changes it."""
    if name not in OTHERWISE:
        return ""
    reading, value = OTHERWISE[name]
    said = in_each_language(_SAYS, says(name, replace(Options(), **{reading: value})))
    return f"<br>`{reading}={value}`: {said}"


def _kingdom_table(scenarios: tuple[Shown, ...], kingdom: Kingdom) -> str:
    rows = ["| general | half health | skill | scenarios |", "| --- | --- | --- | --- |"]
    for one in generals().values():
        if one.kingdom is kingdom:
            who = f"{in_each_language(_SAYS, one.head.label)}<br>({one.box}, {one.gender})"
            for number, skill in enumerate(one.skills):
                first = f"{who} | {one.halves}" if not number else "|"
                does = in_each_language(_SAYS, skill_text(skill, Options()))
                does += _otherwise(skill, skill_text)
                played = SKILLS[skill].reading
                does = f"`{'='.join(played)}`: {does}" if played else does
                rows.append(f"| {first} | {does} | {_titles(showing_skill(scenarios, skill))} |")
    return f"### {kingdom.capitalize()}\n\n" + "\n".join(rows)


def _titles(titles: tuple[str, ...]) -> str:
    def parts() -> Iterator[str]:
        yield from titles[:LISTED]
        if len(titles) > LISTED:
            yield f"and {len(titles) - LISTED} more"

    return "<br>".join(parts()).replace("|", "/")


if __name__ == "__main__":
    at = [*sys.argv[1:], *("docs/play", "tests/scenarios/quoc_chien")[len(sys.argv) - 1 :]]
    print(write_page(Path(at[0]), Path(at[1])))  # noqa: T201  # says what it wrote
