"""What is printed on each playing card: its name's kind, its suit and rank, and the box that it comes from.

A card is called by its name, suit and rank: `sha.S7`; of several alike, `sha.S8#2` is the second.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from engine.core.document import Entry
from engine.kit.content.records import HEAD_REQUIRED, Head, read_head, read_records
from engine.kit.zones.box import name_of


class Kind(StrEnum):
    """What kind of card a name is."""

    BASIC = "basic"
    TRICK = "trick"
    DELAYED = "delayed"
    WEAPON = "weapon"
    ARMOUR = "armour"
    PLUS = "plus"
    MINUS = "minus"
    TREASURE = "treasure"

    @property
    def is_equipment(self) -> bool:
        """Whether it's laid before its player for good."""
        return self in _EQUIPMENT

    @property
    def is_trick(self) -> bool:
        """Whether it can be nullified."""
        return self in (Kind.TRICK, Kind.DELAYED)


_EQUIPMENT = (Kind.WEAPON, Kind.ARMOUR, Kind.PLUS, Kind.MINUS, Kind.TREASURE)

BOXES = ("standard", "king", "formation", "momentum", "transformation")
"""The boxes that cards and generals come from; the last four are extensions (QC-8 to QC-10)."""

SLASHES = ("sha", "huo-sha", "lei-sha")


class Suit(StrEnum):
    """A card's suit."""

    SPADE = "S"
    HEART = "H"
    CLUB = "C"
    DIAMOND = "D"

    @property
    def is_red(self) -> bool:
        """Whether it's red."""
        return self in (Suit.HEART, Suit.DIAMOND)


SPADE, HEART, CLUB, DIAMOND = Suit
RED = (HEART, DIAMOND)


@dataclass(frozen=True, slots=True)
class Printed:
    """A name. `reach`: a weapon's range; `copies`: of each box suit, rank and whether it bears the mark."""

    head: Head
    kind: Kind
    reach: int
    copies: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Card:
    """One card: its name (`sha`), kind, suit (S H C D) and rank 1 to 13."""

    name: str
    kind: Kind
    suit: Suit
    rank: int
    reach: int
    is_marked: bool
    box: str

    @property
    def is_red(self) -> bool:
        """Whether its suit is red."""
        return self.suit.is_red


@cache
def names() -> dict[str, Printed]:
    """Return what is printed under each name."""
    return read_records(Path(__file__).parent / "cards.yaml", "cards", _printed)


@cache
def copies() -> dict[str, tuple[Card, ...]]:
    """Return the cards by what they're called without the number of their copy, in the boxes' order."""
    found: dict[str, list[Card]] = {}
    for box in BOXES:
        for name, one in names().items():
            for where, at, marked in one.copies:
                if where == box:
                    card = Card(name, one.kind, Suit(at[0]), int(at[1:]), one.reach, marked, box)
                    found.setdefault(f"{name}.{at}", []).append(card)
    return {name: tuple(cards) for name, cards in found.items()}


_OF: dict[str, Card] = {}


def card_of(card: str) -> Card:
    """Return what a card is.

    Raises:
        KeyError: it's no playing card.
    """
    found = _OF.get(card)
    if found is None:
        number = int(card.partition("#")[2] or 1)
        found = _OF[card] = copies()[name_of(card)][number - 1]
    return found


def bears_mark(card: str, marked: str) -> bool:
    """Tell whether a card bears the mark of alliance (QC-10.1), where `marked` cards do: 13, 14 or 15."""
    return card_of(card).is_marked or card in MARKED_LATER[marked]


MARKED_LATER = {"13": (), "14": ("shan.H6",), "15": ("shan.H6", "diaohu-lishan.H2")}
"""Which cards bear the mark in later printings, too, by how many do in all."""


PLACES_TAKEN = {
    "cixiong-shuanggu-jian.S2": "feilong-duofeng.S2",
    "jingfan.H3": "taiping-yaoshu.H3",
    "wu-liu-jian.D6": "dinglan-yemingzhu.D6",
}
"""The plain cards whose places lords' equipment takes, where it does."""


def is_card(card: str) -> bool:
    """Tell whether a name of the box is a playing card, not a general."""
    return name_of(card) in copies()


def _printed(entry: Entry) -> tuple[str, Printed]:
    given = entry.fields(required=(*HEAD_REQUIRED, "kind"), optional=("range", *BOXES))
    head = read_head(given)
    found = []
    for box in BOXES:
        for one in given[box].sequence() if box in given else ():
            text = one.text()
            at, marked = text.rstrip("+"), text.endswith("+")
            if at[:1] not in tuple(Suit) or at[1:] not in _RANKS:
                raise one.fault(f"expected a suit (S, H, C, D) and a rank of 1 to 13, found '{text}'")
            found.append((box, at, marked))
    reach = given["range"].whole(1, 5) if "range" in given else 0
    return head.slug, Printed(head, Kind(given["kind"].text(tuple(Kind))), reach, tuple(found))


_RANKS = tuple(map(str, range(1, 14)))
