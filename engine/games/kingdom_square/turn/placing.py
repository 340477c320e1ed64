"""Units come to stand somewhere: transferred, made, moved back (KS-11.2)."""

from engine.core.ids import Seat
from engine.games.kingdom_square.position.field import (
    forward,
    moved_by,
    neighbours,
    row_of,
)
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    State,
    at_tile,
    is_exhausted,
    seat_of,
    side,
    slug_of,
    stand,
    tile_of,
    unit_on,
)
from engine.kit.changing import altered


def placed(state: State, unit: str, tile: str | None) -> State:
    """Return a state in which a unit was transferred to a tile, if that is free (KS-11.2)."""
    if tile is None or unit_on(state, tile) is not None or tile_of(state, unit) is None:
        return state
    sideways = is_exhausted(state, unit)
    return altered(state, zones=state.zones.moved(unit, stand(tile), sideways=sideways))


def made(state: State, seat: Seat, slug: str, tile: str) -> State:
    """Return a state in which a token stands on a tile, if one is left and the tile is free."""
    spare = [
        card
        for card in state.zones.known(SUPPLY)
        if slug_of(card) == slug and seat_of(card) == seat and unit_on(state, tile) is None
    ]
    return altered(state, zones=state.zones.moved(spare[0], stand(tile))) if spare else state


def backed(state: State, unit: str) -> State:
    """Return a state in which a unit was moved one tile back, as its side looks, if that is free."""
    return placed(state, unit, moved_by(at_tile(state, unit), 0, -forward(side(state, unit))))


def free_beside(state: State, unit: str) -> tuple[str, ...]:
    """Return the free tiles beside a unit."""
    return tuple(one for one in neighbours(at_tile(state, unit)) if unit_on(state, one) is None)


def behind(start: str, tile: str) -> str | None:
    """Return the tile behind another one, as seen from a start; None: beside the field."""
    return moved_by(tile, ord(tile[0]) - ord(start[0]), row_of(tile) - row_of(start))
