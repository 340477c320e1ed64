"""Positions as scenario files write them."""

from engine.core.document import Entry
from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import cards, record
from engine.games.kingdom_square.content.printed import Form, Kind
from engine.games.kingdom_square.match import Counts, Phase, State, TableRules
from engine.games.kingdom_square.position.field import MARK, SEATS, TILES, area_of, foe
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    TABLE_MAX,
    WASTELANDS,
    box,
    counted_as,
    hero,
    own,
    rule,
    seat_of,
    slug_of,
    stand,
    tile_of,
    turned,
    unit_on,
)
from engine.games.kingdom_square.position.stats import left
from engine.games.kingdom_square.turn.deck_rules import read_decks
from engine.games.kingdom_square.turn.opening import Placing, free_copy, opening, start_tiles, supplied
from engine.games.kingdom_square.turn.phases import DrawPhase, Ending, Main, Starting
from engine.kit.changed import altered
from engine.kit.position import order_from
from engine.kit.resolving.frames import StackFrame
from engine.kit.zones.box import name_of
from engine.kit.zones.zones import Zones

_SETUP = (
    "seats",
    "heroes",
    "books",
    "table",
    "trump",
    "graveyard",
    "exile",
    "terrain",
    "units",
    "turn",
    "phase",
    "auras",
    "curses",
    "binds",
    "box",
    "decks",
    "charged",
)


def position(game: TableRules, setup: Entry) -> State:
    """Return the position of a setup.

    Raises:
        InputFault: unknown names, a tile taken twice, a deck that breaks a rule; with file and line.
    """
    given = setup.fields(optional=tuple(_SETUP))
    if "box" in given:
        given["box"].text(("whole",))
        return opening(game, read_decks(given["decks"]) if "decks" in given else None)
    zones = supplied(Zones.empty(game.tabletop))
    heroes = ["no.158", "no.158"]
    for name, one in given["heroes"].mapping().items() if "heroes" in given else ():
        slug = _card(one, (Kind.HERO,))
        heroes[SEATS.index(_seat(name, one))] = slug
    zones = _terrain(zones, given.get("terrain"))
    turn = Seat(given["turn"].text(tuple(map(str, SEATS)))) if "turn" in given else SEATS[0]
    phase = Phase(given["phase"].text(tuple(Phase))) if "phase" in given else Phase.MAIN
    state = State(zones=zones, seats=SEATS, turn=turn, heroes=(heroes[0], heroes[1]), phase=phase)
    state = _units(state, given.get("units"))
    if "charged" in given:
        state = altered(state, charged=given["charged"].flag())
    state = _bound(state, given.get("binds"))
    zones = state.zones
    for key, (place, kinds) in _PILES.items():
        for name, one in given[key].mapping().items() if key in given else ():
            zones = _laid(zones, one, _seat(name, one), place, kinds)
    for key in ("auras", "curses"):
        for name, one in given[key].mapping().items() if key in given else ():
            zones = _on_table(zones, one, _seat(name, one), Form.AURA if key == "auras" else Form.CURSE)
    state = _begun(altered(state, zones=zones), chosen="phase" in given)
    _check_damage(game, state, given.get("units"))
    return state


_CASTABLE = (Kind.UNIT, Kind.SKILL)
_PILES = {
    "table": ("table", _CASTABLE),
    "trump": ("trump", _CASTABLE),
    "graveyard": ("graveyard", (*_CASTABLE, Kind.LAND)),
    "exile": ("exile", (*_CASTABLE, Kind.LAND)),
    "books": ("book", (*_CASTABLE, Kind.LAND)),
}
"""For each key of a setup its zone, and the kinds of cards that may lie there."""


def _laid(zones: Zones, entry: Entry, seat: Seat, place: str, kinds: tuple[Kind, ...]) -> Zones:
    """Return zones with the cards that an entry lists in one of a seat's zones."""
    listed = [entry] if isinstance(entry.value, str) else list(entry.sequence())
    most = {"table": TABLE_MAX, "trump": 1}.get(place, 999)
    if len(listed) > most:
        raise entry.fault(f"expected at most {most} cards, found {len(listed)}")
    # Owners may look at their exile at any time (KS-12).
    knows = (seat,) if place == "exile" else ()
    for each in listed:
        card = free_copy(zones, f"{MARK[seat]}.{_card(each, kinds)}", each)
        zones = zones.put(own(seat, place), [card], to=knows)
    return zones


def _on_table(zones: Zones, entry: Entry, seat: Seat, form: Form) -> Zones:
    """Return zones with auras, or the other player's curses, on a seat's table."""
    owner = seat if form is Form.AURA else foe(seat)
    for each in entry.sequence():
        slug = _formed(each, form)
        if zones.count(own(seat, "table")) >= TABLE_MAX:
            raise each.fault(f"a table has room for {TABLE_MAX} cards, with auras and curses (KS-5.3)")
        card = free_copy(zones, f"{MARK[owner]}.{slug}", each)
        zones = zones.put(own(seat, "table"), [card])
        zones = zones.turned(card, sideways=form is Form.AURA)
    return zones


def _begun(state: State, *, chosen: bool) -> State:
    """Return the position in its phase; `chosen`: the setup says which.

    A hero that can still come onto the field comes before anything else (KS-4.6).
    """
    if not chosen and any(_comes(state, seat) for seat in SEATS):
        state = altered(state, phase=Phase.START)
    frame: StackFrame = Main(state.turn)
    coming: list[Seat] = []
    match state.phase:
        case Phase.START:
            frame = Starting(state.turn)
            coming = [seat for seat in order_from(state, state.turn) if _comes(state, seat)]
        case Phase.DRAW:
            frame = DrawPhase(state.turn)
        case Phase.END:
            frame = Ending(state.turn)
    return altered(state, stack=(frame, *(Placing(seat) for seat in reversed(coming))))


def _check_damage(game: TableRules, state: State, entry: Entry | None) -> None:
    """Refuse a unit with more damage than it survives."""
    if entry is None:
        return
    now = field_now(state)
    for unit in now.units.values():
        if state.counters[unit.piece, Counts.DAMAGE] and left(game, now, unit) <= 0:
            cited = rule(3, 1) if unit.is_hero else rule(8, 3)
            raise entry.fault(f"{name_of(unit.piece)} has more damage than it survives ({cited})")


def _terrain(zones: Zones, entry: Entry | None) -> Zones:
    given = entry.mapping() if entry is not None else {}
    for name, said in given.items():
        if name not in TILES:
            raise said.fault(f"unknown tile '{name}'; expected a1 to g7")
        one = altered(said, value={"card": said}) if isinstance(said.value, str) else said
        fields = one.fields(required=("card",), optional=("owner", "explored"))
        slug = _card(fields["card"], (Kind.LAND,))
        owner = fields["owner"].text((*map(str, SEATS), "none", "neutral")) if "owner" in fields else ""
        seat = Seat(owner) if owner in SEATS else area_of(name) or (SEATS[0] if slug != "no.7" else None)
        up = fields["explored"].flag() if "explored" in fields else True
        if seat is None or (owner in ("none", "neutral") and slug == "no.7"):
            card = zones.known(WASTELANDS)[0]
            zones = zones.moved(card, name, up=up)
        else:
            card_of = free_copy(zones, f"{MARK[seat]}.{slug}", one)
            zones = zones.put(name, [card_of], up=up, to=(seat,))
    for tile in TILES:
        if zones.is_empty(tile):
            zones = zones.moved(zones.known(WASTELANDS)[0], tile)
    return zones


_UNIT = ("at", "exhausted", "damage", "moved")


def _units(state: State, entry: Entry | None) -> State:
    for name, said in entry.mapping().items() if entry is not None else ():
        one = altered(said, value={"at": said}) if isinstance(said.value, str) else said
        piece = name_of(name)
        slug = slug_of(piece)
        known = box().copies_of(name) or box().copies_of(piece)
        if not known or (slug != "hero" and record(slug).kind not in (Kind.UNIT, Kind.TOKEN)):
            raise one.fault(f"unknown unit '{name}'; expected f.hero, s.hero, f.no.17, f.token.wall")
        fields = one.fields(required=("at",), optional=_UNIT[1:])
        tile = fields["at"].text(TILES)
        if unit_on(state, tile) is not None:
            raise fields["at"].fault(f"two units stand on {tile}; a tile has room for one (KS-7.5)")
        zones = state.zones
        if slug == "hero" or slug.startswith("token"):
            free = [card for card in zones.known(SUPPLY) if name in (card, name_of(card))]
            if not free:
                raise one.fault(f"no '{name}' is left")
            card, zones = str(free[0]), zones.moved(free[0], stand(tile))
        else:
            card = free_copy(zones, name, one)
            zones = zones.put(stand(tile), [card])
        state = altered(state, zones=zones)
        if "exhausted" in fields:
            state = turned(state, card, sideways=fields["exhausted"].flag())
        if "damage" in fields:
            state = counted_as(state, card, Counts.DAMAGE, fields["damage"].whole(0, 99))
        if "moved" in fields and fields["moved"].flag():
            state = counted_as(state, card, Counts.MOVED, 1)
    return state


def _bound(state: State, entry: Entry | None) -> State:
    for name, one in entry.mapping().items() if entry is not None else ():
        unit = next(
            (
                str(card)
                for tile in TILES
                if (card := unit_on(state, tile)) is not None and name in (card, name_of(card))
            ),
            None,
        )
        if unit is None:
            raise one.fault(f"no unit '{name}' is on the field")
        for each in one.sequence():
            seat = seat_of(unit)
            card = free_copy(state.zones, f"{MARK[seat]}.{_formed(each, Form.BIND)}", each)
            zones = state.zones.put(own(seat, "binds"), [card])
            state = altered(state, zones=zones, binds=(*state.binds, (card, unit)))
    return state


def _seat(name: str, entry: Entry) -> Seat:
    if name not in SEATS:
        raise entry.fault(f"unknown seat '{name}'; expected one of {', '.join(SEATS)}")
    return Seat(name)


def _card(entry: Entry, kinds: tuple[Kind, ...]) -> str:
    name = name_of(entry.text())
    if name not in cards() or record(name).kind not in kinds:
        known = f"'{name}' is a {record(name).kind}" if name in cards() else f"unknown card '{name}'"
        such = next(slug for slug, one in cards().items() if one.kind in kinds)
        raise entry.fault(f"{known}; expected the number of a {' or '.join(kinds)}, such as {such}")
    return name


def _formed(entry: Entry, form: Form) -> str:
    """Return the number of a skill that has to be an aura, a curse or a bind."""
    slug = _card(entry, (Kind.SKILL,))
    if record(slug).form is not form:
        raise entry.fault(f"{slug} is {record(slug).form}; expected the number of a skill that is {form}")
    return slug


def _comes(state: State, seat: Seat) -> bool:
    """Tell whether a seat's hero isn't on the field yet, and has a start point."""
    return tile_of(state, hero(seat)) is None and any(start_tiles(state, seat))
