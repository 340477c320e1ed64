"""The cells that units may go to, as masks. Legal actions, refusals and advice share them."""

from typing import NamedTuple

from engine.games.dozen_war.arms import CAVALRY, MOVES, Arm
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.position.field import BoardMap, cells_in
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    ARM_OF,
    IS_GENERAL,
    IS_SOLDIER,
    MOVE_OF,
    SEAT_OF,
    generals_of,
)
from engine.games.dozen_war.position.state import State

CLIMBS = tuple(IS_SOLDIER[piece] and arm is not CAVALRY for piece, arm in enumerate(ARM_OF))
"""The units that may stand on mountains (DW-3.2)."""
SPANS_MAX = 1 << 16
"""The most spans of longer ways that are remembered."""


class Barriers(NamedTuple):
    """The cells that stop a unit, as bits, by rule."""

    obstacles: int
    """Mountains, and the volcano while it is closed (DW-3.1)."""
    foes: int
    """Cells that enemies hold (DW-2.3)."""
    full: int
    """Cells without room for the unit (DW-2.2)."""
    castles: int
    """Standing castles of enemies (DW-4.6)."""
    no_room: int
    """Cells that it may pass but not end in, because they have no room for it (DW-2.1)."""

    @property
    def impassable(self) -> int:
        """Cells that can't be passed (DW-2.2, DW-2.3, DW-3.1, DW-4.6)."""
        return self.obstacles | self.foes | self.full | self.castles


class Ways(NamedTuple):
    """The cells that a unit may go through or to, as bits."""

    passable: int
    """The cells that it may pass."""
    open: int
    """The cells that it may end in."""
    peaks: int
    """The mountains that a climber may end on (DW-3.2)."""


def barriers(rules: Rules, state: State, seat: int, *, general: bool) -> Barriers:
    """Return the barriers for a seat's soldiers, or for its generals."""
    foes = state.stand.foes[seat]
    own_full = _full_for(rules, state, seat, general=general)
    in_the_way, castles = _held_by_others(rules, state, seat)
    return Barriers(
        obstacles=state.obstacles,
        foes=in_the_way,
        full=_full_to_pass(rules, state, own_full & ~_as_foes(rules, in_the_way, foes)),
        castles=castles,
        no_room=foes | own_full,
    )


def _held_by_others(rules: Rules, state: State, seat: int) -> tuple[int, int]:
    """Return the cells that other seats' units keep a seat from passing, and those that their castles do."""
    stand, options = state.stand, rules.options
    if options.castle_entry == "own":
        castles = stand.foe_castles[seat]
    elif options.enemy_blocks == "soldiers alone":
        castles = 0
    else:
        castles = stand.foe_castles[seat] & stand.foes[seat]
    return (stand.foes if options.enemy_blocks == "units" else stand.foe_soldiers)[seat], castles


def _as_foes(rules: Rules, in_the_way: int, foes: int) -> int:
    """Return the enemies' cells that stop a unit as enemies, whether or not they are full.

    Any general stops a general (DW-2.2). Where only soldiers stop passing, only a general of
    the same player does.
    """
    return foes if rules.options.enemy_blocks == "soldiers alone" else in_the_way


def _full_for(rules: Rules, state: State, seat: int, *, general: bool) -> int:
    """Return the cells without room for another general or soldier (DW-2.1; in a duel DW-20)."""
    if rules.field.is_duel:
        return state.stand.units[seat]
    return state.stand.generals if general else state.stand.crowded


def _full_to_pass(rules: Rules, state: State, own_full: int) -> int:
    """Return the cells too full to pass (DW-2.2), by this table's reading."""
    if rules.options.full_hex == "whole" and not rules.field.is_duel:
        return state.stand.generals & state.stand.crowded
    return own_full


def ways(rules: Rules, state: State, seat: int) -> tuple[Ways, Ways]:
    """Return the ways of a seat's soldiers, and those of its generals."""
    stand, foes = state.stand, state.stand.foes[seat]
    in_the_way, castles = _held_by_others(rules, state, seat)
    clear = rules.field.everywhere & ~(state.obstacles | in_the_way | castles)
    peaks = state.obstacles & ~stand.occupied
    if rules.options.volcano_is_mountain == "off":
        peaks &= ~(1 << rules.field.volcano)
    crowded = _full_for(rules, state, seat, general=False)
    led = _full_for(rules, state, seat, general=True)
    counted = _as_foes(rules, in_the_way, foes)
    for_soldiers = clear & ~_full_to_pass(rules, state, crowded & ~counted)
    for_generals = clear & ~_full_to_pass(rules, state, led & ~counted)
    return (
        Ways(for_soldiers, for_soldiers & ~(foes | crowded), peaks),
        Ways(for_generals, for_generals & ~(foes | led), peaks),
    )


def arm_of(state: State, piece: int) -> Arm:
    """Return the arm that a unit fights as now."""
    return state.changes[piece].arm or ARM_OF[piece] if piece in state.changes else ARM_OF[piece]


def climbs(state: State, piece: int) -> bool:
    """Tell whether a unit may stand on mountains, by the arm that it fights as now (DW-3.2)."""
    return CLIMBS[piece] and arm_of(state, piece) is not CAVALRY


def base_move(state: State, piece: int) -> int:
    """Return the number of hexes a unit moves without boosts (headings of DW-5 to DW-8)."""
    change = state.changes.get(piece)
    return MOVE_OF[piece] if change is None else max(0, MOVES[arm_of(state, piece)] + change.pace)


def steps_of(state: State, piece: int) -> int:
    """Return how many hexes a unit may still move this turn; 0 when it can't."""
    moved = state.done.moved >> piece & 1
    change = state.changes.get(piece)
    if change is None:
        return 0 if moved else MOVE_OF[piece]
    if change.sits:
        return 0
    whole = 0 if moved and not change.again else base_move(state, piece)
    return max(0, change.move + whole)


def destinations(rules: Rules, state: State, piece: int, way: Ways, start: int | None = None) -> int:
    """Return the cells where a unit's move may end, even if its move is used up.

    `start` is the cell where it sets out, if not its own.
    """
    cell = state.at[piece] if start is None else start
    if piece in state.changes:
        steps = steps_of(state, piece) or base_move(state, piece)
        climber = climbs(state, piece)
        return reached(rules.field, cell, steps, way.passable) & (
            way.open | way.peaks if climber else way.open
        )
    if MOVE_OF[piece] == 1:
        ends = way.open | way.peaks if CLIMBS[piece] else way.open
        return rules.field.around[cell] & ends
    return reached(rules.field, cell, MOVE_OF[piece], way.passable) & way.open


def reached(field: BoardMap, cell: int, steps: int, passable: int) -> int:
    """Return the cells at the ends of paths of at most `steps` steps; the last cell needn't be passable."""
    if steps <= 0:
        return 0
    if steps == 1:
        return field.around[cell]
    near = field.within(cell, steps) & passable  # cells farther away make no difference
    return field.spans.get((cell, steps, near)) or _spread_out(field, cell, steps, near)


def _spread_out(field: BoardMap, cell: int, steps: int, passable: int) -> int:
    """Return the result of `reached`, worked out step by step and remembered: surroundings seldom change."""
    found, seen = 0, 1 << cell
    if steps <= MOVES[CAVALRY]:  # a few steps are mostly known from the cells beside it
        found = field.around[cell]
        for beside in cells_in(found & passable):
            found |= reached(field, beside, steps - 1, passable)
        found &= ~seen
    else:
        frontier = seen
        for _ in range(steps):
            grown = field.spread(frontier) & ~seen
            found |= grown
            seen |= grown
            frontier = grown & passable
    if len(field.spans) >= SPANS_MAX:
        field.spans.clear()
    field.spans[cell, steps, passable] = found
    return found


def path_length(field: BoardMap, cell: int, goal: int, passable: int) -> int | None:
    """Return the length of the shortest path to a cell, passable or not; None when there's none."""
    seen = frontier = 1 << cell
    steps, wanted = 0, 1 << goal
    while frontier:
        steps += 1
        grown = field.spread(frontier) & ~seen
        if grown & wanted:
            return steps
        seen |= grown
        frontier = grown & passable
    return None


def foe_cells(state: State, seat: int) -> int:
    """Return the cells with units or castles of other seats."""
    return state.stand.foes[seat] | state.stand.foe_castles[seat]


def free_castles(rules: Rules, state: State, seat: int) -> int:
    """Return the cells of a seat's standing castles with a free general slot (DW-8.3, DW-16.4)."""
    stand = state.stand
    return stand.castles[seat] & ~stand.generals & ~stand.foes[seat] & rules.field.everywhere


def in_hand(state: State, seat: int) -> list[int]:
    """Return a player's living generals off the board: those still to be placed (DW-16.4)."""
    return [
        piece
        for piece in generals_of(seat)
        if state.generals >> piece & 1 and state.at[piece] == OFF and state.hp[piece]
    ]


def has_room(state: State, piece: int, cell: int) -> bool:
    """Tell whether a hex has room for a unit of this rank, and no enemy of it (DW-2.1, DW-5.2)."""
    stand = state.stand
    full = stand.generals if IS_GENERAL[piece] else stand.crowded
    if full >> cell & 1:
        return False
    return not any(SEAT_OF[unit] != SEAT_OF[piece] for unit in stand.hosts.get(cell, ()))


def goes_nowhere(state: State, piece: int) -> bool:
    """Tell whether a unit has no move left: its turn is over, or only an attack remains (DW-18.2)."""
    done = state.done
    return bool((done.acted | done.fought & done.moved) >> piece & 1)


def warpable(rules: Rules, state: State, piece: int) -> bool:
    """Tell whether the warp would take a unit of the seat to move (DW-14.1 to 14.3)."""
    warp, cell, seat = rules.field.volcano, state.at[piece], SEAT_OF[piece]
    return (
        state.warp_open
        and cell != OFF
        and bool(state.stand.units[seat] >> warp & 1)
        and bool(state.stand.castles[seat] >> cell & 1)
        and cell != warp
        and not goes_nowhere(state, piece)
        and not state.changed(piece).sits
        and has_room(state, piece, warp)
    )
