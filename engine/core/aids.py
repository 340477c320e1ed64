"""Player aids: a game's turn, costs and symbols on one small sheet, read from a file of the game's folder.

A number stands in a text as the name of a fact (`{hand}`), whose value comes from the rules' own constants.
So a sheet can't say another number than the one that is played by. Only 1 may be typed: some languages write
the article so.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.core.appearance import Appearance
from engine.core.document import Entry, read_document
from engine.core.ids import RuleId
from engine.core.phrase import LANGUAGES
from engine.core.wording import Wording, read_wording

_FACT = re.compile(r"\{([^{}]*)\}")
_TYPED = re.compile(r"\d{2,}|[02-9]")


@dataclass(frozen=True, slots=True)
class AidSymbol:
    """A symbol before a line, by its place in the game's look."""

    group: str
    """The part of the look: `kinds`, `cards`, `counters` or `effects`."""
    name: str
    """Its name there."""


@dataclass(frozen=True, slots=True)
class AidLine:
    """One thing to remember."""

    rule: RuleId
    """The rule that it comes from."""
    text: Wording
    """Its words, with the facts' values in them."""
    symbols: tuple[AidSymbol, ...] = ()
    """The symbols before it."""


@dataclass(frozen=True, slots=True)
class AidPart:
    """Lines under one heading."""

    title: Wording
    """The heading."""
    lines: tuple[AidLine, ...]
    """The lines, in order."""
    ordered: bool = False
    """Whether they happen one after the other: then they're numbered."""


@dataclass(frozen=True, slots=True)
class PlayerAid:
    """A sheet that each player keeps at hand."""

    title: Wording
    """The game's name."""
    parts: tuple[AidPart, ...]
    """Its parts, in order."""


@dataclass(frozen=True, slots=True)
class _Known:
    rules: Collection[RuleId]
    """The rules that a line may come from."""
    facts: Mapping[str, int]
    """The numbers, by the names that stand for them in a text."""
    look: Appearance
    """The game's look, with the symbols."""


def read_aid(
    path: Path, *, rules: Collection[RuleId], facts: Mapping[str, int], look: Appearance
) -> PlayerAid:
    """Return the player aid of a file.

    Raises:
        InputFault: a broken file, a text without each of the languages, a line of an unknown rule, symbol or
            fact, or a number that is no fact; with file and line.
    """
    known = _Known(rules, facts, look)
    found = read_document(path).fields(required=("title", "parts"))
    return PlayerAid(_said(found["title"], {}), tuple(_part(one, known) for one in found["parts"].sequence()))


def _part(entry: Entry, known: _Known) -> AidPart:
    found = entry.fields(required=("title", "lines"), optional=("ordered",))
    lines = tuple(_line(one, known) for one in found["lines"].sequence())
    if not lines:
        raise found["lines"].fault("expected at least one line, found none")
    ordered = "ordered" in found and found["ordered"].flag()
    return AidPart(_said(found["title"], {}), lines, ordered)


def _line(entry: Entry, known: _Known) -> AidLine:
    found = entry.fields(required=("rule", *LANGUAGES), optional=("symbols",))
    rule = RuleId(found["rule"].text())
    if rule not in known.rules:
        raise found["rule"].fault(f"the rulebook has no rule '{rule}'; take an id of texts/rules.yaml")
    named = found["symbols"].sequence() if "symbols" in found else ()
    symbols = tuple(_symbol(one, known.look) for one in named)
    return AidLine(rule, _with_facts({key: found[key] for key in LANGUAGES}, entry, known.facts), symbols)


def _symbol(entry: Entry, look: Appearance) -> AidSymbol:
    groups = {
        "kinds": [name for name, one in look.kinds.items() if one.symbol],
        "cards": [*look.cards],
        "counters": [*look.counters],
        "effects": [*look.effects],
    }
    named = entry.text()
    group, _, name = named.partition(".")
    if group not in groups:
        raise entry.fault(
            f"expected one of {', '.join(groups)} with a name, as in kinds.NAME; found '{named}'"
        )
    if name not in groups[group]:
        raise entry.fault(f"look.yaml has no '{named}'; expected one of {', '.join(groups[group])}")
    return AidSymbol(group, name)


def _said(entry: Entry, facts: Mapping[str, int]) -> Wording:
    return _with_facts(entry.mapping(), entry, facts)


def _with_facts(given: Mapping[str, Entry], at: Entry, facts: Mapping[str, int]) -> Wording:
    wording = read_wording(dict(given), LANGUAGES, at)
    return Wording(tuple((key, _filled(given[key], text, facts)) for key, text in wording.in_languages))


def _filled(entry: Entry, text: str, facts: Mapping[str, int]) -> str:
    for name in _FACT.findall(text):
        if name not in facts:
            raise entry.fault(f"no fact '{name}'; expected one of {', '.join(facts) or 'none'}")
    typed = _TYPED.search(_FACT.sub("", text))
    if typed:
        raise entry.fault(f"the number {typed[0]} is typed; name a fact of the rules, such as {{hand}}")
    return _FACT.sub(lambda fact: str(facts[fact[1]]), text)
