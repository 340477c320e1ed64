"""Attacks, the windows for their answers, and the playing of cards and skills (DW-9, DW-10, DW-18.4).

Hits that are being resolved lie on the stack, the next one on top. A hit waits there for an answer of its
target's owner before it lands, and once more after. Without a possible answer it goes on by itself.
"""

from collections.abc import Iterator
from dataclasses import replace

from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.combat.effects_in_play import performed
from engine.games.dozen_war.combat.hits import landed, misses, taken_over
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.ground.reach import blockers, damage_of
from engine.games.dozen_war.ground.tokens import holder_of_all
from engine.games.dozen_war.phases.rounds import with_last_left
from engine.games.dozen_war.position.holdings import Task, Work, added, robbed, taken
from engine.games.dozen_war.position.marks import (
    BarredTarget,
    BoostWord,
    FightsAs,
    Status,
    UnitMark,
    after_attack,
    after_moving,
    one_less,
    without,
    without_bars,
)
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import SEAT_OF
from engine.games.dozen_war.position.state import Hit, Phase, State, altered
from engine.games.dozen_war.using.recipes import recipes_of
from engine.games.dozen_war.using.skills import use_of, use_of_card
from engine.games.dozen_war.using.slots import fights, is_spent_on_use, kept, skill_bit, skill_price, taken_up
from engine.games.dozen_war.using.targeting import with_every
from engine.games.dozen_war.using.usable import cards_may_answer, may_use

_MOVES = (BoostWord.MOVE, BoostWord.AGAIN)
"""The boosts that end with the unit's attack."""


def attacked(rules: Rules, state: State, piece: int, target: int, splash: int | None) -> State:
    """Return the position after a plain attack, up to the first answer."""
    change = state.changed(piece)
    hit = Hit(
        piece,
        target,
        splash,
        damage_of(state, piece),
        stars=change.stars,
        unguarded=bool(change.unguarded),
        unblockable=bool(change.unblockable),
        where=state.at[target],
        stood=state.at[piece],
    )
    struck_out = _attack_spent(rules, state, piece, target)
    return settled_stack(rules, altered(struck_out, stack=(*struck_out.stack, hit)))


def _attack_spent(rules: Rules, state: State, piece: int, target: int) -> State:
    """Return the position with one attack less; the last one ends the unit's turn (DW-18.2)."""
    bit = 1 << piece
    if state.skills or rules.field.is_duel:
        state = _struck(state, piece, (target,))
    elif rules.options.revived_again == "off":
        state = altered(state, done=altered(state.done, fought=state.done.fought | bit))
    change = state.changed(piece)
    moveless = after_moving(state.marks, piece, _MOVES) if state.marks else ()
    if not (change.attacks or change.targets):
        marks = without_bars(moveless, piece) if moveless else ()
        return altered(
            state, done=altered(state.done, acted=state.done.acted | bit), marks=after_attack(marks, piece)
        )
    marks = moveless
    state = altered(state, done=altered(state.done, fought=state.done.fought | bit))
    if change.targets:
        marks = (*one_less(marks, piece, BoostWord.TARGETS), UnitMark(piece, BarredTarget(target)))
    else:
        marks = without_bars(one_less(marks, piece, BoostWord.ATTACKS), piece)
    return altered(
        state, done=altered(state.done, moved=state.done.moved | bit), marks=after_attack(marks, piece)
    )


def _struck(state: State, piece: int, targets: tuple[int, ...]) -> State:
    """Record the attacker with each target's cell; sorted, since the order of attacks doesn't matter."""
    strikes = tuple(sorted({*state.done.strikes, *((piece, state.at[target]) for target in targets)}))
    return altered(state, done=altered(state.done, fought=state.done.fought | 1 << piece, strikes=strikes))


def guards(rules: Rules, state: State, hit: Hit) -> tuple[int, ...]:
    """Return the units that may take a waiting hit (DW-5.3)."""
    if hit.unguarded or hit.landed or hit.blocked:
        return ()
    return blockers(rules, state, hit.target)


def answerable(rules: Rules, state: State, hit: Hit) -> bool:
    """Tell whether the owner of a hit's target is asked.

    The owner has an answer, or could have one (option `asked`).
    """
    if state.history.left >> SEAT_OF[hit.target] & 1:
        return False
    if guards(rules, state, hit):
        return True
    if not (state.skills or state.cards.hands[SEAT_OF[hit.target]]):
        return False
    return may_use(rules, state) or (rules.options.asked == "all" and cards_may_answer(rules, state, hit))


def settled_stack(rules: Rules, state: State) -> State:
    """Return the position after every hit that nobody can answer has landed."""
    while state.stack and not state.agenda and state.phase is Phase.PLAYING:
        if holder_of_all(state) is not None:  # who wins at once waits for no answer (DW-13.3)
            break
        hit = state.stack[-1]
        if not hit.landed and misses(rules, state, hit):
            state = _popped(state)
            continue
        faces = state.changed(hit.target).faces if state.marks else None
        if faces and not (hit.landed or hit.aimed or hit.counter or hit.blocked):
            die = Task(Work.AIM_DIE, seat=hit.by, piece=hit.attacker)
            return altered(state, agenda=(die,))
        if answerable(rules, state, hit):
            return state
        state = _popped(state) if hit.landed else _let_land(rules, state)
    return with_last_left(rules, state)


def _popped(state: State) -> State:
    done, rest = state.stack[-1], altered(state, stack=state.stack[:-1])
    if done.landed and rest.marks and rest.at[done.target] == OFF:
        return altered(rest, marks=without(rest.marks, done.target))
    return rest


def _let_land(rules: Rules, state: State) -> State:
    """Let a hit land. Until its last answer is given, the dead keep their marks: disguised, stunned."""
    after, done = landed(rules, _popped(state), state.stack[-1])
    if not (after.skills or after.cards.hands[SEAT_OF[done.target]]):
        return after
    if state.marks and after.at[done.target] == OFF:
        was = [one for one in state.marks if one.piece == done.target and _asked_of_the_dead(one)]
        after = altered(after, marks=(*after.marks, *was))
    return altered(after, stack=(*after.stack, done))


def _asked_of_the_dead(mark: UnitMark) -> bool:
    """Tell whether a mark of a killed unit decides which cards can still answer for it."""
    return mark.means is Status.STUNNED or isinstance(mark.means, FightsAs)


def accepted(rules: Rules, state: State) -> State:
    """Return the position after the attacked player gives no further answer."""
    after = _popped(state) if state.stack[-1].landed else _let_land(rules, state)
    return settled_stack(rules, after)


def blocked(rules: Rules, state: State, blocker: int) -> State:
    """Return the position after infantry has taken the hit (DW-5.3)."""
    return settled_stack(rules, _let_land(rules, taken_over(rules, state, blocker)))


def used(rules: Rules, state: State, action: Play | Skill) -> State:
    """Return the position after a card or skill, up to the next choice."""
    if state.agenda and state.agenda[0].work is Work.CARD:
        assert isinstance(action, Play)  # noqa: S101  # only a card cancels a card
        return settled_stack(rules, _card_cancelled(rules, state, action))
    use = with_every(rules, state, use_of(rules, state, action))
    if isinstance(action, Play):
        paid = _card_spent(rules, state, use.seat, action.card)
        waiting = _cancellers(rules, paid, use)
        if waiting:
            task = Task(Work.CARD, seat=waiting[0], piece=use.user, subject=kept(use))
            return altered(paid, agenda=(task, *paid.agenda))
    else:
        paid = _skill_spent(rules, state, use, action.number)
    return settled_stack(rules, _worked(rules, paid, use))


def _worked(rules: Rules, state: State, use: Use) -> State:
    if use.hit is not None or use.user < 0 or not fights(use.record):
        return performed(rules, state, use)
    bit = 1 << use.user
    aims = (*use.chosen.get("target", ()), *use.chosen.get("targets", ()))
    state = _struck(state, use.user, aims)
    after = performed(rules, state, use)
    change = after.changed(use.user)
    if use.is_card and change.attacks:
        marks = one_less(after_moving(after.marks, use.user, _MOVES), use.user, BoostWord.ATTACKS)
        return altered(after, done=altered(after.done, moved=after.done.moved | bit), marks=marks)
    return altered(after, done=altered(after.done, acted=after.done.acted | bit))


def _card_spent(rules: Rules, state: State, seat: int, card: str) -> State:
    """Return the position after a used card is set aside (DW-10.2)."""
    cards = state.cards
    hands = tuple(taken(hand, card) if one == seat else hand for one, hand in enumerate(cards.hands))
    carded = state.done.carded | 1 << seat if rules.options.card_limit == "one" else 0
    return altered(
        state,
        cards=replace(cards, hands=hands, used=added(cards.used, card)),
        done=altered(state.done, carded=carded),
    )


def _skill_spent(rules: Rules, state: State, use: Use, number: int) -> State:
    """Return the position after a skill is spent: it awaits its refresh, or coins are paid (DW-9.5, 12.2)."""
    bit = skill_bit(use.user, number)
    coins = skill_price(rules, use.record)
    return altered(
        state,
        done=altered(state.done, skilled=state.done.skilled | 1 << use.user),
        history=altered(
            state.history,
            spent=state.history.spent | bit if is_spent_on_use(rules, number) else state.history.spent,
            known=state.history.known | bit,
        ),
        scores=altered(
            state.scores,
            coins=tuple(n - coins if seat == use.seat else n for seat, n in enumerate(state.scores.coins)),
        ),
    )


def _cancellers(rules: Rules, state: State, use: Use, after: int | None = None) -> list[int]:
    """Return the seats that may cancel a card just played, in turn order; only those after a given seat."""
    order = state.order
    start = order.index(use.seat if after is None else after)
    later = [order[(start + step) % len(order)] for step in range(1, len(order))]
    if after is not None:
        later = later[: later.index(use.seat)] if use.seat in later else later
    known = _cancelling if rules.options.asked == "able" else _thinkable
    return [seat for seat in later if seat != use.seat and known(rules, state, use, seat)]


def _cancelling(rules: Rules, state: State, use: Use, seat: int) -> list[str]:
    hand = state.cards.hands[seat]
    return [slug for slug in _thinkable(rules, state, use, seat) if slug in hand]


def _thinkable(rules: Rules, state: State, use: Use, seat: int) -> list[str]:
    """Return the cards that would cancel the played card and that a seat may hold for all others know."""
    if state.done.carded >> seat & 1 or not state.cards.hands[seat]:
        return []
    equipment, ranked = rules.pack.equipment, rules.options.stars == "on"
    cancellers = sorted(recipes_of(rules).cancellers)
    return [slug for slug in cancellers if not ranked or equipment[slug].star >= use.stars]


def _card_cancelled(rules: Rules, state: State, action: Play) -> State:
    task = state.agenda[0]
    spent = _card_spent(rules, state, task.seat, action.card)
    if rules.options.cancel_cancel == "on":
        use = use_of_card(rules, action, task.seat)
        waiting = _cancellers(rules, spent, use)
        if waiting:
            over = Task(Work.CARD, seat=waiting[0], piece=use.user, subject=kept(use))
            return altered(spent, agenda=(over, *spent.agenda))
    return _cancelled(spent)


def _cancelled(state: State) -> State:
    """Return the position where the open task's card has no effect; a card that it cancelled opens again."""
    return altered(state, agenda=state.agenda[1:])


def card_let_work(rules: Rules, state: State) -> State:
    """Return the position after a player lets a card take effect instead of cancelling it."""
    task = state.agenda[0]
    rest = altered(state, agenda=state.agenda[1:])
    use = _use_of_task(rules, rest, task)
    waiting = _cancellers(rules, rest, use, after=task.seat)
    if waiting:
        return altered(rest, agenda=(replace(task, seat=waiting[0]), *rest.agenda))
    if rest.agenda and rest.agenda[0].work is Work.CARD:  # it cancels the one below
        return settled_stack(rules, _cancelled(rest))
    return settled_stack(rules, _worked(rules, rest, use))


def _use_of_task(rules: Rules, state: State, task: Task) -> Use:
    use = taken_up(rules, task)
    hit = state.stack[-1] if state.stack and SEAT_OF[state.stack[-1].target] == use.seat else None
    return use._replace(hit=hit)


def card_answers(rules: Rules, state: State) -> Iterator[str]:
    """Yield the cards that the open task's player may cancel the played card with."""
    task = state.agenda[0]
    yield from _cancelling(rules, state, _use_of_task(rules, state, task), task.seat)


def stolen(state: State, card: str) -> State:
    """Return the position after a player took a chosen card from a hand."""
    task = state.agenda[0]
    hands, source = list(state.cards.hands), robbed(task)
    hands[source] = taken(hands[source], card)
    hands[task.seat] = added(hands[task.seat], card)
    left = min(task.count - 1, len(hands[source]))
    agenda = (replace(task, count=left), *state.agenda[1:]) if left else state.agenda[1:]
    return altered(state, agenda=agenda, cards=replace(state.cards, hands=tuple(hands)))


def skill_rolled(rules: Rules, state: State, face: int) -> State:
    """Return the position after a skill's die has fallen: the effects of its face happen."""
    task = state.agenda[0]
    rest = altered(state, agenda=state.agenda[1:])
    use = _use_of_task(rules, rest, task)
    if task.seat == state.turn:
        use = use._replace(hit=None)
    for effect in use.record.effects:
        rest = performed(rules, rest, use, effect.on_face(face))
    return settled_stack(rules, rest)


def aimed(rules: Rules, state: State, face: int) -> State:
    """Return the position after an attacker rolled to hit a unit that evades: another face misses."""
    hit = state.stack[-1]
    rest = altered(state, agenda=state.agenda[1:])
    if face not in state.changed(hit.target).faces:
        return settled_stack(rules, _popped(rest))
    return settled_stack(rules, altered(rest, stack=(*rest.stack[:-1], replace(hit, aimed=True))))
