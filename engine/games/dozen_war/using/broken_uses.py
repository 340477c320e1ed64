"""Which rules playing a card or using a skill breaks."""

from collections.abc import Iterable, Iterator

from engine.core.decisions import Violation, broken
from engine.core.sentences import joined
from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.arms import CAVALRY, Arm, arm_label
from engine.games.dozen_war.content.effects import (
    BUFFS,
    HIT_BUFFS,
    Cancel,
    Effect,
    Heal,
    Reflect,
    StrikeBack,
    Swap,
    Transform,
    each_effect,
)
from engine.games.dozen_war.content.targets import Answer, Hurt, Moment, Need
from engine.games.dozen_war.content.terms import ATTACKER, Cancelled
from engine.games.dozen_war.ground.reach import plain_range
from engine.games.dozen_war.ground.room import free_piece
from engine.games.dozen_war.ground.tokens import turn_over
from engine.games.dozen_war.ground.ways import arm_of
from engine.games.dozen_war.position.marks import HOLDING, Status, status_label
from engine.games.dozen_war.position.masks import OFF, SOLDIERS_A_HEX
from engine.games.dozen_war.position.roster import IS_GENERAL, IS_SOLDIER, SEAT_OF, seat_label
from engine.games.dozen_war.position.rules import Rules
from engine.games.dozen_war.position.state import NOBODY, Hit, State
from engine.games.dozen_war.using.broken_targets import slot_faults
from engine.games.dozen_war.using.skills import fellow_generals, owner_to_answer, use_of
from engine.games.dozen_war.using.slots import (
    ARMS,
    Use,
    deals_attack,
    fights,
    is_spent_on_use,
    skill_bit,
    skill_price,
)
from engine.games.dozen_war.using.targeting import with_every


def use_faults(rules: Rules, state: State, action: Play | Skill) -> Iterator[Violation]:
    """Yield every rule that playing the card, or using the skill, breaks now."""
    if isinstance(action, Skill):
        piece = rules.roster.index[action.piece]
        if not state.skills:
            yield broken("DW-9.1", "no_skills")
            return
        if not IS_GENERAL[piece]:
            yield broken("DW-9.1", "only_generals_skilled", piece=action.piece)
            return
        if not state.owns(piece):
            yield broken("DW-16.2", "not_in_match", piece=action.piece)
            return
    elif action.card not in state.cards.hands[owner_to_answer(state)]:
        player = seat_label(rules.roster.seats[owner_to_answer(state)])
        yield broken("DW-10.2", "not_in_hand", seat=player, card=rules.pack.card_name(action.card))
        return
    use = use_of(rules, state, action)
    number = action.number if isinstance(action, Skill) else 0
    found = tuple(idle_faults(rules, state, use, number))
    yield from found
    if any(one.reason in _NOT_AIMED for one in found):
        return
    wrong = tuple(slot_faults(rules, state, use))
    yield from wrong
    if not wrong:
        yield from effect_faults(rules, state, with_every(rules, state, use), each_effect(use.record.effects))


_ARM_OF_WORD: dict[str, Arm] = {str(arm): arm for arm in ARMS}
_NOT_AIMED = frozenset(
    ("is_dead", "off_board", "not_your_turn", "attack_only", "defend_only", "no_card_shown")
)
"""Reasons after which what fills the slots says nothing more."""


def idle_faults(rules: Rules, state: State, use: Use, number: int) -> Iterator[Violation]:
    """Yield what's wrong before anything is aimed at; `number` is a skill's, 0 of a card."""
    if number:
        yield from _general_faults(rules, state, use, number)
    elif state.carded >> use.seat & 1:
        rule = "DW-20" if rules.field.is_duel else "DW-10.1"
        yield broken(rule, "one_card", seat=seat_label(rules.roster.seats[use.seat]))
    if use.hit is not None:
        yield from _answer_faults(rules, state, use)
    elif not use.record.attacks:
        rule = "DW-10.1" if use.is_card else "DW-9.6"
        yield broken(rule, "defend_only", name=use.record.names.phrase)
    elif any(effect == Cancel(Cancelled.CARD) for effect in use.record.effects):
        yield broken("DW-10.1", "no_card_shown", name=use.record.names.phrase)
    yield from need_faults(rules, state, use)


def _general_faults(rules: Rules, state: State, use: Use, number: int) -> Iterator[Violation]:
    piece, name = use.user, str(rules.roster.ids[use.user])
    if use.seat != owner_to_answer(state):
        yield broken(
            "DW-17.1",
            "not_your_turn",
            piece=name,
            owner=seat_label(rules.roster.seats[use.seat]),
            turn=seat_label(rules.roster.seats[owner_to_answer(state)]),
        )
    if state.at[piece] == OFF:
        yield broken("DW-8.3", "is_dead", piece=name)
        return
    limited = state.skilled
    if rules.options.skill_limit == "general":
        limited &= 1 << piece
    if any(limited >> other & 1 for other in fellow_generals(state, use.seat)):
        yield broken("DW-9.2", "one_skill", seat=seat_label(rules.roster.seats[use.seat]))
    if is_spent_on_use(rules, number) and state.spent & skill_bit(piece, number):
        if rules.field.is_duel:
            yield broken("DW-20", "skill_gone", piece=name, number=number)
        else:
            yield broken("DW-9.5", "skill_spent", piece=name, number=number)
    coins = skill_price(rules, use.record)
    if state.coins[use.seat] < coins:
        yield broken("DW-12.2", "skill_too_dear", needed=coins, coins=state.coins[use.seat])
    if use.hit is None and (state.acted | state.fought) >> piece & 1:
        yield (
            turn_over(rules, state, piece)
            if state.dug >> piece & 1
            else broken("DW-9.3", "skill_after_attack", piece=name)
        )
    statuses = state.changed(piece).statuses
    if use.hit is None and fights(use.record):
        for status in sorted(statuses & HOLDING - MUTING):
            yield broken("DW-11.4", "held", piece=name, status=status_label(status))
    holding = MUTING if use.hit is None else MUTING | {Status.BANNED}
    for status in sorted(statuses & holding):
        rule = "DW-11.4" if use.hit is None else "DW-11.2"
        yield broken(rule, "muted", piece=name, status=status_label(status))


MUTING = frozenset((Status.STUNNED, Status.FROZEN, Status.SILENCED))


def _answer_faults(rules: Rules, state: State, use: Use) -> Iterator[Violation]:
    """Whether this may answer that hit (DW-9.1, DW-10.1, DW-10.4, DW-11.1, DW-19)."""
    hit, answer, name = use.hit, use.record.answer, use.record.names.phrase
    assert hit is not None  # noqa: S101  # narrows the type
    if not use.record.defends or answer is None:
        yield broken("DW-10.1" if use.is_card else "DW-9.1", "attack_only", name=name)
        return
    if SEAT_OF[hit.target] == state.turn:
        yield broken("DW-10.1" if use.is_card else "DW-9.6", "own_turn", name=name)
    if answer.moment is Moment.CARD:
        yield broken("DW-10.1", "no_card_shown", name=name)
        return
    if (answer.moment is Moment.AFTER) is not hit.landed:
        yield broken("DW-18.4", "after_hit" if answer.moment is Moment.AFTER else "before_hit", name=name)
    for effect in each_effect(use.record.effects):
        yield from _return_faults(rules, state, use, hit, effect)
    if not use.is_card and hit.unblockable and not hit.landed:
        yield broken("DW-11.1", "no_defend_skill")
    if rules.options.stars == "on" and use.stars < hit.stars:
        yield broken("DW-19", "too_few_stars", name=name, stars=use.stars, needed=hit.stars)
    if use.is_card and state.changed(hit.target).stunned:
        yield broken(
            "DW-11.4", "held", piece=str(rules.roster.ids[hit.target]), status=status_label(Status.STUNNED)
        )
    yield from _hurt_faults(rules, state, use, hit, answer)


def _return_faults(rules: Rules, state: State, use: Use, hit: Hit, effect: Effect) -> Iterator[Violation]:
    """Why what hits the attacker in return would hit nobody."""
    strikes = isinstance(effect, StrikeBack) and effect.on == ATTACKER
    if not (strikes or isinstance(effect, Reflect)):
        return
    name = use.record.names.phrase
    if hit.attacker == NOBODY:
        yield broken(use.rule, "nobody_to_hit", name=name)
        return
    attacker, there = str(rules.roster.ids[hit.attacker]), state.at[hit.attacker]
    if there == OFF:
        yield broken(use.rule, "target_gone", target=attacker)
    elif not hit.landed:
        return
    elif not strikes:
        if not hit.lost:
            yield broken(use.rule, "nothing_lost", name=name, piece=str(rules.roster.ids[hit.target]))
    else:
        here = state.at[use.user] if state.at[use.user] != OFF else hit.where
        if not plain_range(rules, state, use.user, here) >> there & 1:
            away = rules.field.distances[here][there]
            yield broken(use.rule, "beyond_range", place=attacker, name=name, distance=away)


def _hurt_faults(rules: Rules, state: State, use: Use, hit: Hit, answer: Answer) -> Iterator[Violation]:
    target = str(rules.roster.ids[hit.target])
    kinds = {
        Hurt.USER: hit.target == use.user and not use.is_card,
        Hurt.SOLDIER: IS_SOLDIER[hit.target],
        Hurt.GENERAL: IS_GENERAL[hit.target],
    }
    name, rule = use.record.names.phrase, use.rule
    if not any(kinds[kind] for kind in answer.whose):
        yield broken(rule, "answers_for_others", name=name, piece=target)
    if answer.arms and arm_of(state, hit.target) not in answer.arms:
        yield broken(
            "DW-10.4" if use.is_card else "DW-9.1",
            "wrong_class",
            piece=target,
            arm=joined([arm_label(arm) for arm in answer.arms], "or"),
            name=name,
        )
    if answer.within is not None and use.user >= 0 and state.at[use.user] != OFF:
        cell = state.at[hit.target] if state.at[hit.target] != OFF else hit.where
        away = rules.field.distances[state.at[use.user]][cell]
        if away > answer.within:
            yield broken(rule, "beyond_reach", place=target, name=name, distance=away, reach=answer.within)


def need_faults(rules: Rules, state: State, use: Use) -> Iterator[Violation]:
    """Yield what doesn't hold of that which must before a record may be used at all."""
    name = use.record.names.phrase
    for need in use.record.needs:
        match need:
            case Need.SOLDIER_LOST:
                if not state.bereft >> use.seat & 1:
                    yield broken(use.rule, "no_soldier_lost", name=name)
            case Need.HP_TO_SPARE:
                if use.user >= 0 and state.hp[use.user] <= 1:
                    yield broken(use.rule, "no_hp_to_spare", piece=str(rules.roster.ids[use.user]))
            case Need.USER_ALIVE:
                if use.user >= 0 and state.at[use.user] == OFF:
                    yield broken(use.rule, "user_dead", piece=str(rules.roster.ids[use.user]), name=name)


def effect_faults(rules: Rules, state: State, use: Use, effects: Iterable[Effect]) -> Iterator[Violation]:  # noqa: C901, PLR0912  # one arm a word
    """Yield what can't be done of these effects, though everything is aimed well."""
    name = use.record.names.phrase
    if use.is_card and use.hit is None and use.user >= 0 and state.changed(use.user).sits:
        yield from _bearer_faults(rules, state, use)
    for effect in effects:
        match effect:
            case Swap(on, other):
                for one, two in zip(use.units(on), use.units(other), strict=False):
                    if not _may_swap(rules, state, one, two):
                        yield from _swap_faults(rules, state, use, one, two)
            case Transform(on, arm):
                wanted = use.chosen.get(arm)
                to = _ARM_OF_WORD.get(arm) or (ARMS[wanted[0]] if wanted else None)
                for piece in use.units(on):
                    if to is not None and arm_of(state, piece) is to:
                        yield broken(
                            use.rule, "same_arm", piece=str(rules.roster.ids[piece]), arm=arm_label(to)
                        )
                    elif to is not None and IS_SOLDIER[piece] and free_piece(state, use.seat, to) is None:
                        yield broken(use.rule, "no_piece", arm=arm_label(to))
                    if to is CAVALRY and state.at[piece] != OFF and state.obstacles >> state.at[piece] & 1:
                        cell = str(rules.field.cells[state.at[piece]])
                        yield broken("DW-3.2", "cannot_climb", piece=str(rules.roster.ids[piece]), cell=cell)
            case Heal(on, amount):
                if use.hit is None or use.hit.landed:
                    continue
                for piece in use.units(on):
                    if piece == use.hit.target and state.hp[piece] + amount <= use.hit.damage:
                        yield broken(use.rule, "heals_in_vain", piece=str(rules.roster.ids[piece]))
            case _ if isinstance(effect, BUFFS) and not isinstance(effect, HIT_BUFFS) and use.hit is None:
                for piece in use.units(effect.on):
                    if (state.acted | state.fought) >> piece & 1 and effect.on == "user" and not use.is_card:
                        yield turn_over(rules, state, piece)
            case Cancel(Cancelled.HIT):
                if use.hit is not None and use.is_card and use.user != use.hit.target:
                    yield broken(
                        use.rule, "answers_for_others", name=name, piece=str(rules.roster.ids[use.hit.target])
                    )
            case _:
                pass


def _bearer_faults(rules: Rules, state: State, use: Use) -> Iterator[Violation]:
    """Who is kept from attacking bears no card that does."""
    if deals_attack(use.record):
        for status in sorted(state.changed(use.user).statuses & HOLDING):
            yield broken(
                "DW-11.4", "held", piece=str(rules.roster.ids[use.user]), status=status_label(status)
            )


def _swap_faults(rules: Rules, state: State, use: Use, one: int, two: int) -> Iterator[Violation]:
    """Why two units can't change places: who can't climb (DW-3.2), else for want of room (DW-2.1)."""
    climbing = [
        (piece, state.at[other])
        for piece, other in ((one, two), (two, one))
        if state.at[other] != OFF and _climbs_badly(state, piece, state.at[other])
    ]
    for piece, cell in climbing:
        yield broken(
            "DW-3.2", "cannot_climb", piece=str(rules.roster.ids[piece]), cell=str(rules.field.cells[cell])
        )
    if not climbing:
        yield broken("DW-2.1", "no_swap", name=use.record.names.phrase)


def _may_swap(rules: Rules, state: State, one: int, two: int) -> bool:
    """Both hexes must have room for the other (DW-2.1), and a general never climbs (DW-3.2)."""
    here, there = state.at[one], state.at[two]
    if OFF in (here, there):
        return False
    if here == there:
        return rules.options.swap_in_hex == "on"
    if IS_GENERAL[one] is IS_GENERAL[two]:
        return not _climbs_badly(state, one, there) and not _climbs_badly(state, two, here)
    soldier, general = (two, one) if IS_GENERAL[one] else (one, two)
    to_soldier, to_general = state.at[general], state.at[soldier]
    hosts = state.stand.hosts
    full = sum(IS_SOLDIER[unit] for unit in hosts.get(to_soldier, ())) >= SOLDIERS_A_HEX
    taken = any(IS_GENERAL[unit] for unit in hosts.get(to_general, ()))
    return not full and not taken and not state.obstacles >> to_general & 1


def _climbs_badly(state: State, piece: int, cell: int) -> bool:
    return bool(state.obstacles >> cell & 1) and (IS_GENERAL[piece] or arm_of(state, piece) is CAVALRY)
