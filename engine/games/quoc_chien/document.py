"""Writes the game's page from content and scenarios: `python -m engine.games.quoc_chien.document`.

Two arguments may follow. The first is the folder of the page instead of `docs/play`. The second are the
folders of the scenarios, instead of the pages of skills and cards and `tests/scenarios/quoc_chien`. In
`quoc-chien.md` only the parts between markers are made; the rest is written by hand.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import yaml

from engine.core.faults import InputFault
from engine.core.phrase import Phrase
from engine.core.sentences import Interpreter
from engine.games.quoc_chien.content.cards import BOXES, Kind, names
from engine.games.quoc_chien.content.generals import Kingdom, generals, skill_names
from engine.games.quoc_chien.content.printings import DIFFERENCES
from engine.games.quoc_chien.content.wordings import OtherPrinting
from engine.games.quoc_chien.game import GAME
from engine.games.quoc_chien.options import CHOICES, OFFERED, Options
from engine.games.quoc_chien.position.registry import SKILLS
from engine.games.quoc_chien.telling.printed import effect_text, skill_text
from engine.kit.content.page import in_each_language, reading_table, with_parts, write_text

PAGE = "quoc-chien.md"
_HERE = Path(__file__).parent
SCENARIO_FOLDERS = (
    _HERE / "skills",
    _HERE / "cards",
    _HERE.parents[2] / "tests" / "scenarios" / "quoc_chien",
)
"""The folders of the game's scenarios; a page's own scenarios stand beside the page."""
LISTED = 3
"""The most scenarios of a card that the page names; most cards have more."""

_SAYS = Interpreter([GAME.texts])
_TITLE = re.compile(r"^title: (.*)$", re.MULTILINE)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_CARD = re.compile(r"\b([a-z]+(?:-[a-z]+)*)\.[SHCD]\d")
_SKILL = re.compile(r"\bskill: ([a-z-]+)")
_GENERALS = re.compile(r"\bgenerals: \[([^\]]*)\]")
_LAID = re.compile(r"\b(?:use|respond|recast|give|equipment|judgment): (?:\[([^\]]*)\]|([^,}\s]+))")
_AS = re.compile(r"\bas: ([a-z-]+)")


@dataclass(frozen=True, slots=True)
class Shown:
    """The skills, cards and generals that a scenario shows."""

    title: str
    """The scenario's title."""
    skills: frozenset[str]
    """The skills that are used in it or that its title names, by slug."""
    cards: frozenset[str]
    """The names of cards that lie or are used in it, by slug."""
    generals: frozenset[str]
    """The generals that stand in it, by slug."""


def shown_in(*folders: Path) -> tuple[Shown, ...]:
    """Return the things that the scenarios of folders show, in the order of their files.

    Raises:
        InputFault: there are none.
    """
    texts = [
        text
        for folder in folders
        for path in sorted(folder.rglob("*.yaml"))
        for text in path.read_text("utf-8").split("\n---")
    ]
    if not texts:
        raise InputFault(f"{', '.join(map(str, folders))}: expected the game's scenarios, found none")
    return tuple(_shown(text) for text in texts)


def showing_skill(scenarios: Iterable[Shown], skill: str) -> tuple[str, ...]:
    """Return the titles of the scenarios that show a skill."""
    return tuple(one.title for one in scenarios if skill in one.skills)


def showing_card(scenarios: Iterable[Shown], name: str) -> tuple[str, ...]:
    """Return the titles of the scenarios that show a card, first those that show the fewest other cards."""
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


def write_page(folder: Path, *scenarios: Path) -> Path:
    """Write the page's tables and return its path.

    Raises:
        InputFault: the page isn't there or lacks its markers, or there are no scenarios.
    """
    return write_text(folder / PAGE, lambda page: with_tables(page, shown_in(*scenarios)))


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
    rows = ["| what differs | option | without an option: what is played | ".rstrip(), "| --- | --- | --- |"]
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
        does += _otherwise(one.other_printing, partial(effect_text, name))
        rows.append(f"| {label} | {kind} | {boxes} | {does} | {_titles(showing_card(scenarios, name))} |")
    return "\n".join(rows)


def _otherwise(other: OtherPrinting | None, says: Callable[[Options], Phrase]) -> str:
    """Return the effect of a card or skill in another printing; empty where no reading changes it."""
    if other is None:
        return ""
    said = in_each_language(_SAYS, says(replace(Options(), **{other.reading: other.value})))
    return f"<br>`{other.reading}={other.value}`: {said}"


def _kingdom_table(scenarios: tuple[Shown, ...], kingdom: Kingdom) -> str:
    rows = ["| general | half health | skill | scenarios |", "| --- | --- | --- | --- |"]
    for one in generals().values():
        if one.kingdom is kingdom:
            who = f"{in_each_language(_SAYS, one.head.label)}<br>({one.box}, {one.gender})"
            for number, skill in enumerate(one.skills):
                first = f"{who} | {one.halves}" if not number else "|"
                does = in_each_language(_SAYS, skill_text(skill, Options()))
                does += _otherwise(SKILLS[skill].other_printing, partial(skill_text, skill))
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
    page, *beside = map(Path, sys.argv[1:] or ["docs/play"])
    print(write_page(page, *(beside or SCENARIO_FOLDERS)))  # noqa: T201  # says what it wrote
