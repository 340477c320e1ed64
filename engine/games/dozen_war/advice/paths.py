"""The ways behind a piece's reach: the hexes that it walks, and the ends of its ways and lines."""

from collections.abc import Iterator

from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.reach import reach_of
from engine.games.dozen_war.ground.ways import Barriers, arm_of, base_move, climbs, reached, steps_of
from engine.games.dozen_war.legality.broken_moves import barred_by
from engine.games.dozen_war.position.field import BoardMap, bits
from engine.games.dozen_war.position.state import State

LINE_RULE = "DW-3.4"
"""The rule that attacks don't pass through mountains."""


def paths(field: BoardMap, cell: int, steps: int, passable: int) -> dict[int, tuple[int, ...]]:
    """Return a shortest path to every cell in reach, as the cells walked; the last needn't be passable."""
    found: dict[int, tuple[int, ...]] = {}
    seen = frontier = 1 << cell
    for step in range(steps):
        grown = field.spread(frontier) & ~seen
        for goal in bits(grown):
            before = field.around[goal] & frontier
            way = found[(before & -before).bit_length() - 1] if step else ()
            found[goal] = (*way, goal)
        seen |= grown
        frontier = grown & passable
    return found


def way_stops(rules: Rules, state: State, piece: int, stop: Barriers) -> Iterator[tuple[str, str, int]]:
    """Yield the barriers on a unit's ways: the rule, its reason, and the cells."""
    steps = steps_of(state, piece) or base_move(state, piece)
    met = reached(rules.field, state.at[piece], steps, rules.field.everywhere & ~stop.impassable)
    climber = climbs(state, piece)
    # A climber may end on a mountain, so only an occupied one is in its way.
    mountains = stop.obstacles & stop.no_room if climber else stop.obstacles
    barred = {"obstacles": mountains, "foes": stop.foes, "full": stop.full, "castles": stop.castles}
    for kind, mask in barred.items():
        if mask & met:
            yield *barred_by(rules, kind), mask & met


def line_stops(rules: Rules, state: State, piece: int) -> int:
    """Return the mountains that keep a unit from hitting farther from its cell (DW-3.4)."""
    cell, field = state.at[piece], rules.field
    reach = reach_of(state, piece, cell)
    if reach == 1:
        return 0
    found = 0
    if arm_of(state, piece) is Arm.ARCHER:
        if rules.options.archer_over_mountain == "on":
            return 0
        for ray in field.rays[cell]:
            for met in ray[: min(reach, len(ray)) - 1]:
                if state.obstacles >> met & 1:
                    found |= 1 << met
                    break
        return found
    clear = field.everywhere & ~state.obstacles
    return reached(field, cell, reach - 1, clear) & state.obstacles
