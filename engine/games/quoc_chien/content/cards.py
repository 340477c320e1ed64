"""The playing cards: names and texts, kinds, suits and ranks, and their boxes.

A card is called by its name, suit and rank: `sha.S7`; `sha.S8#2` is the second of several such cards.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from engine.core.document import Entry
from engine.core.phrase import LANGUAGES
from engine.core.wording import Wording, read_wording
from engine.games.quoc_chien.content.wordings import OtherPrinting
from engine.kit.content.records import HEAD_REQUIRED, Head, read_head, read_records
from engine.kit.zones.box import name_of


class Kind(StrEnum):
    """The kinds of cards; all cards of a name are of the same kind."""

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
        """Whether the card is laid before its player and stays there."""
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
RED, BLACK = (HEART, DIAMOND), (SPADE, CLUB)


@dataclass(frozen=True, slots=True)
class Printed:
    """Everything that is printed under one name."""

    head: Head
    """The name itself, and its origin."""
    text: Wording | None
    """Its printed text; mounts of a kind have the same effect, and no text of their own."""
    other_printing: OtherPrinting | None
    """Its text in another printing, where a reading says so; None where all printings agree."""
    kind: Kind
    """The kind of card that it is."""
    reach: int
    """A weapon's range; 0 for any other card."""
    copies: tuple[tuple[str, str, bool], ...]
    """Each copy's box, its suit and rank (`S7`), and whether it bears the mark of alliance."""


@dataclass(frozen=True, slots=True)
class Card:
    """One playing card, as printed."""

    name: str
    """The name's slug: `sha`."""
    kind: Kind
    """The kind of card."""
    suit: Suit
    """The suit as printed; skills may let it count as another."""
    rank: int
    """The rank, 1 (ace) to 13 (king)."""
    reach: int
    """A weapon's range; 0 for any other card."""
    is_marked: bool
    """Whether it bears the mark of alliance in every printing."""
    box: str
    """The box that it comes from, one of `BOXES`."""

    @property
    def is_red(self) -> bool:
        """Whether its suit is red."""
        return self.suit.is_red


@cache
def names() -> dict[str, Printed]:
    """Return the print under each name."""
    return read_records(Path(__file__).parent / "cards.yaml", "cards", _printed)


@cache
def copies() -> dict[str, tuple[Card, ...]]:
    """Return the cards by name without the number of their copy, in the boxes' order."""
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
    """Return the printed card of an id.

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
"""The cards that bear the mark only in later printings, by the number of marked cards."""


PLACES_TAKEN = {
    "cixiong-shuanggu-jian.S2": "feilong-duofeng.S2",
    "jingfan.H3": "taiping-yaoshu.H3",
    "wu-liu-jian.D6": "dinglan-yemingzhu.D6",
}
"""The plain cards that lords' equipment replaces, by a reading."""


def is_card(card: str) -> bool:
    """Tell whether a name of the box is a playing card, not a general."""
    return name_of(card) in copies()


def _printed(entry: Entry) -> tuple[str, Printed]:
    given = entry.fields(
        required=(*HEAD_REQUIRED, "kind"), optional=("text", "other_printing", "range", *BOXES)
    )
    head = read_head(given)
    text = _text(given["text"]) if "text" in given else None
    other = _other_printing(given["other_printing"]) if "other_printing" in given else None
    found = []
    for box in BOXES:
        for one in given[box].sequence() if box in given else ():
            copy = one.text()
            at, marked = copy.rstrip("+"), copy.endswith("+")
            if at[:1] not in tuple(Suit) or at[1:] not in _RANKS:
                raise one.fault(f"expected a suit (S, H, C, D) and a rank of 1 to 13, found '{copy}'")
            found.append((box, at, marked))
    reach = given["range"].whole(1, 5) if "range" in given else 0
    kind = Kind(given["kind"].text(tuple(Kind)))
    return head.slug, Printed(head, text, other, kind, reach, tuple(found))


def _text(entry: Entry) -> Wording:
    return read_wording(entry.mapping(), LANGUAGES, entry)


def _other_printing(entry: Entry) -> OtherPrinting:
    given = entry.fields(required=("reading", "value", "text"))
    return OtherPrinting(given["reading"].text(), given["value"].text(), _text(given["text"]))


_RANKS = tuple(map(str, range(1, 14)))
