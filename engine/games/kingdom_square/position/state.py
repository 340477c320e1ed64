"""A match as it stands, and the zones of its table."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engine.core.ids import Cell, RuleId, Seat
from engine.core.surfaces import ZoneKind
from engine.games.kingdom_square.content.cards import bare, cards, grown, record
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.content.printed import Kind, Record
from engine.games.kingdom_square.match import LASTING, Counts, State
from engine.games.kingdom_square.position.field import FIRST, MARK, SEATS, SECOND, TILES, area_of, foe
from engine.kit.changed import altered
from engine.kit.counters import Counters
from engine.kit.zones.box import Box, name_of
from engine.kit.zones.tabletop import CardZone, Tabletop, ZoneName, pile, spread
from engine.kit.zones.zones import Pile, Zones

TABLE_MAX, TRUMP_MAX = 4, 1
COPIES, BASICS, TOKENS, WASTES = 5, 20, 7, 49
SUPPLY, WASTELANDS = "supply", "wastelands"


@cache
def rule(section: int, number: int | None = None) -> RuleId:
    """Return the id of a rule.

    >>> rule(6), rule(6, 3)
    ('KS-6', 'KS-6.3')
    """
    return RuleId(f"KS-{section}" if number is None else f"KS-{section}.{number}")


@cache
def own(seat: Seat, place: str) -> ZoneName:
    """Return one of a seat's zones, such as `book`, `table`, `trump` or `graveyard`."""
    return ZoneName(f"{seat}.{place}")


@cache
def stand(tile: str) -> ZoneName:
    """Return the zone where a tile's unit stands."""
    return ZoneName(f"{tile}.unit")


@cache
def slug_of(piece: str) -> str:
    """Return the slug of a card: `f.no.17#2` is `no.17`."""
    return name_of(piece).partition(".")[2]


@cache
def seat_of(piece: str) -> Seat:
    """Return whose a card or unit is; a neutral land counts as the first player's."""
    return SECOND if piece.startswith("s.") else FIRST


@cache
def box() -> Box:
    """Return all cards of both seats, their heroes and tokens, and neutral wastelands."""
    found: dict[str, int] = {}
    for mark in ("f", "s"):
        found[f"{mark}.hero"] = 1
        for slug, one in cards().items():
            if one.kind is not Kind.HERO:
                found[f"{mark}.{slug}"] = (
                    BASICS if one.basic else TOKENS if one.kind is Kind.TOKEN else COPIES
                )
    found["n.no.7"] = WASTES
    return Box.of(found)


def _private(seat: Seat, place: str) -> CardZone:
    return CardZone(own(seat, place), ZoneKind.PRIVATE, face_up=False, owner=seat)


@cache
def tabletop() -> Tabletop:
    """Return the zones: lands and units on the tiles, and each seat's places."""
    places: list[CardZone] = []
    for tile in TILES:
        places.append(
            CardZone(ZoneName(tile), ZoneKind.SLOTS, group="land", back="land", ground=True, cell=Cell(tile))
        )
        places.append(CardZone(stand(tile), ZoneKind.SLOTS, group="unit", cell=Cell(tile)))
    for seat in SEATS:
        places += [
            pile(f"{seat}.book", face_up=False, owner=seat),
            pile(f"{seat}.graveyard", face_up=True, owner=seat, tray=f"{seat}.paid"),
            pile(f"{seat}.exile", face_up=False, owner=seat),
            spread(f"{seat}.table", owner=seat),
            spread(f"{seat}.binds", owner=seat),
            _private(seat, "trump"),
            _private(seat, "drawn"),
            _private(seat, "map"),
        ]
    return Tabletop(SEATS, (*places, spread(SUPPLY), pile(WASTELANDS, face_up=True)), box())


@cache
def _tile_of_zone(zone: str) -> str | None:
    return zone.partition(".")[0] if zone.endswith(".unit") else None


def tile_of(state: State, unit: str) -> str | None:
    """Return where a unit stands, or None."""
    if unit not in state.zones.top.box.numbers:
        return None
    zone = state.zones.zone_of(unit)
    return None if zone is None else _tile_of_zone(zone.name)


def at_tile(state: State, unit: str) -> str:
    """Return where a unit of the field stands."""
    found = tile_of(state, unit)
    assert found is not None  # noqa: S101  # narrows the type: it's on the field
    return found


@dataclass(frozen=True, slots=True)
class Standing:
    """What stands on the field: units by tile, in the order of the tiles, and what their lands may do.

    By what is printed on the lands, up or not: `acting` have abilities, `dawning` do something at a turn's
    start. `looming`: a unit is there that changes those beside it.
    """

    units: Mapping[str, str]
    acting: tuple[str, ...]
    dawning: tuple[str, ...]
    looming: bool


_seen: deque[tuple[Zones, Standing]] = deque(maxlen=6)
"""What was worked out of the zones that were asked for last: the same are asked again and again."""

_fields: deque[tuple[tuple[Pile, ...], Standing]] = deque(maxlen=2)
"""What was worked out of the fields that were asked for last: most of what's done moves none of it."""


def standing(zones: Zones) -> Standing:
    """Return what stands on the field."""
    for known, known_field in _seen:
        if known is zones:
            return known_field
    piles = zones.held[:_FIELD]
    found = next((field for there, field in _fields if there == piles), None)
    if found is None:
        found = _stood(piles)
        _fields.appendleft((piles, found))
    _seen.appendleft((zones, found))
    return found


def _stood(piles: tuple[Pile, ...]) -> Standing:
    """Return what stands on the field, by the first zones of the table: each tile's land, then its unit."""
    pairs = [(tile, str(pile[0].card)) for tile, pile in zip(TILES, piles[::2], strict=True) if pile]
    units = {tile: str(pile[0].card) for tile, pile in zip(TILES, piles[1::2], strict=True) if pile}
    return Standing(
        units,
        tuple(tile for tile, card in pairs if _is_acting(card)),
        tuple(tile for tile, card in pairs if _is_dawning(card)),
        any(map(_is_looming, units.values())),
    )


_FIELD = 2 * len(TILES)


@cache
def _is_acting(card: str) -> bool:
    return card != "None" and bool(record(slug_of(card)).abilities)


@cache
def _is_dawning(card: str) -> bool:
    soil = None if card == "None" else record(slug_of(card)).soil
    return soil is not None and (soil.funds > 0 or soil.spreads)


@cache
def _is_looming(unit: str) -> bool:
    """Tell whether a unit may change those beside it; a hero: whether any can."""
    heroes = (one for one in cards().values() if one.kind is Kind.HERO)
    return any(
        one.traits.looms is not None for one in (heroes if is_hero(unit) else (record(slug_of(unit)),))
    )


def unit_on(state: State, tile: str) -> str | None:
    """Return the unit on a tile."""
    return standing(state.zones).units.get(tile)


def side(state: State, unit: str) -> Seat:
    """Return for which seat a unit fights: its owner's, but for turncoats."""
    seat = seat_of(unit)
    return foe(seat) if unit in state.turncoats else seat


def units(state: State, seat: Seat | None = None) -> Iterator[str]:
    """Yield the units on the field, one seat's or all, by tile."""
    there = standing(state.zones).units.values()
    yield from there if seat is None else (one for one in there if side(state, one) == seat)


@cache
def hero(seat: Seat) -> str:
    """Return the piece that is a seat's hero."""
    return f"{MARK[seat]}.hero"


@cache
def is_hero(unit: str) -> bool:
    """Tell whether a unit is a hero."""
    return unit.endswith(".hero")


def printed(state: State, piece: str) -> Record:
    """Return what is printed on a card, token or hero."""
    slug = slug_of(piece)
    if slug == "hero":
        slug = face_of(state, piece)
    return bare(slug) if state.counters.kept and state.counters[piece, Counts.BLANK] else record(slug)


def face_of(state: State, piece: str) -> str:
    """Return which card a unit or a card is: of a hero the one that it is now."""
    return state.heroes[SEATS.index(seat_of(piece))] if is_hero(piece) else slug_of(piece)


def classes_of(state: State, piece: str) -> frozenset[str]:
    """Return a unit's or card's classes, with what it is besides this turn."""
    found = printed(state, piece).classes
    return found | {"priest"} if state.counters.kept and state.counters[piece, Counts.PRIEST] else found


def hero_card(state: State, seat: Seat) -> Record:
    """Return what is printed on a seat's hero."""
    return printed(state, hero(seat))


def land_on(state: State, tile: str, *, explored: bool = True) -> Record | None:
    """Return a tile's land; None: there's none, or it isn't explored and has to be."""
    lying = state.zones.lying(tile)
    if not lying or lying[0].card is None or (explored and not lying[0].up):
        return None
    for at, slug, klass in state.becomes:
        if at == tile and lying[0].up:
            return grown(slug, klass)
    return record(slug_of(str(lying[0].card)))


def became(state: State, tile: str, slug: str, klass: str = "") -> State:
    """Return a state where a land has become another one; `slug` empty: what it was printed as."""
    kept = tuple(one for one in state.becomes if one[0] != tile)
    return altered(state, becomes=tuple(sorted((*kept, (tile, slug, klass)))) if slug else kept)


def dawning(state: State) -> tuple[str, ...]:
    """Return the tiles whose lands may do something at a turn's start, in their order."""
    there, grown_over = standing(state.zones).dawning, {tile for tile, _, _ in state.becomes}
    return tuple(sorted({*there, *grown_over}, key=TILES.index)) if grown_over else there


def is_explored(state: State, tile: str) -> bool:
    """Tell whether a tile's land is turned up."""
    lying = state.zones.lying(tile)
    return not lying or lying[0].up


def land_owner(state: State, tile: str) -> Seat | None:
    """Return whose land lies on a tile; None: a neutral one."""
    lying = state.zones.lying(tile)
    if not lying or lying[0].card is None or str(lying[0].card).startswith("n."):
        return None
    return seat_of(str(lying[0].card))


def is_exhausted(state: State, unit: str) -> bool:
    """Tell whether a unit is turned sideways."""
    return state.zones.look(unit).sideways


def turned(state: State, unit: str, *, sideways: bool) -> State:
    """Return a state where a unit is exhausted or ready."""
    if is_exhausted(state, unit) is sideways:
        return state
    return altered(state, zones=state.zones.turned(unit, sideways=sideways))


def counted(state: State, whose: str, what: Counts, number: int, *, least: int | None = None) -> State:
    """Return a state with more of something counted, or less, but never less than `least`."""
    return altered(state, counters=state.counters.plus(whose, what, number, least=least))


def counted_as(state: State, whose: str, what: Counts, number: int) -> State:
    """Return a state with exactly this number of something counted."""
    return altered(state, counters=state.counters.set(whose, what, number))


def uncounted(state: State, whose: str) -> State:
    """Return a state with nothing counted of a unit or card."""
    return altered(state, counters=state.counters.without(whose=whose))


def forgotten(state: State, what: Counts) -> State:
    """Return a state where something isn't counted of anybody any more."""
    return altered(state, counters=state.counters.without(what=what))


def at_turns_end(state: State) -> State:
    """Return a state where damage on non-heroes is healed and what lasts a turn has ended (KS-5.8)."""
    kept = tuple(
        ((whose, what), number)
        for (whose, what), number in state.counters.kept
        if what in LASTING or (what == Counts.DAMAGE and is_hero(whose))
    )
    return altered(state, counters=Counters(kept))


def times_used(state: State, whose: str, number: int) -> int:
    """Return how often an ability was used this turn, by its number."""
    return state.counters[whose, Counts(f"used.{number}")] if state.counters.kept else 0


def used(state: State, whose: str, number: int) -> State:
    """Return a state where an ability was used once more this turn."""
    return altered(state, counters=state.counters.plus(whose, Counts(f"used.{number}"), 1))


def auras(state: State, seat: Seat) -> tuple[str, ...]:
    """Return a seat's auras: its cards that lie sideways on its table."""
    lying = state.zones.lying(own(seat, "table"))
    return tuple(str(one.card) for one in lying if one.sideways)


def curses(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the curses that lie on a seat's table: cards of the opponent's, and its own that are curses."""
    known = state.zones.known(own(seat, "table"))
    return tuple(str(one) for one in known if seat_of(str(one)) != seat or state.counters[one, Counts.SELF])


def table(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the skills on a seat's table, without auras and curses."""
    lying = state.zones.lying(own(seat, "table"))
    mine = (one for one in lying if not one.sideways and one.card is not None)
    cursing = curses(state, seat)
    return tuple(str(one.card) for one in mine if str(one.card) not in cursing)


def busy(state: State) -> frozenset[str]:
    """Return the cards that are being used: they still lie where they were."""
    return frozenset(str(card) for frame in state.stack if (card := getattr(frame, "card", None)) is not None)


def table_max(state: State, seat: Seat) -> int:
    """Return how many cards a seat's table has room for now (KS-5.3)."""
    crowds = sum(
        printed(state, unit).traits.crowds
        for unit in units(state, foe(seat))
        if area_of(at_tile(state, unit)) == seat
    )
    return max(0, TABLE_MAX - crowds)


def is_full(state: State, seat: Seat) -> bool:
    """Tell whether there's no room on a seat's table, for a curse neither (KS-11.7)."""
    return state.zones.count(own(seat, "table")) >= table_max(state, seat)


def usable(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the cards that a seat can use: of its table and its trump."""
    return (*table(state, seat), *map(str, state.zones.known(own(seat, "trump"))))


def element_under(state: State, seat: Seat) -> Element:
    """Return the element of the explored land under a seat's hero."""
    tile = tile_of(state, hero(seat))
    land = None if tile is None else land_on(state, tile)
    return Element.NONE if land is None else land.element
