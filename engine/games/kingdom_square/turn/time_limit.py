"""The outcome of a match when its time is over (KS-3.4)."""

from collections.abc import Callable

from engine.core.ids import Seat
from engine.games.kingdom_square.match import Counts, State
from engine.games.kingdom_square.position.field import SEATS, SIDE, area_of, foe, row_of
from engine.games.kingdom_square.position.state import at_tile, hero, rule
from engine.games.kingdom_square.turn.damage import ended


def timed_out(state: State) -> State:
    """Return the state after the time is over: the first comparison with a difference decides.

    A hero in the opponent's area; a hero nearer to the goal line; a start farther back; fewer lost HP; else a
    draw.
    """
    for reason, of in _COMPARED.items():
        first, second = (of(state, seat) for seat in SEATS)
        if first != second:
            return ended(state, (SEATS[0 if first > second else 1],), rule(3, 4), reason)
    return ended(state, (), rule(3, 4), "time_draw")


def _is_inside(state: State, seat: Seat) -> int:
    return int(area_of(at_tile(state, hero(seat))) == foe(seat))


def _progress(state: State, seat: Seat) -> int:
    return _rows(seat, row_of(at_tile(state, hero(seat))))


def _start(state: State, seat: Seat) -> int:
    return -_rows(seat, state.starts[SEATS.index(seat)])


def _kept(state: State, seat: Seat) -> int:
    return -state.counters[hero(seat), Counts.DAMAGE]


def _rows(seat: Seat, row: int) -> int:
    """Return how many rows a seat has advanced, counted from its own edge."""
    return row if seat == SEATS[0] else SIDE + 1 - row


_COMPARED: dict[str, Callable[[State, Seat], int]] = {
    "time_area": _is_inside,
    "time_progress": _progress,
    "time_start": _start,
    "time_hp": _kept,
}
