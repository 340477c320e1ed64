"""The rules that the things in the slots of a card or skill break."""

from collections.abc import Iterator

from engine.core.decisions import Violation, broken
from engine.core.phrase import Fact, Phrase
from engine.core.sentences import joined
from engine.games.dozen_war.arms import SOLDIER_ARMS, Arm, arm_label
from engine.games.dozen_war.content.effect import ARM_WORDS
from engine.games.dozen_war.content.records import SkillRecord
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.targets import UNITS, Only, Target, Where, Who
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.ground.reach import guarded, range_from
from engine.games.dozen_war.ground.room import Stander, barring, landing, place_faults, stopping
from engine.games.dozen_war.ground.seat_position import SeatPosition
from engine.games.dozen_war.ground.tokens import turn_over
from engine.games.dozen_war.ground.ways import arm_of, reached
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    HP_MAX,
    IS_CASTLE,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
    seat_label,
)
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.texts import TEXTS
from engine.games.dozen_war.using.recipes import copies
from engine.games.dozen_war.using.skills import own_skills
from engine.games.dozen_war.using.slots import ARMS, cell_of, filled, texts_of
from engine.games.dozen_war.using.targeting import can_recruit, fitting, gives, tires


def slot_faults(rules: Rules, state: State, use: Use) -> Iterator[Violation]:
    """Yield the violations of the things in the slots."""
    known = {str(slot.name) for slot in use.record.targets if not slot.every}
    for slot_name in use.chosen:
        if slot_name not in known:
            yield broken(use.rule, "no_such_slot", slot=slot_name, name=use.record.names.phrase)
    scene = SeatPosition(rules, state, use.seat)
    so_far = Use(use.record, use.seat, use.user, use.stars, {}, use.hit)
    for slot in use.record.targets:
        if slot.every:
            so_far = filled(so_far, slot, fitting(scene, so_far, slot))
            continue
        things = use.chosen.get(slot.name, ())
        if not slot.least <= len(things) <= slot.count:
            yield broken(
                use.rule,
                "wrong_count",
                slot=str(slot.name),
                name=use.record.names.phrase,
                least=slot.least,
                most=slot.count,
                found=len(things),
            )
        wrong = [fault for thing in things for fault in thing_faults(rules, state, so_far, slot, thing)]
        yield from wrong
        if not wrong:
            yield from _group_faults(rules, state, so_far, slot, things)
        if things:
            so_far = filled(so_far, slot, things)


def thing_faults(rules: Rules, state: State, use: Use, slot: Target, thing: int) -> Iterator[Violation]:
    """Yield why a thing can't fill a slot; any face of a die can."""
    match slot.who:
        case Who.FREE_HEX | Who.MOUNTAIN:
            yield from _cell_faults(rules, state, use, slot, thing)
        case Who.ENEMY_PLAYER:
            yield from _player_faults(rules, state, use, slot, thing)
        case Who.ARM:
            if ARMS[thing] not in (slot.arms or SOLDIER_ARMS):
                yield broken(use.rule, "wrong_arm", arm=arm_label(ARMS[thing]), name=use.record.names.phrase)
        case Who.DIE_FACES:
            return
        case Who.USED_SKILL:
            yield from _skill_faults(rules, state, use, thing)
        case Who.DEAD_GENERAL:
            if SEAT_OF[thing] != use.seat or not state.owns(thing) or state.at[thing] != OFF:
                yield _wrong(rules, use, slot, thing)
        case _:
            yield from _unit_faults(rules, state, use, slot, thing)


def _cell_faults(rules: Rules, state: State, use: Use, slot: Target, cell: int) -> Iterator[Violation]:
    name = str(rules.field.cells[cell])
    if slot.who is Who.FREE_HEX:
        yield from _hex_faults(rules, state, use, slot, cell)
    elif not state.obstacles >> cell & 1:
        yield broken(use.rule, "no_mountain", cell=name)
    yield from _place_faults(rules, state, use, slot, cell, name)


def _player_faults(rules: Rules, state: State, use: Use, slot: Target, seat: int) -> Iterator[Violation]:
    label = seat_label(rules.roster.seats[seat])
    if seat == use.seat or seat not in state.order or not _is_in(state, seat):
        yield broken(use.rule, "wrong_player", seat=label)
    elif not gives(SeatPosition(rules, state, use.seat), use.record, slot, seat):
        yield broken(use.rule, "nothing_to_take", seat=label)


def _skill_faults(rules: Rules, state: State, use: Use, bit: int) -> Iterator[Violation]:
    name = _skill_name(rules, bit)
    if not state.history.known >> bit & 1:
        yield broken(use.rule, "skill_not_seen", skill=name)
    if own_skills(state, use.seat) >> bit & 1:
        yield broken(use.rule, "own_skill", skill=name)
    if copies(_skill(rules, bit)):
        yield broken(use.rule, "copies_itself", skill=name)


def _is_in(state: State, seat: int) -> bool:
    return bool(state.stand.units[seat] | state.stand.castles[seat])


def _wrong(rules: Rules, use: Use, slot: Target, piece: int) -> Violation:
    return broken(
        use.rule,
        "wrong_target",
        piece=str(rules.roster.ids[piece]),
        who=TEXTS.say(f"who.{slot.who.name.lower()}"),
        name=use.record.names.phrase,
    )


def _skill(rules: Rules, skill: int) -> SkillRecord:
    general, _, number = texts_of(rules, "skill")[skill].partition(".")
    return rules.pack.skill(general, int(number))


def _skill_name(rules: Rules, skill: int) -> Phrase:
    return _skill(rules, skill).names.phrase


_OF_ALLY = (Who.ALLY_UNIT, Who.ALLY_SOLDIER, Who.ALLY_GENERAL)


def _unit_faults(rules: Rules, state: State, use: Use, slot: Target, piece: int) -> Iterator[Violation]:
    name = str(rules.roster.ids[piece])
    if not state.owns(piece):
        yield broken("DW-16.2", "not_in_match", piece=name)
        return
    if state.at[piece] == OFF:
        yield broken(use.rule, "target_gone", target=name)
        return
    rank_fits = (
        (slot.who in (Who.ALLY_UNIT, Who.ENEMY_UNIT) and not IS_CASTLE[piece])
        or (slot.who in (Who.ALLY_SOLDIER, Who.ENEMY_SOLDIER) and IS_SOLDIER[piece])
        or (slot.who in (Who.ALLY_GENERAL, Who.ENEMY_GENERAL) and IS_GENERAL[piece])
        or slot.who is Who.ENEMY_TARGET
    )
    if not rank_fits or (SEAT_OF[piece] == use.seat) is not (slot.who in _OF_ALLY):
        yield _wrong(rules, use, slot, piece)
        return
    if not slot.user_too and piece == use.user:
        yield broken(use.rule, "not_itself", piece=name, name=use.record.names.phrase)
    if slot.arms and arm_of(state, piece) not in slot.arms:
        yield broken(
            "DW-10.4" if use.is_card else "DW-9.1",
            "wrong_class",
            piece=name,
            arm=joined([arm_label(arm) for arm in slot.arms], "or"),
            name=use.record.names.phrase,
        )
    if IS_CASTLE[piece] and guarded(rules, state, piece):
        yield broken("DW-4.3", "castle_guarded", target=name)
    if slot.only is Only.WOUNDED and state.hp[piece] >= HP_MAX[piece]:
        yield broken(use.rule, "not_wounded", piece=name)
    if slot.only is Only.ATTACKER:
        yield from _attacker_faults(rules, state, use, slot, piece)
        return
    yield from _boost_faults(rules, state, use, slot, piece)
    yield from _place_faults(rules, state, use, slot, state.at[piece], name)


def _boost_faults(rules: Rules, state: State, use: Use, slot: Target, piece: int) -> Iterator[Violation]:
    """Yield that a unit which has attacked can't be strengthened (DW-18.2) or bear an attack card."""
    done = (state.done.acted | state.done.fought) >> piece & 1
    if not done or SEAT_OF[piece] != state.turn or use.hit is not None or SEAT_OF[piece] != use.seat:
        return
    if tires(rules, use.record, slot):
        yield turn_over(rules, state, piece)


def _attacker_faults(rules: Rules, state: State, use: Use, slot: Target, piece: int) -> Iterator[Violation]:
    hits = [cell for attacker, cell in state.done.strikes if attacker == piece]
    if not hits:
        yield broken(use.rule, "has_not_attacked", piece=str(rules.roster.ids[piece]))
        return
    here = cell_of(state, use, slot.of)
    if slot.where is Where.WITHIN and here is not None:
        away = min(rules.field.distances[here][cell] for cell in hits)
        if away > slot.hexes:
            yield _too_far(use, str(rules.roster.ids[piece]), slot, away)


def _too_far(use: Use, place: str, slot: Target, away: int) -> Violation:
    return broken(
        use.rule, "beyond_reach", place=place, name=use.record.names.phrase, distance=away, reach=slot.hexes
    )


def _place_faults(
    rules: Rules, state: State, use: Use, slot: Target, cell: int, place: str
) -> Iterator[Violation]:
    """Yield why a cell isn't in the slot's reach; `place` is its name for messages."""
    if slot.where is Where.ANY:
        return
    here = cell_of(state, use, slot.of)
    if here is None:
        yield broken(use.rule, "nobody_to_measure", name=use.record.names.phrase)
        return
    away = rules.field.distances[here][cell]
    if slot.where in _COUNTED and away > slot.hexes:
        yield _too_far(use, place, slot, away)
    facts: dict[str, Fact] = {"place": place, "name": use.record.names.phrase}
    match slot.where:
        case Where.BESIDE if not away:
            yield broken(use.rule, "not_beside", **facts)
        case Where.LINE:
            between = rules.field.on_line(here, cell)
            stops = stopping(state, slot.through)
            if between is None:
                yield broken(use.rule, "off_line", **facts)
            elif any(stops >> passed & 1 for passed in between):
                yield broken("DW-3.4", "line_barred", **facts)
        case Where.RANGE:
            units = use.units(slot.of)
            if not units or not range_from(rules, state, units[0], here) >> cell & 1:
                yield broken(use.rule, "beyond_range", **facts, distance=away)
        case Where.PATH if not _walked(rules, state, use, slot, here) >> cell & 1:
            yield broken(use.rule, "no_path", **facts, reach=slot.hexes)


_COUNTED = frozenset((Where.WITHIN, Where.BESIDE, Where.LINE))
"""The places whose distance is only counted, whatever lies between."""


def _walked(rules: Rules, state: State, use: Use, slot: Target, here: int) -> int:
    """Return the cells at the ends of paths from a cell, as bits."""
    general = use.user >= 0 and IS_GENERAL[use.user]
    barred = barring(rules, state, use.seat, slot.through, general=general)
    return reached(rules.field, here, slot.hexes, rules.field.everywhere & ~barred)


def _hex_faults(rules: Rules, state: State, use: Use, slot: Target, cell: int) -> Iterator[Violation]:
    """Yield why a unit can't stand on a hex (DW-2, DW-3.2, DW-4.6)."""
    units = use.units(slot.fits)
    arm: Arm | None = None
    if str(slot.fits) in ARM_WORDS:
        arm = Arm(slot.fits)
    elif slot.fits == "arm":
        arm, units = (ARMS[units[0]] if units else None), ()
    if arm is not None:  # a new soldier stands nowhere yet
        if not can_recruit(SeatPosition(rules, state, use.seat), arm):
            yield broken(use.rule, "no_piece", arm=arm_label(arm))
            return
        seat, stander = use.seat, Stander(arm_label(arm), general=False, climbs=arm is not Arm.CAVALRY)
    elif units:
        unit = units[0]
        general = IS_GENERAL[unit]
        climbing = not general and arm_of(state, unit) is not Arm.CAVALRY
        seat, stander = SEAT_OF[unit], Stander(str(rules.roster.ids[unit]), general=general, climbs=climbing)
        if state.at[unit] == cell:
            yield broken(use.rule, "stands_there", piece=stander.name, cell=str(rules.field.cells[cell]))
            return
    else:
        yield broken("DW-2.1", "no_place", cell=str(rules.field.cells[cell]))
        return
    if landing(rules, state, seat, general=stander.general, climbs=stander.climbs) >> cell & 1:
        return
    found = tuple(place_faults(rules, state, seat, cell, stander))
    yield from found or (broken("DW-2.1", "no_place", cell=str(rules.field.cells[cell])),)


def _group_faults(
    rules: Rules, state: State, use: Use, slot: Target, things: tuple[int, ...]
) -> Iterator[Violation]:
    if not slot.repeat and len(set(things)) < len(things):
        yield broken(use.rule, "named_twice", name=use.record.names.phrase)
    if slot.where is not Where.LINE or len(things) < 2 or slot.who not in UNITS:
        return
    here = cell_of(state, use, slot.of)
    cells = {state.at[piece] for piece in things}
    if here is None or not any(cells <= set(ray) for ray in rules.field.rays[here]):
        yield broken(use.rule, "not_one_line", name=use.record.names.phrase)
