"""The box: every card of a match, copy by copy. A card's number is its bit in sets of cards.

A single card has only a name (`arkus`); one of several copies has a name and a number (`gold#17`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import NewType

from engine.core.faults import CallerFault
from engine.core.ids import PieceId

CardId = NewType("CardId", PieceId)
"""One physical card (`gold#17`, `arkus`), or, where a person writes it, any copy of that name (`gold`)."""

_MARKS = bytes.maketrans(b"01", b"\0\1")

CardSet = int
"""A set of a box's cards as bits: card number n is in it if bit n is set."""


def name_of(card: str) -> str:
    """Return the name that a card shares with its other copies.

    >>> name_of("gold#17"), name_of("arkus")
    ('gold', 'arkus')
    """
    return card.partition("#")[0]


def copy_of(card: str) -> int:
    """Return the number of a card's copy; 0: the only copy, or any.

    >>> copy_of("gold#17"), copy_of("arkus")
    (17, 0)
    """
    number = card.partition("#")[2]
    return int(number) if number.isdecimal() else 0


@dataclass(frozen=True)
class Box:
    """All cards of a match. `copies`: how many of each name there are, in the order of their numbers.

    >>> box = Box.of({"gold": 2, "arkus": 1})
    >>> box.cards
    ('gold#1', 'gold#2', 'arkus')
    >>> box.named(box.set_of(["arkus", "gold#2"]))
    ('gold#2', 'arkus')
    >>> [(str(card), weight) for card, weight in box.by_name(box.everything)]
    [('gold#1', 2), ('arkus', 1)]
    """

    copies: tuple[tuple[str, int], ...]
    """How many cards of each name there are, in the order of their numbers."""

    @staticmethod
    def of(copies: Mapping[str, int]) -> "Box":
        """Return the box with these numbers of copies, by name."""
        return Box(tuple(copies.items()))

    @cached_property
    def cards(self) -> tuple[CardId, ...]:
        """Every card; its place here is its number."""
        return tuple(
            CardId(PieceId(name if count == 1 else f"{name}#{copy}"))
            for name, count in self.copies
            for copy in range(1, count + 1)
        )

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Each card's number."""
        return {card: number for number, card in enumerate(self.cards)}

    @cached_property
    def names(self) -> frozenset[str]:
        """The names, without numbers of copies."""
        return frozenset(name for name, _ in self.copies)

    @cached_property
    def everything(self) -> CardSet:
        """The set of all cards."""
        return (1 << len(self.cards)) - 1

    def copies_of(self, name: str) -> tuple[CardId, ...]:
        """Return all copies of a name, the lowest first; a card with one copy returns only itself."""
        if name in self.numbers:
            return (CardId(PieceId(name)),)
        return self._copies.get(name, ())

    def set_of(self, cards: Iterable[str]) -> CardSet:
        """Return cards as a set.

        Raises:
            CallerFault: a card isn't in the box, or stands twice.
        """
        found = 0
        for card in cards:
            if card not in self.numbers:
                raise CallerFault(f"no card '{card}' in the box")
            bit = 1 << self.numbers[card]
            if found & bit:
                raise CallerFault(f"the card '{card}' stands twice")
            found |= bit
        return found

    def named(self, cards: CardSet) -> tuple[CardId, ...]:
        """Return the cards of a set in the order of their numbers."""
        marks = f"{cards:b}"[::-1].encode().translate(_MARKS)
        return tuple(compress(self.cards, marks))

    def by_name(self, cards: CardSet) -> tuple[tuple[CardId, int], ...]:
        """Return for each name in a set its lowest card and how many copies of it are in the set."""
        found: dict[str, tuple[CardId, int]] = {}
        for number in bits(cards):
            card = self.cards[number]
            first, count = found.get(name_of(card), (card, 0))
            found[name_of(card)] = (first, count + 1)
        return tuple(found.values())

    @cached_property
    def _copies(self) -> dict[str, tuple[CardId, ...]]:
        found: dict[str, list[CardId]] = {}
        for card in self.cards:
            found.setdefault(name_of(card), []).append(card)
        return {name: tuple(cards) for name, cards in found.items()}


def bits(cards: CardSet) -> Iterator[int]:
    """Yield the numbers in a set, lowest first.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low
