"""The field as it is now, worked out once for each position: its units, and its explored lands.

The rules that list a seat's actions read it instead of the position.
"""

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import grown
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.content.printed import Gain, Record
from engine.games.kingdom_square.match import Counts, State
from engine.games.kingdom_square.position.field import SEATS, area_of, foe, neighbours
from engine.games.kingdom_square.position.state import (
    TABLE_MAX,
    auras,
    busy,
    card_of,
    classes_of,
    hero,
    is_hero,
    own,
    printed,
    side,
    standing,
    usable,
)


@dataclass(frozen=True, slots=True)
class UnitNow:
    """A unit of the field as it is now."""

    piece: str
    """Its piece."""
    tile: str
    """The tile where it stands."""
    seat: Seat
    """The seat that it fights for."""
    area: Seat | None
    """The seat whose area it stands in; None: the neutral row."""
    printed: Record
    """Its print."""
    classes: frozenset[str]
    """Its classes, with those that it has only this turn."""
    land: Record | None
    """The explored land that it stands on; None: the land isn't explored."""
    is_hero: bool
    """It's a hero."""
    is_exhausted: bool
    """It's turned sideways."""


@dataclass(frozen=True, slots=True)
class HeroNow:
    """A seat's hero as it is now, on the field or not."""

    piece: str
    """Its piece."""
    unit: UnitNow | None
    """The unit that it is; None: it isn't on the field."""
    printed: Record
    """Its print."""
    classes: frozenset[str]
    """Its classes, with those that it has only this turn."""
    ground: Element
    """The element of the explored land that it stands on; `none` without such a land."""


@dataclass(frozen=True, slots=True)
class CardNow:
    """A card that a seat may use now, of its table or its trump."""

    piece: str
    """The card."""
    printed: Record
    """Its print."""


@dataclass(frozen=True, slots=True)
class FieldNow:
    """The field as it is now."""

    state: State
    """The position."""
    units: Mapping[str, UnitNow]
    """The units by piece, in the order of their tiles."""
    at: Mapping[str, UnitNow]
    """The units by tile, in the order of the tiles."""
    sides: Mapping[Seat, tuple[UnitNow, ...]]
    """The units of each seat, in the order of their tiles."""
    lands: Mapping[str, Record]
    """The explored lands by tile, each as it is now."""
    hidden: Mapping[str, Record]
    """The unexplored lands by tile."""
    heroes: Mapping[Seat, HeroNow]
    """Each seat's hero."""
    acting: tuple[str, ...]
    """The tiles whose lands may have abilities, explored or not, in the order that options list them."""
    owners: Mapping[str, Seat]
    """The owners of the lands by tile, explored or not; neutral lands have none."""
    laid: Mapping[Seat, tuple[Gain, ...]]
    """The gains from each seat's auras."""
    looms: Mapping[str, tuple[Gain, ...]]
    """The gains of a tile's unit from units there or beside it. Only tiles with gains are in it."""


_recent: deque[FieldNow] = deque(maxlen=4)
"""The fields of the last positions: the same ones are needed again and again."""

_CHANGING = frozenset({Counts.BLANK, Counts.PRIEST})
"""The counters that change a unit's numbers or classes."""


def field_now(state: State) -> FieldNow:
    """Return the field of a position."""
    for known in _recent:
        if known.state is state:
            return known
    laid = _laid(state)
    last = _recent[0] if _recent else None
    if last is not None and _fields_alike(last.state, state):
        found = replace(last, state=state, laid=laid)
    else:
        found = _worked_out(state, laid)
    _recent.appendleft(found)
    return found


def _fields_alike(one: State, other: State) -> bool:
    """Tell whether two positions have the same field: most actions change only other things or counters."""
    return (
        standing(one.zones) is standing(other.zones)
        and one.heroes == other.heroes
        and one.becomes == other.becomes
        and one.turncoats == other.turncoats
        and (one.counters is other.counters or _marks(one) == _marks(other))
    )


def _marks(state: State) -> list[tuple[str, str]]:
    return [key for key, _ in state.counters.kept if key[1] in _CHANGING]


def _worked_out(state: State, laid: Mapping[Seat, tuple[Gain, ...]]) -> FieldNow:
    there = standing(state.zones)
    lands = there.lands
    if state.becomes:
        grown_over = {tile: grown(slug, klass) for tile, slug, klass in state.becomes if tile in lands}
        lands = {**lands, **grown_over}
    at = {
        tile: UnitNow(
            piece,
            tile,
            side(state, piece),
            area_of(tile),
            face := printed(state, piece),
            classes_of(state, piece) if state.counters.kept else face.classes,
            lands.get(tile),
            is_hero(piece),
            piece in there.exhausted,
        )
        for tile, piece in there.units.items()
    }
    units = {one.piece: one for one in at.values()}
    return FieldNow(
        state,
        units,
        at,
        {seat: tuple([one for one in at.values() if one.seat == seat]) for seat in SEATS},
        lands,
        there.hidden,
        {seat: _hero(state, hero(seat), units) for seat in SEATS},
        tuple(dict.fromkeys((*there.acting, *(tile for tile, _, _ in state.becomes)))),
        there.owners,
        laid,
        _looms(at) if there.looming else {},
    )


def _laid(state: State) -> dict[Seat, tuple[Gain, ...]]:
    return {
        seat: tuple([lays for card in auras(state, seat) if (lays := card_of(card).lays) is not None])
        for seat in SEATS
    }


def _looms(at: Mapping[str, UnitNow]) -> dict[str, tuple[Gain, ...]]:
    found: dict[str, tuple[Gain, ...]] = {}
    for tile, unit in at.items():
        gain = unit.printed.traits.looms
        if gain is not None:
            for near in (tile, *neighbours(tile)):
                found[near] = (*found.get(near, ()), gain)
    return found


def _hero(state: State, piece: str, units: Mapping[str, UnitNow]) -> HeroNow:
    unit = units.get(piece)
    if unit is None:
        return HeroNow(piece, None, printed(state, piece), classes_of(state, piece), Element.NONE)
    ground = Element.NONE if unit.land is None else unit.land.element
    return HeroNow(piece, unit, unit.printed, unit.classes, ground)


def cards_now(state: State, seat: Seat) -> tuple[CardNow, ...]:
    """Return the cards that a seat can use, without those in use."""
    taken = busy(state)
    return tuple(CardNow(card, card_of(card)) for card in usable(state, seat) if card not in taken)


def table_max(now: FieldNow, seat: Seat) -> int:
    """Return how many cards a seat's table has room for now (KS-5.3)."""
    crowds = sum(unit.printed.traits.crowds for unit in now.sides[foe(seat)] if unit.area == seat)
    return max(0, TABLE_MAX - crowds)


def free_places(now: FieldNow, seat: Seat) -> int:
    """Return how many more cards a seat's table has room for, curses too (KS-11.7)."""
    return max(0, table_max(now, seat) - now.state.zones.count(own(seat, "table")))


def has_room(now: FieldNow, seat: Seat, card: str) -> bool:
    """Tell whether a seat's table has room for a card, as for a curse (KS-11.7), or has the card already."""
    return free_places(now, seat) > 0 or now.state.zones.is_in(card, own(seat, "table"))
