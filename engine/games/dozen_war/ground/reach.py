"""The moves and attacks that units may make, as masks. Legal actions, refusals and advice share them."""

from engine.games.dozen_war.arms import ARCHER, CAVALRY, INFANTRY
from engine.games.dozen_war.content.rules import Rules, archer_reach
from engine.games.dozen_war.ground.ways import arm_of, foe_cells
from engine.games.dozen_war.position.field import cells_in
from engine.games.dozen_war.position.marks import FightsAs
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    IS_ARCHER,
    IS_CASTLE,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
)
from engine.games.dozen_war.position.state import State, altered

PLAIN_DAMAGE = 1
"""The damage of every plain attack, in HP (headings of DW-5 to DW-8)."""


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
    """Return the range of a unit with marks: beyond one hex along lines, to the first mountain (DW-3.4)."""
    reach = reach_of(state, piece, cell)
    if arm_of(state, piece) is ARCHER:
        stops = 0 if rules.options.archer_over_mountain == "on" else state.obstacles
        return rules.field.sight(cell, reach, stops)
    return rules.field.sight(cell, reach, state.obstacles)


def plain_range(rules: Rules, state: State, piece: int, cell: int) -> int:
    """Return the cells that a unit of its arm hits from a cell, without boosts."""
    if not state.marks:
        return range_from(rules, state, piece, cell)
    plain = altered(state, marks=tuple(mark for mark in state.marks if isinstance(mark.means, FightsAs)))
    return range_from(rules, plain, piece, cell)


def damage_of(state: State, piece: int) -> int:
    """Return the damage of a unit's attack, boosts counted."""
    return max(1, PLAIN_DAMAGE + state.changed(piece).damage) if state.marks else PLAIN_DAMAGE


def may_attack(state: State, piece: int) -> bool:
    """Tell whether a unit may attack, apart from whether it has a target."""
    return not state.done.acted >> piece & 1 and not (piece in state.changes and state.changes[piece].sits)


def guarded(rules: Rules, state: State, castle: int) -> bool:
    """Tell whether units in a castle guard it (DW-4.3)."""
    stand, seat = state.stand, SEAT_OF[castle]
    guards = stand.units if rules.options.castle_guards == "units" else stand.soldiers
    return bool(guards[seat] >> state.at[castle] & 1)


def targets(rules: Rules, state: State, piece: int) -> list[int]:
    """Return the pieces that a unit may attack from where it stands, by cell, then by number."""
    in_reach = range_from(rules, state, piece, state.at[piece]) & foe_cells(state, SEAT_OF[piece])
    return targets_in(rules, state, piece, in_reach) if in_reach else []


def targets_in(rules: Rules, state: State, piece: int, cells: int) -> list[int]:
    """Return the pieces that a unit may attack in these cells of its range, by cell, then by number."""
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
    """Return the pieces that an attack's splash may hit if nobody blocks for the target (DW-6.2 to 6.7).

    `damage` is the attack's, in HP, where it differs from a plain attack's.
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
    """Return the pieces that splash may hit behind a lone target.

    `attack` has the attacker's cell, the target's cell, and the number of hexes behind the target.
    """
    castles = rules.options.castle_splash == "on"
    all_found: tuple[int, ...] = ()
    for behind in rules.field.beyond(*attack):
        all_found += enemies_in(rules, state, piece, behind, -1, castles=castles)
        if all_found and rules.options.lance == "nearer":
            break
        if state.obstacles >> behind & 1:
            break
    return all_found


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
    """Return the units that may take a hit for a target (DW-5.3, DW-5.6); none once the hit has killed it."""
    if state.at[target] == OFF:
        return ()
    near = rules.field.distances[state.at[target]]
    return tuple(
        unit
        for unit in state.stand.on_board[SEAT_OF[target]]
        if unit != target and near[state.at[unit]] <= 1 and can_block(rules, state, unit)
    )


def can_block(rules: Rules, state: State, unit: int) -> bool:
    """Tell whether a unit can block: infantry, and infantry generals unless the table's option forbids it."""
    if state.marks and state.changed(unit).numb:
        return False
    never = IS_GENERAL[unit] and rules.options.general_block == "never"
    return arm_of(state, unit) is INFANTRY and not never
