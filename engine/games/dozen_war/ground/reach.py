"""Where units may go and what they may hit: masks only, shared by generation, refusals and advice."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from engine.games.dozen_war.content.pack import Pack, load_pack
from engine.games.dozen_war.ground.field import Field, cells_in
from engine.games.dozen_war.ground.stand import OFF
from engine.games.dozen_war.options import Options
from engine.games.dozen_war.roster import (
    ARCHER,
    ARM_OF,
    CAVALRY,
    INFANTRY,
    IS_ARCHER,
    IS_CASTLE,
    IS_GENERAL,
    IS_SOLDIER,
    MOVE_OF,
    MOVES,
    SEAT_OF,
    Arm,
    Roster,
    generals_of,
)
from engine.games.dozen_war.state import State
from engine.games.dozen_war.using.supported import checked

CLIMBS = tuple(IS_SOLDIER[piece] and arm is not CAVALRY for piece, arm in enumerate(ARM_OF))
"""Which units may stand on mountains (DW-3.2)."""
SPANS_MAX = 1 << 16
"""How many spans of units that go several hexes are remembered."""
PLAIN_DAMAGE = 1
"""What every plain attack deals (headings of DW-5 to DW-8)."""


@dataclass(frozen=True, eq=False)
class Rules:
    """What a match is played with: board, names, readings, content."""

    field: Field
    roster: Roster
    options: Options
    content: str = "house"

    @cached_property
    def _volleys(self) -> dict[int, tuple[int, ...]]:
        return {}

    def volleys(self, obstacles: int) -> tuple[int, ...]:
        """Return, by cell, what an archer hits from there (DW-7, DW-7.3, DW-3.4)."""
        return self._volleys.get(obstacles) or self._aimed(obstacles)

    def _aimed(self, obstacles: int) -> tuple[int, ...]:
        stops = 0 if self.options.archer_over_mountain == "on" else obstacles
        found = self._volleys[obstacles] = tuple(
            self.field.sight(cell, archer_reach(obstacles, cell), stops)
            for cell in range(len(self.field.cells))
        )
        return found

    @cached_property
    def pack(self) -> Pack:
        """The content pack, read when a match first needs it.

        Raises:
            InputFault: no such pack, or a broken one.
        """
        return checked(load_pack(self.content))


class Barriers(NamedTuple):
    """What stops a unit: cells it can't pass, by rule, and cells it can't end in though it may pass them."""

    obstacles: int
    foes: int
    full: int
    castles: int
    no_room: int

    @property
    def impassable(self) -> int:
        """Cells that can't be passed (DW-2.2, DW-2.3, DW-3.1, DW-4.6)."""
        return self.obstacles | self.foes | self.full | self.castles


class Ways(NamedTuple):
    """Cells a unit may pass, cells it may end in, and mountains it could climb if it's able to."""

    passable: int
    open: int
    peaks: int


def barriers(rules: Rules, state: State, seat: int, *, general: bool) -> Barriers:
    """Return what stops a seat's soldiers, or its generals."""
    foes = state.stand.foes[seat]
    own_full = _full_for(rules, state, seat, general=general)
    in_the_way, castles = _held_by_others(rules, state, seat)
    return Barriers(
        obstacles=state.obstacles,
        foes=in_the_way,
        full=_full_to_pass(rules, state, own_full & ~foes),
        castles=castles,
        no_room=foes | own_full,
    )


def _held_by_others(rules: Rules, state: State, seat: int) -> tuple[int, int]:
    """Return the cells that others' units keep a seat from passing, and those that their castles do."""
    stand, options = state.stand, rules.options
    units = stand.foe_soldiers if options.enemy_blocks == "soldiers" else stand.foes
    return units[seat], stand.foe_castles[seat] if options.castle_entry == "own" else 0


def _full_for(rules: Rules, state: State, seat: int, *, general: bool) -> int:
    """Return the cells without room for another general or soldier (DW-2.1; in a duel DW-20)."""
    if rules.field.is_duel:
        return state.stand.units[seat]
    return state.stand.generals if general else state.stand.crowded


def _full_to_pass(rules: Rules, state: State, own_full: int) -> int:
    """Return the cells too full to be passed (DW-2.2), as this table reads it."""
    if rules.options.full_hex == "whole" and not rules.field.is_duel:
        return state.stand.generals & state.stand.crowded
    return own_full


def ways(rules: Rules, state: State, seat: int) -> tuple[Ways, Ways]:
    """Return where a seat's soldiers may pass and end, and where its generals may."""
    stand, foes = state.stand, state.stand.foes[seat]
    in_the_way, castles = _held_by_others(rules, state, seat)
    clear = rules.field.everywhere & ~(state.obstacles | in_the_way | castles)
    peaks = state.obstacles & ~stand.occupied
    if rules.options.volcano_is_mountain == "off":
        peaks &= ~(1 << rules.field.volcano)
    crowded = _full_for(rules, state, seat, general=False)
    led = _full_for(rules, state, seat, general=True)
    for_soldiers = clear & ~_full_to_pass(rules, state, crowded & ~foes)
    for_generals = clear & ~_full_to_pass(rules, state, led & ~foes)
    return (
        Ways(for_soldiers, for_soldiers & ~(foes | crowded), peaks),
        Ways(for_generals, for_generals & ~(foes | led), peaks),
    )


def arm_of(state: State, piece: int) -> Arm:
    """Return what a unit fights as now."""
    return state.changes[piece].arm or ARM_OF[piece] if piece in state.changes else ARM_OF[piece]


def climbs(state: State, piece: int) -> bool:
    """Tell whether a unit may stand on mountains as what it fights as now (DW-3.2)."""
    return CLIMBS[piece] and arm_of(state, piece) is not CAVALRY


def base_move(state: State, piece: int) -> int:
    """Return how many hexes a unit goes by itself (headings of DW-5 to DW-8)."""
    return MOVES[arm_of(state, piece)] if piece in state.changes else MOVE_OF[piece]


def steps_of(state: State, piece: int) -> int:
    """Return how many hexes a unit may still move this turn; 0 when it can't."""
    moved = state.moved >> piece & 1
    change = state.changes.get(piece)
    if change is None:
        return 0 if moved else MOVE_OF[piece]
    if change.sits:
        return 0
    return max(0, change.move + (0 if moved and not change.again else base_move(state, piece)))


def destinations(rules: Rules, state: State, piece: int, way: Ways, start: int | None = None) -> int:
    """Return the cells a unit's move may end in, whether or not it still has its move.

    `start` is where it sets out, if not from where it stands.
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


def reached(field: Field, cell: int, steps: int, passable: int) -> int:
    """Return the cells that a path of at most so many steps leads to, its last cell passable or not."""
    if steps <= 0:
        return 0
    if steps == 1:
        return field.around[cell]
    near = field.within(cell, steps) & passable  # what lies farther away makes no difference
    return field.spans.get((cell, steps, near)) or _spread_out(field, cell, steps, near)


def _spread_out(field: Field, cell: int, steps: int, passable: int) -> int:
    """What `reached` returns, found step by step, and remembered: surroundings seldom change."""
    found, seen = 0, 1 << cell
    if steps <= MOVES[CAVALRY]:  # of few steps those from the cells beside it are mostly known
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


def path_length(field: Field, cell: int, goal: int, passable: int) -> int | None:
    """Return the steps of the shortest path to a cell, itself passable or not; None when there's none."""
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


def archer_reach(obstacles: int, cell: int) -> int:
    """Return how far an archer in a cell shoots (DW-7, DW-7.3)."""
    return 4 if obstacles >> cell & 1 else 3


def reach_of(state: State, piece: int, cell: int) -> int:
    """Return how many hexes a unit hits from a cell, boosts counted."""
    own = archer_reach(state.obstacles, cell) if arm_of(state, piece) is ARCHER else 1
    return max(1, own + state.changed(piece).range) if state.marks else own


def range_from(rules: Rules, state: State, piece: int, cell: int) -> int:
    """Return the cells a unit could hit from a cell."""
    if piece in state.changes:
        return _changed_range(rules, state, piece, cell)
    return rules.volleys(state.obstacles)[cell] if IS_ARCHER[piece] else rules.field.around[cell]


def _changed_range(rules: Rules, state: State, piece: int, cell: int) -> int:
    """The range of a unit with marks: farther than one hex, a mountain stops what isn't shot (DW-3.4) too."""
    reach = reach_of(state, piece, cell)
    if arm_of(state, piece) is ARCHER:
        stops = 0 if rules.options.archer_over_mountain == "on" else state.obstacles
        return rules.field.sight(cell, reach, stops)
    clear = rules.field.everywhere & ~state.obstacles
    return reached(rules.field, cell, reach, clear) & ~(1 << cell)


def damage_of(state: State, piece: int) -> int:
    """Return what an attack of a unit deals, boosts counted."""
    return max(1, PLAIN_DAMAGE + state.changed(piece).damage) if state.marks else PLAIN_DAMAGE


def may_attack(state: State, piece: int) -> bool:
    """Tell whether nothing but the lack of a target keeps a unit from attacking."""
    return not state.acted >> piece & 1 and not (piece in state.changes and state.changes[piece].numb)


def foe_cells(state: State, seat: int) -> int:
    """Return the cells with units or castles of other seats."""
    return state.stand.foes[seat] | state.stand.foe_castles[seat]


def guarded(rules: Rules, state: State, castle: int) -> bool:
    """Tell whether units in a castle shield it (DW-4.3)."""
    stand, seat = state.stand, SEAT_OF[castle]
    guards = stand.units if rules.options.castle_guards == "units" else stand.soldiers
    return bool(guards[seat] >> state.at[castle] & 1)


def targets(rules: Rules, state: State, piece: int) -> list[int]:
    """Return what a unit may attack from where it stands, by cell, then by number."""
    in_reach = range_from(rules, state, piece, state.at[piece]) & foe_cells(state, SEAT_OF[piece])
    return targets_in(rules, state, piece, in_reach) if in_reach else []


def targets_in(rules: Rules, state: State, piece: int, cells: int) -> list[int]:
    """Return what a unit may attack in these cells of its range, by cell, then by number."""
    stand, seat = state.stand, SEAT_OF[piece]
    found: list[int] = []
    for cell in cells_in(cells):
        found += [unit for unit in stand.hosts.get(cell, ()) if SEAT_OF[unit] != seat]
        castle = stand.castle_on.get(cell)
        if castle is not None and SEAT_OF[castle] != seat and not guarded(rules, state, castle):
            found.append(castle)
    if piece in state.changes:
        aimed = state.changes[piece].aimed
        found = [unit for unit in found if unit not in aimed]
    return found


def victims(
    rules: Rules, state: State, piece: int, target: int, damage: int | None = None
) -> tuple[int, ...]:
    """Return whom the splash of an attack may hit, if nobody takes the hit for the target (DW-6.2 to 6.7).

    `damage`: what the attack deals, where that isn't what a plain one does.
    """
    dealt = damage_of(state, piece) if damage is None else damage
    if arm_of(state, piece) is not CAVALRY or state.hp[target] > dealt:
        return ()
    cell = state.at[target]
    castles = rules.options.castle_splash == "on"
    if state.obstacles >> cell & 1 or (IS_CASTLE[target] and not castles):
        return ()
    beside = enemies_in(rules, state, piece, cell, target, castles=castles)
    if beside:
        return beside
    farther = 1 + (state.changed(piece).spill if state.marks else 0)
    return enemies_behind(rules, state, piece, (state.at[piece], cell, farther))


def enemies_behind(rules: Rules, state: State, piece: int, attack: tuple[int, int, int]) -> tuple[int, ...]:
    """Return whom splash hits behind a lone target; `attack` is from which cell, on which, how far on."""
    castles = rules.options.castle_splash == "on"
    for behind in rules.field.beyond(*attack):
        found = enemies_in(rules, state, piece, behind, -1, castles=castles)
        if found:
            return found
        if state.obstacles >> behind & 1:
            break
    return ()


def enemies_in(
    rules: Rules, state: State, piece: int, cell: int, dead: int, *, castles: bool
) -> tuple[int, ...]:
    """Return the enemies in a cell that splash may hit once one of them is dead."""
    stand, seat = state.stand, SEAT_OF[piece]
    found = [unit for unit in stand.hosts.get(cell, ()) if unit != dead and SEAT_OF[unit] != seat]
    castle = stand.castle_on.get(cell)
    if castles and castle is not None and castle != dead and SEAT_OF[castle] != seat:
        guards_count = rules.options.castle_guards == "units"
        if not any(SEAT_OF[unit] == SEAT_OF[castle] and (guards_count or IS_SOLDIER[unit]) for unit in found):
            found.append(castle)
    return tuple(found)


def blockers(rules: Rules, state: State, target: int) -> tuple[int, ...]:
    """Return who may take a hit for a target (DW-5.3, DW-5.6); nobody, once it has died of it."""
    if state.at[target] == OFF:
        return ()
    near = rules.field.distances[state.at[target]]
    return tuple(
        unit
        for unit in state.stand.on_board[SEAT_OF[target]]
        if unit != target and near[state.at[unit]] <= 1 and can_block(rules, state, unit)
    )


def can_block(rules: Rules, state: State, unit: int) -> bool:
    """Tell whether a unit blocks at all: infantry, and infantry generals unless the table says never."""
    if state.marks and state.changed(unit).numb:
        return False
    never = IS_GENERAL[unit] and rules.options.general_block == "never"
    return arm_of(state, unit) is INFANTRY and not never


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
    """Tell whether a hex still holds a unit of this rank and no enemy of it (DW-2.1, DW-5.2)."""
    stand = state.stand
    full = stand.generals if IS_GENERAL[piece] else stand.crowded
    if full >> cell & 1:
        return False
    return not any(SEAT_OF[unit] != SEAT_OF[piece] for unit in stand.hosts.get(cell, ()))


def warpable(rules: Rules, state: State, piece: int) -> bool:
    """Tell whether the warp would take a unit of the seat to move (DW-14.1 to 14.3)."""
    warp, cell, seat = rules.field.volcano, state.at[piece], SEAT_OF[piece]
    return (
        state.warp_open
        and cell != OFF
        and bool(state.stand.units[seat] >> warp & 1)
        and bool(state.stand.castles[seat] >> cell & 1)
        and cell != warp
        and has_room(state, piece, warp)
    )
