"""Units reach a tile, and the land's effects on them (KS-7.2, KS-11.2)."""

from engine.core.ids import Seat
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.field import (
    forward,
    moved_by,
    neighbours,
    row_of,
)
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.paths import must_explore
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    at_tile,
    classes_of,
    counted,
    is_exhausted,
    land_on,
    seat_of,
    side,
    slug_of,
    stand,
    tile_of,
    unit_on,
)
from engine.games.kingdom_square.position.stats import is_flying
from engine.games.kingdom_square.turn.consequences import Event, Follows, due
from engine.games.kingdom_square.turn.damage import explored, fallen, harmed
from engine.kit.changed import altered


def put(state: State, unit: str, tile: str | None) -> State:
    """Return the state after a unit was put on a tile, if it is free, without the land's effects."""
    if tile is None or unit_on(state, tile) is not None or tile_of(state, unit) is None:
        return state
    sideways = is_exhausted(state, unit)
    return altered(state, zones=state.zones.moved(unit, stand(tile), sideways=sideways))


def placed(game: TableRules, state: State, unit: str, tile: str | None) -> State:
    """Return a state where a unit was transferred to a tile, if that is free (KS-11.2).

    The unit enters the land there as by a step, but not the lands between.
    """
    after = put(state, unit, tile)
    return state if after is state or tile is None else entered(game, after, unit, tile)


def entered(game: TableRules, state: State, unit: str, tile: str, *, exploring: bool = False) -> State:
    """Return the state after a unit has entered a tile: explored if it must be, with the land's effects.

    `exploring`: the tile is explored by choice. A flying unit declines the effects of entering, but not on a
    land that it has just explored (KS-10).
    """
    now = field_now(state)
    found = tile in now.hidden and (exploring or must_explore(game, now, now.units[unit], tile))
    if found:
        state = explored(game, state, tile)
    land = land_on(state, tile)
    if land is None or tile_of(state, unit) != tile:
        return fallen(game, state)
    if not found and is_flying(game, now, now.units[unit]):
        return fallen(game, state)
    soil = land.soil
    if soil.blows:
        state = counted(backed(game, state, unit), unit, Counts.ROOTED, 1)
    if soil.lectures and soil.lectures in classes_of(state, unit):
        state = due(state, Follows(Event.LECTURED, side(state, unit)))
    return harmed(game, state, [(unit, soil.on_entering)], land.element)


def made(state: State, seat: Seat, slug: str, tile: str) -> State:
    """Return the state after a token was put on a tile, if a token is left and the tile is free."""
    spare = [
        card
        for card in state.zones.known(SUPPLY)
        if slug_of(card) == slug and seat_of(card) == seat and unit_on(state, tile) is None
    ]
    return altered(state, zones=state.zones.moved(spare[0], stand(tile))) if spare else state


def backed(game: TableRules, state: State, unit: str) -> State:
    """Return the state after a unit was moved one tile back, seen from its side, if that tile is free."""
    return placed(game, state, unit, moved_by(at_tile(state, unit), 0, -forward(side(state, unit))))


def free_beside(state: State, unit: str) -> tuple[str, ...]:
    """Return the free tiles beside a unit."""
    return tuple(one for one in neighbours(at_tile(state, unit)) if unit_on(state, one) is None)


def behind(start: str, tile: str) -> str | None:
    """Return the tile behind another one, as seen from a start; None: off the field."""
    return moved_by(tile, ord(tile[0]) - ord(start[0]), row_of(tile) - row_of(start))
