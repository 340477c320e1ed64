"""The rules that a move breaks."""

from collections.abc import Iterator

from engine.core.decisions import Violation, broken
from engine.games.dozen_war.arms import Arm, arm_label
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.room import Stander, place_faults
from engine.games.dozen_war.ground.tokens import turn_over
from engine.games.dozen_war.ground.ways import (
    Barriers,
    arm_of,
    barriers,
    base_move,
    climbs,
    path_length,
    steps_of,
)
from engine.games.dozen_war.position.marks import HOLDING, Status, status_label
from engine.games.dozen_war.position.roster import IS_GENERAL, SEAT_OF
from engine.games.dozen_war.position.state import State

MOVE_RULE = {
    Arm.INFANTRY: "DW-5",
    Arm.CAVALRY: "DW-6.1",
    Arm.ARCHER: "DW-7",
    Arm.ALCHEMIST: "DW-8.2",
}
"""The rules about each arm's move."""

_BY_BARRIER = {
    "obstacles": ("DW-3.1", "through_mountain"),
    "foes": ("DW-2.3", "through_enemy"),
    "full": ("DW-2.2", "through_full"),
    "castles": ("DW-4.6", "through_castle"),
}


def move_faults(rules: Rules, state: State, piece: int, to: int) -> Iterator[Violation]:
    """Yield the violations of a unit's move to a cell."""
    name = rules.roster.ids[piece]
    yield from ended_faults(rules, state, piece)
    if state.done.moved >> piece & 1 and not steps_of(state, piece) and not state.changed(piece).sits:
        yield broken("DW-18.2", "already_moved", piece=name)
    yield from held_faults(rules, state, piece, HOLDING)
    if state.at[piece] == to:
        yield broken("DW-18.2", "stands_there", piece=name, cell=rules.field.cells[to])
        return
    general, name = IS_GENERAL[piece], rules.roster.ids[piece]
    yield from place_faults(rules, state, SEAT_OF[piece], to, Stander(name, general, climbs(state, piece)))
    yield from _distance_faults(rules, state, piece, to)


def _distance_faults(rules: Rules, state: State, piece: int, to: int) -> Iterator[Violation]:
    arm, cell = arm_of(state, piece), state.at[piece]
    limit = steps_of(state, piece) or base_move(state, piece)
    straight = rules.field.distances[cell][to]
    rule = MOVE_RULE[arm]
    if limit == 1:
        if straight > 1:
            yield _too_far(rules, state, piece, to, straight)
        return
    stop = barriers(rules, state, SEAT_OF[piece], general=IS_GENERAL[piece])
    everywhere = rules.field.everywhere
    walked = path_length(rules.field, cell, to, everywhere & ~stop.impassable)
    if walked is not None and walked <= limit:
        return
    if walked is not None or straight > limit:
        yield _too_far(rules, state, piece, to, straight if walked is None else walked)
    else:
        yield broken(rule, "no_way", piece=rules.roster.ids[piece], cell=rules.field.cells[to])
    if straight <= limit:
        yield from _ways_barred(rules, stop, cell, to, limit)


def _ways_barred(rules: Rules, stop: Barriers, cell: int, to: int, limit: int) -> Iterator[Violation]:
    """Yield each kind of barrier without which the way would be short enough."""
    for barrier in _BY_BARRIER:
        others = 0
        for other in _BY_BARRIER:
            if other != barrier:
                others |= getattr(stop, other)
        walked = path_length(rules.field, cell, to, rules.field.everywhere & ~others)
        if walked is not None and walked <= limit:
            rule, reason = barred_by(rules, barrier)
            yield broken(rule, reason, cell=rules.field.cells[to])


def barred_by(rules: Rules, barrier: str) -> tuple[str, str]:
    """Return the rule that makes a barrier (a field of `Barriers`) stop units, and its reason."""
    if barrier == "full" and rules.field.is_duel:
        return "DW-20", "through_ally"
    return _BY_BARRIER[barrier]


def _too_far(rules: Rules, state: State, piece: int, to: int, moved: int) -> Violation:
    arm = arm_of(state, piece)
    return broken(
        MOVE_RULE[arm],
        "too_far",
        piece=rules.roster.ids[piece],
        arm=arm_label(arm),
        cell=rules.field.cells[to],
        moved=moved,
        allowed=steps_of(state, piece) or base_move(state, piece),
    )


def ended_faults(rules: Rules, state: State, piece: int) -> Iterator[Violation]:
    """Yield the reasons why a unit's turn is over: it attacked (DW-18.2), or it dug (DW-13.1)."""
    if state.done.acted >> piece & 1:
        yield turn_over(rules, state, piece)


def held_faults(rules: Rules, state: State, piece: int, by: frozenset[Status]) -> Iterator[Violation]:
    """Yield the statuses, of the given ones, that hold a unit (DW-11.4)."""
    for status in sorted(state.changed(piece).statuses):
        if status in by:
            yield broken("DW-11.4", "held", piece=rules.roster.ids[piece], status=status_label(status))
