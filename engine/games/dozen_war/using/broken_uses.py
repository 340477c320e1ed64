"""The rules that playing a card or using a skill breaks."""

from collections.abc import Iterable, Iterator

from engine.core.decisions import Violation, broken
from engine.core.sentences import joined
from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.arms import arm_label
from engine.games.dozen_war.content.effect import Effect, each_effect
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.targets import Answer, Hurt, Moment, Need
from engine.games.dozen_war.content.terms import Cancelled
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.ground.tokens import turn_over
from engine.games.dozen_war.ground.ways import arm_of
from engine.games.dozen_war.position.marks import HOLDING, Status, status_label
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import IS_GENERAL, IS_SOLDIER, SEAT_OF, seat_label
from engine.games.dozen_war.position.state import Hit, State
from engine.games.dozen_war.using.broken_targets import slot_faults
from engine.games.dozen_war.using.skills import fellow_generals, owner_to_answer, use_of
from engine.games.dozen_war.using.slots import (
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


_NOT_AIMED = frozenset(
    ("is_dead", "off_board", "not_your_turn", "attack_only", "defend_only", "no_card_shown")
)
"""The reasons that make checking the targets pointless."""


def idle_faults(rules: Rules, state: State, use: Use, number: int) -> Iterator[Violation]:
    """Yield the violations before any target is chosen. `number` is a skill's; 0 for a card."""
    if number:
        yield from _general_faults(rules, state, use, number)
    elif state.done.carded >> use.seat & 1:
        rule = "DW-20" if rules.field.is_duel else "DW-10.1"
        yield broken(rule, "one_card", seat=seat_label(rules.roster.seats[use.seat]))
    if use.hit is not None:
        yield from _answer_faults(rules, state, use)
    elif not use.record.attacks:
        rule = "DW-10.1" if use.is_card else "DW-9.6"
        yield broken(rule, "defend_only", name=use.record.names.phrase)
    elif any(effect.cancels is Cancelled.CARD for effect in use.record.effects):
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
    limited = state.done.skilled
    if rules.options.skill_limit == "general":
        limited &= 1 << piece
    if any(limited >> other & 1 for other in fellow_generals(state, use.seat)):
        yield broken("DW-9.2", "one_skill", seat=seat_label(rules.roster.seats[use.seat]))
    if is_spent_on_use(rules, number) and state.history.spent & skill_bit(piece, number):
        if rules.field.is_duel:
            yield broken("DW-20", "skill_gone", piece=name, number=number)
        else:
            yield broken("DW-9.5", "skill_spent", piece=name, number=number)
    coins = skill_price(rules, use.record)
    if state.scores.coins[use.seat] < coins:
        yield broken("DW-12.2", "skill_too_dear", needed=coins, coins=state.scores.coins[use.seat])
    if use.hit is None and (state.done.acted | state.done.fought) >> piece & 1:
        yield (
            turn_over(rules, state, piece)
            if state.done.dug >> piece & 1
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
    """Yield why a card or skill can't answer the hit (DW-9.1, DW-10.1, DW-10.4, DW-11.1, DW-19)."""
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
        yield from effect.answer_faults(rules, state, use, hit)
    if not use.is_card and hit.unblockable and not hit.landed:
        yield broken("DW-11.1", "no_defend_skill")
    if rules.options.stars == "on" and use.stars < hit.stars:
        yield broken("DW-19", "too_few_stars", name=name, stars=use.stars, needed=hit.stars)
    if use.is_card and state.changed(hit.target).stunned:
        yield broken(
            "DW-11.4", "held", piece=str(rules.roster.ids[hit.target]), status=status_label(Status.STUNNED)
        )
    yield from _hurt_faults(rules, state, use, hit, answer)


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
    """Yield the conditions of a record that don't hold."""
    for need in use.record.needs:
        match need:
            case Need.SOLDIER_LOST:
                if not state.history.bereft >> use.seat & 1:
                    yield broken(use.rule, "no_soldier_lost", name=use.record.names.phrase)
            case Need.HP_TO_SPARE:
                if use.user >= 0 and state.hp[use.user] <= 1:
                    yield broken(use.rule, "no_hp_to_spare", piece=str(rules.roster.ids[use.user]))
            case Need.USER_ALIVE:
                if use.user >= 0 and state.at[use.user] == OFF:
                    yield broken(
                        use.rule,
                        "user_dead",
                        piece=str(rules.roster.ids[use.user]),
                        name=use.record.names.phrase,
                    )


def effect_faults(rules: Rules, state: State, use: Use, effects: Iterable[Effect]) -> Iterator[Violation]:
    """Yield the effects that can't be done although all targets fit."""
    if use.is_card and use.hit is None and use.user >= 0 and state.changed(use.user).sits:
        yield from _bearer_faults(rules, state, use)
    for effect in effects:
        yield from effect.faults(rules, state, use)


def _bearer_faults(rules: Rules, state: State, use: Use) -> Iterator[Violation]:
    """Yield why a unit that may not attack can't bear an attack card."""
    if deals_attack(use.record):
        for status in sorted(state.changed(use.user).statuses & HOLDING):
            yield broken(
                "DW-11.4", "held", piece=str(rules.roster.ids[use.user]), status=status_label(status)
            )
