"""The rules that an attack breaks."""

from collections.abc import Iterator

from engine.core.decisions import Violation, broken
from engine.core.sentences import joined
from engine.games.dozen_war.arms import Arm, arm_label
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.reach import damage_of, guarded, range_from, reach_of, victims
from engine.games.dozen_war.ground.ways import arm_of
from engine.games.dozen_war.legality.broken_moves import ended_faults, held_faults
from engine.games.dozen_war.position.marks import HOLDING
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import IS_CASTLE, SEAT_OF
from engine.games.dozen_war.position.state import State

RANGE_RULE = {
    Arm.INFANTRY: "DW-5",
    Arm.CAVALRY: "DW-6",
    Arm.ARCHER: "DW-7",
    Arm.ALCHEMIST: "DW-8.2",
}
"""The rules about each arm's range."""


def attack_faults(
    rules: Rules, state: State, piece: int, target: int, splash: int | None
) -> Iterator[Violation]:
    """Yield the violations of a unit's attack on a target, also those of a named splash victim."""
    ids = rules.roster.ids
    yield from ended_faults(rules, state, piece)
    yield from held_faults(rules, state, piece, HOLDING)
    if not state.owns(target):
        yield broken("DW-16.2", "not_in_match", piece=ids[target])
        return
    if state.at[target] == OFF:
        if IS_CASTLE[target]:
            yield broken("DW-4.4", "castle_destroyed", target=ids[target])
        else:
            yield broken("DW-18.2", "target_gone", target=ids[target])
        return
    if SEAT_OF[target] == SEAT_OF[piece]:
        yield broken("DW-18.2", "own_target", target=ids[target])
        return
    if target in state.changed(piece).aimed:
        yield broken("DW-18.2", "aimed_already", piece=ids[piece], target=ids[target])
    out_of_range = tuple(_range_faults(rules, state, piece, target))
    yield from out_of_range
    if IS_CASTLE[target] and guarded(rules, state, target):
        yield broken("DW-4.3", "castle_guarded", target=ids[target])
    if not out_of_range:
        yield from _splash_faults(rules, state, piece, target, splash)


def _range_faults(rules: Rules, state: State, piece: int, target: int) -> Iterator[Violation]:
    ids, arm = rules.roster.ids, arm_of(state, piece)
    cell, goal = state.at[piece], state.at[target]
    distance = rules.field.distances[cell][goal]
    if distance == 0:
        yield broken("DW-5.2", "same_hex", piece=ids[piece], target=ids[target])
        return
    reach = reach_of(state, piece, cell)
    if distance > reach:
        on_mountain = arm is Arm.ARCHER and state.obstacles >> cell & 1
        for rule in ("DW-7.3", "DW-3.3") if on_mountain else (RANGE_RULE[arm],):
            yield broken(
                rule,
                "out_of_range",
                piece=ids[piece],
                target=ids[target],
                arm=arm_label(arm),
                distance=distance,
                reach=reach,
            )
    if arm is not Arm.ARCHER:
        if distance <= reach and not range_from(rules, state, piece, cell) >> goal & 1:
            if rules.field.on_line(cell, goal) is None:
                yield broken(RANGE_RULE[arm], "strikes_along_lines", piece=ids[piece], target=ids[target])
            else:
                yield broken("DW-3.4", "mountains_between", target=ids[target])
        return
    between = rules.field.on_line(cell, goal)
    if between is None:
        yield broken("DW-7", "not_on_line", piece=ids[piece], target=ids[target])
    elif rules.options.archer_over_mountain == "off":
        for passed in between:
            if state.obstacles >> passed & 1:
                for rule in ("DW-3.4", "DW-7.2"):
                    yield broken(rule, "mountain_between", target=ids[target], cell=rules.field.cells[passed])


def _splash_faults(
    rules: Rules, state: State, piece: int, target: int, splash: int | None
) -> Iterator[Violation]:
    ids = rules.roster.ids
    possible = victims(rules, state, piece, target)
    if splash is None:
        if len(possible) > 1:
            names = joined([ids[victim] for victim in possible])
            yield broken("DW-6.2", "name_splash", target=ids[target], victims=names)
        return
    if splash in possible:
        return
    if arm_of(state, piece) is not Arm.CAVALRY:
        yield broken("DW-6.2", "only_cavalry_splashes", piece=ids[piece])
        return
    yield from _wrong_victim_faults(rules, state, piece, target, splash, possible)


def _wrong_victim_faults(  # the attack's pieces in their order
    rules: Rules, state: State, piece: int, target: int, splash: int, possible: tuple[int, ...]
) -> Iterator[Violation]:
    """Yield why cavalry's splash can't hit this victim; without such a rule, it's in the wrong place."""
    ids = rules.roster.ids
    survives = state.hp[target] > damage_of(state, piece)
    on_mountain = bool(state.obstacles >> state.at[target] & 1)
    castle = (IS_CASTLE[target] or IS_CASTLE[splash]) and rules.options.castle_splash == "off"
    if survives:
        yield broken("DW-6.4", "no_kill_no_splash", target=ids[target], hp=state.hp[target])
    if on_mountain:
        for rule in ("DW-6.6", "DW-3.5"):
            yield broken(rule, "no_splash_from_mountain", target=ids[target])
    if castle:
        yield broken("DW-6.7", "no_castle_splash", target=ids[target], splash=ids[splash])
    if not (survives or on_mountain or castle):
        beside = any(state.at[victim] == state.at[target] for victim in possible)
        rule = "DW-6.2" if beside else "DW-6.3"
        yield broken(rule, "splash_elsewhere", target=ids[target], splash=ids[splash])
