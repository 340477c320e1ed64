"""A match as it stands, and the zones of its table."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from engine.core.ids import Cell, RuleId, Seat
from engine.core.surfaces import ZoneKind
from engine.games.kingdom_square.content.cards import bare, cards, grown, record
from engine.games.kingdom_square.content.printed import Kind, Record
from engine.games.kingdom_square.match import LASTING, Counts, State
from engine.games.kingdom_square.position.field import FIRST, MARK, SEATS, SECOND, TILES, foe
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
def card_of(piece: str) -> Record:
    """Return the print of a card that isn't a hero, as printed even if it has changed since."""
    return record(slug_of(piece))


@cache
def seat_of(piece: str) -> Seat:
    """Return the seat that owns a card or unit; a neutral land counts as the first player's."""
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
    """Return a unit's tile, or None."""
    if unit not in state.zones.top.box.numbers:
        return None
    zone = state.zones.zone_of(unit)
    return None if zone is None else _tile_of_zone(zone.name)


def at_tile(state: State, unit: str) -> str:
    """Return the tile of a unit on the field."""
    found = tile_of(state, unit)
    assert found is not None  # noqa: S101  # narrows the type: it's on the field
    return found


@dataclass(frozen=True, slots=True)
class Standing:
    """The units and lands on the field, and the lands' possible effects."""

    units: Mapping[str, str]
    """The units by tile, in the order of the tiles."""
    acting: tuple[str, ...]
    """The tiles whose printed lands have abilities, explored or not."""
    dawning: tuple[str, ...]
    """The tiles whose printed lands act at a turn's start, explored or not."""
    looming: bool
    """Whether a unit is there that changes its neighbours."""
    lands: Mapping[str, Record]
    """The explored lands by tile, as they're printed, in the order of the tiles."""
    hidden: Mapping[str, Record]
    """The unexplored lands by tile."""
    owners: Mapping[str, Seat]
    """The owners of the lands by tile; a neutral land has none."""
    exhausted: frozenset[str]
    """The units that are turned sideways."""


_seen: deque[tuple[Zones, Standing]] = deque(maxlen=6)
"""The results for the last zones: the same ones are needed again and again."""

_fields: deque[tuple[tuple[Pile, ...], Standing]] = deque(maxlen=2)
"""The results for the last fields: most actions change nothing on the field."""


def standing(zones: Zones) -> Standing:
    """Return the units and lands on the field."""
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
    """Return the units and lands, from the table's first zones: each tile's land, then its unit."""
    units = {tile: str(pile[0].card) for tile, pile in zip(TILES, piles[1::2], strict=True) if pile}
    lying = [(tile, pile[0]) for tile, pile in zip(TILES, piles[::2], strict=True) if pile]
    pairs = [(tile, str(one.card)) for tile, one in lying]
    return Standing(
        units,
        tuple(tile for tile, card in pairs if _is_acting(card)),
        tuple(tile for tile, card in pairs if _is_dawning(card)),
        any(map(_is_looming, units.values())),
        {tile: card_of(one.card) for tile, one in lying if one.card is not None and one.up},
        {tile: card_of(one.card) for tile, one in lying if one.card is not None and not one.up},
        {tile: seat_of(card) for tile, card in pairs if card != "None" and not card.startswith("n.")},
        frozenset(str(pile[0].card) for pile in piles[1::2] if pile and pile[0].sideways),
    )


_FIELD = 2 * len(TILES)


@cache
def _is_acting(card: str) -> bool:
    return card != "None" and bool(card_of(card).abilities)


@cache
def _is_dawning(card: str) -> bool:
    soil = None if card == "None" else card_of(card).soil
    return soil is not None and (soil.funds > 0 or soil.spreads)


@cache
def _is_looming(unit: str) -> bool:
    """Tell whether a unit may change its neighbours; for a hero, whether any hero can."""
    heroes = (one for one in cards().values() if one.kind is Kind.HERO)
    return any(one.traits.looms is not None for one in (heroes if is_hero(unit) else (card_of(unit),)))


def unit_on(state: State, tile: str) -> str | None:
    """Return the unit on a tile."""
    return standing(state.zones).units.get(tile)


def side(state: State, unit: str) -> Seat:
    """Return the seat that a unit fights for: its owner, or the opponent if it's a turncoat."""
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
    """Return the print of a card, token or hero."""
    slug = slug_of(piece)
    if slug == "hero":
        slug = face_of(state, piece)
    return bare(slug) if state.counters.kept and state.counters[piece, Counts.BLANK] else record(slug)


def face_of(state: State, piece: str) -> str:
    """Return the card that a unit or card shows: for a hero, the one that it is now."""
    return state.heroes[SEATS.index(seat_of(piece))] if is_hero(piece) else slug_of(piece)


def classes_of(state: State, piece: str) -> frozenset[str]:
    """Return a unit's or card's classes, with those that it has only this turn."""
    found = printed(state, piece).classes
    return found | {"priest"} if state.counters.kept and state.counters[piece, Counts.PRIEST] else found


def hero_card(state: State, seat: Seat) -> Record:
    """Return the print of a seat's hero."""
    return printed(state, hero(seat))


def land_on(state: State, tile: str, *, explored: bool = True) -> Record | None:
    """Return a tile's land; None: there is no land, or it isn't explored though it must be."""
    lying = state.zones.lying(tile)
    if not lying or lying[0].card is None or (explored and not lying[0].up):
        return None
    for at, slug, klass in state.becomes:
        if at == tile and lying[0].up:
            return grown(slug, klass)
    return record(slug_of(str(lying[0].card)))


def became(state: State, tile: str, slug: str, klass: str = "") -> State:
    """Return the state after a land has become another one; `slug` empty: the printed one again."""
    kept = tuple(one for one in state.becomes if one[0] != tile)
    return altered(state, becomes=tuple(sorted((*kept, (tile, slug, klass)))) if slug else kept)


def dawning(state: State) -> tuple[str, ...]:
    """Return the tiles whose lands may act at a turn's start, in their order."""
    there, grown_over = standing(state.zones).dawning, {tile for tile, _, _ in state.becomes}
    return tuple(sorted({*there, *grown_over}, key=TILES.index)) if grown_over else there


def is_explored(state: State, tile: str) -> bool:
    """Tell whether a tile's land is turned up."""
    lying = state.zones.lying(tile)
    return not lying or lying[0].up


def land_owner(state: State, tile: str) -> Seat | None:
    """Return the owner of the land on a tile; None: a neutral one."""
    return standing(state.zones).owners.get(tile)


def is_exhausted(state: State, unit: str) -> bool:
    """Tell whether a unit is turned sideways."""
    return state.zones.look(unit).sideways


def turned(state: State, unit: str, *, sideways: bool) -> State:
    """Return a state where a unit is exhausted or ready."""
    if is_exhausted(state, unit) is sideways:
        return state
    return altered(state, zones=state.zones.turned(unit, sideways=sideways))


def counted(state: State, whose: str, what: Counts, number: int, *, least: int | None = None) -> State:
    """Return the state after a count was changed by a number, not below `least`."""
    return altered(state, counters=state.counters.plus(whose, what, number, least=least))


def counted_as(state: State, whose: str, what: Counts, number: int) -> State:
    """Return the state after a count was set to a number."""
    return altered(state, counters=state.counters.set(whose, what, number))


def uncounted(state: State, whose: str) -> State:
    """Return the state after all counts of a unit or card were removed."""
    return altered(state, counters=state.counters.without(whose=whose))


def forgotten(state: State, what: Counts) -> State:
    """Return the state after a kind of counter was removed everywhere."""
    return altered(state, counters=state.counters.without(what=what))


def at_turns_end(state: State) -> State:
    """Return the state at a turn's end: damage on non-heroes healed, effects of the turn over (KS-5.8)."""
    kept = tuple(
        ((whose, what), number)
        for (whose, what), number in state.counters.kept
        if what in LASTING or (what == Counts.DAMAGE and is_hero(whose))
    )
    return altered(state, counters=Counters(kept))


def times_used(state: State, whose: str, number: int) -> int:
    """Return how often an ability was used in this turn; abilities go by number."""
    return state.counters[whose, Counts(f"used.{number}")] if state.counters.kept else 0


def used(state: State, whose: str, number: int) -> State:
    """Return the state after an ability was used once more this turn."""
    return altered(state, counters=state.counters.plus(whose, Counts(f"used.{number}"), 1))


def auras(state: State, seat: Seat) -> tuple[str, ...]:
    """Return a seat's auras: its cards that lie sideways on its table."""
    lying = state.zones.lying(own(seat, "table"))
    return tuple(str(one.card) for one in lying if one.sideways)


def curses(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the curses that lie on a seat's table: the opponent's cards, and its own curse cards."""
    known = state.zones.known(own(seat, "table"))
    return tuple(str(one) for one in known if seat_of(str(one)) != seat or state.counters[one, Counts.SELF])


def table(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the skills on a seat's table, without auras and curses."""
    lying = state.zones.lying(own(seat, "table"))
    mine = (one for one in lying if not one.sideways and one.card is not None)
    cursing = curses(state, seat)
    return tuple(str(one.card) for one in mine if str(one.card) not in cursing)


def busy(state: State) -> frozenset[str]:
    """Return the cards in use: they still lie in their places."""
    return frozenset(str(card) for frame in state.stack if (card := getattr(frame, "card", None)) is not None)


def usable(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the cards that a seat can use: of its table and its trump."""
    return (*table(state, seat), *map(str, state.zones.known(own(seat, "trump"))))
