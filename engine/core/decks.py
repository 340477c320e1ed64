"""The players' own decks: a deck's parts, their cards, and the line that writes a deck.

A deck is written as `hero=no.13;lands=no.1,no.8*20;book=no.17*3`, in a link or a file's name. This module has
the value and what a game offers for it. The rules of a deck are the game's.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.faults import InputFault
from engine.core.phrase import Phrase
from engine.core.unusable import TEXTS

Deck = Mapping[str, Mapping[str, int]]
"""The cards of each part of a deck, and how many copies of each."""

MOST = 99
"""The most copies of one card that may be written."""


@dataclass(frozen=True, slots=True)
class DeckCard:
    """A card that a deck may have."""

    card: str
    """The card's name in the content pack."""
    label: Phrase
    """Its name for people."""
    kind: Phrase
    """Its kind and numbers for people."""
    text: Phrase
    """Its effect, for people."""


@dataclass(frozen=True, slots=True)
class DeckPart:
    """A part of a deck (its hero, its book) and the cards that it may have."""

    part: str
    """The game's word for the part."""
    label: Phrase
    """Its name for people."""
    cards: tuple[DeckCard, ...]
    """The cards to choose from."""
    single: bool = False
    """It has one card, no more."""


def format_deck(deck: Deck) -> str:
    """Return a deck as one line; inverse of `parse_deck`.

    >>> format_deck({"hero": {"no.13": 1}, "book": {"no.17": 3, "no.18": 1}})
    'hero=no.13;book=no.17*3,no.18'
    """
    return ";".join(f"{part}={_format_cards(cards)}" for part, cards in deck.items())


def parse_deck(text: str) -> Deck:
    """Return the deck that a line writes; the game need not have its parts and cards.

    >>> parse_deck("hero=no.13;book=no.17*3,no.18")
    {'hero': {'no.13': 1}, 'book': {'no.17': 3, 'no.18': 1}}

    Raises:
        InputFault: the line isn't written so; says what was expected.
    """
    found: dict[str, dict[str, int]] = {}
    for written in filter(None, text.split(";")):
        part, equals, cards = written.partition("=")
        if not equals or part in found:
            raise InputFault(TEXTS.say("file.no_deck", found=written[:40], most=MOST))
        found[part] = {}
        for one in filter(None, cards.split(",")):
            card, times, count = one.partition("*")
            countless = bool(times) and not (count.isdecimal() and 1 <= int(count) <= MOST)
            if countless or card in found[part]:
                raise InputFault(TEXTS.say("file.no_deck", found=one[:40], most=MOST))
            found[part][card] = int(count) if times else 1
    return found


def _format_cards(cards: Mapping[str, int]) -> str:
    return ",".join(card if count == 1 else f"{card}*{count}" for card, count in cards.items())
