"""The cards: heroes, units, skills, lands, tokens, by their numbers on the card sheet; the sample decks."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from engine.games.kingdom_square.content.printed import Deck, Record
from engine.games.kingdom_square.content.record_files import read_card, read_deck
from engine.kit.content.records import read_records

FILES = ("heroes", "units", "skills", "lands", "tokens")
WASTELAND, GRASSLAND = "no.7", "no.9"


@cache
def cards() -> dict[str, Record]:
    """Return every card by slug (`no.17`), tokens (`token.wall`) last."""
    found: dict[str, Record] = {}
    for name in FILES:
        found |= read_records(Path(__file__).parent / f"{name}.yaml", "cards", read_card)
    return found


@cache
def record(slug: str) -> Record:
    """Return the print of a card."""
    return cards()[slug]


@cache
def bare(slug: str) -> Record:
    """Return a card's record without its classes and abilities: cost, element and numbers."""
    one = record(slug)
    return Record(one.head, one.kind, one.element, cost=one.cost, at=one.at, df=one.df, sp=one.sp)


@cache
def grown(slug: str, klass: str) -> Record:
    """Return the record of a land that another land has become.

    `klass`: a class that is added to its classes; empty: none.
    """
    one = record(slug)
    return replace(one, classes=one.classes | {klass}) if klass else one


@cache
def decks() -> Mapping[str, Deck]:
    """Return the sample decks by name."""
    return read_records(Path(__file__).parent / "decks.yaml", "decks", read_deck)
