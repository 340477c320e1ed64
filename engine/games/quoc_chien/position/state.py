"""A match as it stands, and the zones of its table."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from engine.core.ids import RuleId, Seat
from engine.core.surfaces.surface import ZoneKind
from engine.games.quoc_chien.content.cards import RED, Kind, Suit, card_of, copies
from engine.games.quoc_chien.content.generals import General, generals
from engine.games.quoc_chien.position.counts import Count, Counted, Family, Soldier
from engine.kit.changed import altered
from engine.kit.position import Position
from engine.kit.zones.box import Box, CardId
from engine.kit.zones.tabletop import CardZone, Tabletop, ZoneName, hand, pile, slot, spread

SEATS = tuple(Seat(f"s{number}") for number in range(1, 11))
"""All seats, in turn order (counter-clockwise, QC-2.1)."""

DECK, DISCARDS, GENERALS = ZoneName("deck"), ZoneName("discards"), ZoneName("generals")
BOXED = ZoneName("boxed")
"""The place off the table, in the box, of everything that has left the match."""
MIDDLE, JUDGED, OPENED = ZoneName("middle"), ZoneName("judged"), ZoneName("opened")
PLACES = ("head", "deputy")
PHASES = ("start", "judgment", "draw", "play", "discard", "end")
CAREERIST = "careerist"

ASIDE = ("fields", "illusions", "troops", "beacons")
"""The places of cards that skills keep on their general, face up."""

CARGO = "cargo"
"""The place of cards under a treasure; they count as at hand."""

MARKS = ("xianqu", "yinyangyu", "zhulianbihe")
"""The marks for first reveals, where rewards are kept: the first's, a half's, the companions'."""

MATCH = Seat("")
"""The owner of the match's own counters: no seat."""


@dataclass(frozen=True, kw_only=True)
class State(Position[Counted]):
    """A match. The names of its counters are in `position/counts.py`."""

    phase: str = "play"
    """The phase of the turn."""
    kingdoms: tuple[tuple[Seat, str], ...] = ()
    """The kingdom of each seat that has one."""
    removed: tuple[str, ...] = ()
    """The zones where soldiers stand instead of generals (QC-9)."""
    judged_as: tuple[tuple[str, str], ...] = ()
    """The cards before players that count as another delayed trick, each with that trick's name."""
    first_shown: bool = False
    """Somebody has shown a general."""


def rule(section: int, number: int | None = None) -> RuleId:
    """Return the id of a rule.

    >>> rule(6), rule(2, 6)
    ('QC-6', 'QC-2.6')
    """
    return RuleId(f"QC-{section}" if number is None else f"QC-{section}.{number}")


@cache
def own(seat: Seat, place: str) -> ZoneName:
    """Return one of a seat's zones: `hand`, `head`, `deputy`, `equipment`, `judgment`."""
    return ZoneName(f"{seat}.{place}")


@cache
def box() -> Box:
    """Return all playing cards and generals."""
    found = {name: len(cards) for name, cards in copies().items()}
    return Box.of(found | dict.fromkeys(generals(), 1))


@cache
def tabletop() -> Tabletop:
    """Return the zones, each on the cell of its own name."""
    places: list[CardZone] = []
    for seat in SEATS:
        places += [
            hand(seat),
            _general_slot(seat, "head"),
            _general_slot(seat, "deputy"),
            spread(f"{seat}.equipment", owner=seat),
            pile(f"{seat}.judgment", face_up=True, owner=seat),
            pile(f"{seat}.wounds", face_up=True, owner=seat, cell=f"{seat}.judgment"),
            *(pile(f"{seat}.{kept}", face_up=True, owner=seat, cell=f"{seat}.judgment") for kept in ASIDE),
            CardZone(ZoneName(f"{seat}.{CARGO}"), ZoneKind.PRIVATE, face_up=False, owner=seat),
            CardZone(ZoneName(f"{seat}.guises"), ZoneKind.PRIVATE, face_up=False, owner=seat, back="general"),
            CardZone(ZoneName(f"{seat}.dealt"), ZoneKind.PRIVATE, face_up=False, owner=seat, back="general"),
        ]
    common = (
        pile(DECK, face_up=False),
        pile(DISCARDS, face_up=True),
        spread(MIDDLE),
        pile(JUDGED, face_up=True),
        spread(OPENED),
        CardZone(GENERALS, ZoneKind.PILE, face_up=False, back="general"),
        CardZone(BOXED, ZoneKind.PRIVATE, face_up=True),
    )
    return Tabletop(SEATS, (*common, *places), box())


def _general_slot(seat: Seat, place: str) -> CardZone:
    made = slot(f"{seat}.{place}", face_up=False, owner=seat)
    return replace(made, back="general")


def alive(state: State, first: Seat | None = None, *, others: bool = False) -> tuple[Seat, ...]:
    """Return the living seats in turn order from a seat on. `others`: without that seat."""
    at = state.seats.index(state.turn if first is None else first)
    found = (*state.seats[at + others :], *state.seats[:at])
    return tuple(seat for seat in found if seat not in state.out)


def others(state: State, seat: Seat, has: Callable[[State, Seat], object]) -> tuple[Seat, ...]:
    """Return the living seats but one, in turn order after that one."""
    return tuple(one for one in alive(state, seat, others=True) if has(state, one))


def is_away(state: State, seat: Seat) -> bool:
    """Tell whether a seat is lured away until the turn ends.

    It's then out of all distances, and no card's target.
    """
    return bool(state.counters[seat, Count.AWAY])


def ring(state: State, first: Seat) -> tuple[Seat, ...]:
    """Return the living seats in turn order from a seat on, without those that are lured away."""
    return tuple(seat for seat in alive(state, first) if not is_away(state, seat))


def at_hand(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards that a seat may use and answer with as hand cards, also those under its ox."""
    found = (*held(state, seat), *state.zones.known(own(seat, CARGO)))
    return tuple(card for card in found if not is_banned(state, seat, card))


def is_banned(state: State, seat: Seat, card: str) -> bool:
    """Tell whether a seat may not use a hand card in this turn because of its colour."""
    red, black = state.counters[seat, Count.NO_RED], state.counters[seat, Count.NO_BLACK]
    if not (red or black) or not state.zones.is_in(card, own(seat, "hand")):
        return False
    return bool(red if is_red(state, seat, card) else black)


def held(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return a seat's hand."""
    return state.zones.known(own(seat, "hand"))


def equipped(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards in a seat's equipment area."""
    return state.zones.known(own(seat, "equipment"))


def judged_on(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the delayed tricks before a seat, the last laid first."""
    return state.zones.known(own(seat, "judgment"))


def cards_of(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return a seat's own cards: its hand and its equipment."""
    return (*held(state, seat), *equipped(state, seat))


def kept_aside(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the deck's cards that skills have laid by a seat's generals, also its wounds."""
    return tuple(card for place in (*ASIDE, "wounds") for card in state.zones.known(own(seat, place)))


def equipment_of(state: State, seat: Seat, kind: Kind) -> CardId | None:
    """Return a seat's equipment of a kind, or None."""
    return next((card for card in equipped(state, seat) if card_of(card).kind is kind), None)


def has_equipped(state: State, seat: Seat, name: str) -> bool:
    """Tell whether a seat has an equipment of a name."""
    return any(card_of(card).name == name for card in equipped(state, seat))


def general_in(state: State, seat: Seat, place: str) -> str | None:
    """Return a seat's general, shown or not; None: its place has a soldier or nothing."""
    found = state.zones.known(own(seat, place))
    return str(found[0]) if found else None


def is_shown(state: State, seat: Seat, place: str) -> bool:
    """Tell whether a seat's general lies face up."""
    lying = state.zones.lying(own(seat, place))
    return bool(lying) and lying[0].up


def shown(state: State, seat: Seat) -> tuple[str, ...]:
    """Return a seat's shown generals."""
    return tuple(place for place in PLACES if is_shown(state, seat, place))


def hidden(state: State, seat: Seat) -> tuple[str, ...]:
    """Return a seat's face-down generals."""
    return tuple(
        place
        for place in PLACES
        if general_in(state, seat, place) is not None and not is_shown(state, seat, place)
    )


def general(state: State, seat: Seat, place: str) -> General | None:
    """Return the record of a seat's general."""
    slug = general_in(state, seat, place)
    return None if slug is None else generals()[slug]


def gender_of(state: State, seat: Seat) -> str | None:
    """Return a seat's gender: its only shown general's, or the head's (QC-3.3).

    Soldiers have a gender, too.
    """
    for place in PLACES:
        soldier = state.counters[seat, Family.SOLDIER.of(place)]
        if soldier:
            return "male" if soldier == Soldier.MALE else "female"
        found = general(state, seat, place) if is_shown(state, seat, place) else None
        if found is not None:
            return str(found.gender)
    return None


def health_of(state: State, seat: Seat) -> int:
    """Return a seat's health."""
    return state.counters[seat, Count.HEALTH]


def most_health(state: State, seat: Seat) -> int:
    """Return a seat's health limit."""
    return state.counters[seat, Count.MAX_HEALTH]


def is_wounded(state: State, seat: Seat) -> bool:
    """Tell whether a seat lacks health."""
    return health_of(state, seat) < most_health(state, seat)


def counted(state: State, seat: Seat, what: Counted, number: int = 1) -> State:
    """Return the state with a seat's counter raised by a number."""
    return altered(state, counters=state.counters.plus(seat, what, number))


def put(state: State, seat: Seat, what: Counted, number: int) -> State:
    """Return the state with a seat's counter set to a number."""
    return altered(state, counters=state.counters.set(seat, what, number))


def suit_of(state: State, seat: Seat | None, card: str) -> Suit:
    """Return a card's suit as it counts for a seat.

    Spades are hearts for a seat with that skill shown.
    """
    suit = card_of(card).suit
    return Suit.HEART if suit is Suit.SPADE and seat is not None and _reddens(state, seat) else suit


def _reddens(state: State, seat: Seat) -> bool:
    return any(
        general_in(state, seat, place) == "xiaoqiao" and is_shown(state, seat, place) for place in PLACES
    )


def is_red(state: State, seat: Seat | None, card: str) -> bool:
    """Tell whether a card's suit is red as it counts for a seat."""
    return suit_of(state, seat, card) in RED


def turned_over(state: State, seat: Seat) -> State:
    """Return the state with a player turned over, or back."""
    return put(state, seat, Count.TURNED, 1 - state.counters[seat, Count.TURNED])
