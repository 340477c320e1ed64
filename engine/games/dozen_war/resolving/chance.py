"""The tasks to be settled before play goes on: chance, and choices that follow it (draws, tokens, dice).

The first task of the agenda is open. A task with only one possible result is settled by itself.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.core.decisions import Chooser, Decision, Violation, broken
from engine.core.phrase import SILENCE, Phrase
from engine.games.dozen_war.actions.actions import (
    Accept,
    Action,
    Assign,
    Die,
    Discard,
    Draft,
    Draw,
    OpenEvent,
    Spill,
    Take,
    Unearth,
)
from engine.games.dozen_war.actions.uses import Play
from engine.games.dozen_war.actions.written import DIE_FACES
from engine.games.dozen_war.combat.combat import aimed, card_answers, settled_stack, skill_rolled, stolen
from engine.games.dozen_war.combat.hits import spill_victims, spilled
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.tokens import (
    fully_seen,
    peeked,
    picked_up,
    receivers,
    unearthings,
    with_dropped,
    with_maps,
    with_seen,
    without_token,
)
from engine.games.dozen_war.phases.draft import dealt, drafted, free_generals, rolled
from engine.games.dozen_war.phases.duel import deploying
from engine.games.dozen_war.phases.rounds import is_out, round_begun, with_last_left
from engine.games.dozen_war.position.holdings import MAP, Task, Work, added, robbed, taken
from engine.games.dozen_war.position.roster import seat_label
from engine.games.dozen_war.position.state import Phase, State, altered
from engine.games.dozen_war.resolving.events import (
    event_opened,
    event_rolled,
    fate_fulfilled,
    fate_rolled,
    players_left,
    token_acted,
)

DICE = frozenset(
    (Work.EVENT_DIE, Work.FATE_DIE, Work.ROLL_DRAFT, Work.ROLL_ORDER, Work.SKILL_DIE, Work.AIM_DIE)
)
"""The works that a player's die decides."""

CHANCE = DICE | {Work.DRAW, Work.UNEARTH, Work.PEEK, Work.EVENT, Work.DEAL}
"""The works that nobody chooses."""

SETTLING = (Assign, Die, Discard, Draft, Draw, OpenEvent, Spill, Take, Unearth)
"""The actions that do nothing but settle tasks."""


def task_decision(rules: Rules, task: Task) -> Decision:
    """Return the seat that settles a task.

    The kind is the work's word. A die belongs to the player who throws it.
    """
    if task.work in CHANCE:
        throws = (rules.roster.seats[task.seat],) if task.work in DICE and task.seat >= 0 else ()
        return Decision(Chooser.CHANCE, throws, task.work.value)
    answers = task.work is Work.CARD
    return Decision(Chooser.SEAT, (rules.roster.seats[task.seat],), task.work.value, continues=answers)


def outcomes(rules: Rules, state: State) -> tuple[tuple[Action, float], ...]:
    """Return the possible outcomes of the open task if chance settles it, each with its weight."""
    if not state.agenda:
        return ()
    task = state.agenda[0]
    match task.work:
        case Work.DRAW:
            return tuple((Draw(slug), n) for slug, n in sorted(Counter(state.cards.pile).items()))
        case Work.EVENT:
            return tuple((OpenEvent(slug), n) for slug, n in sorted(Counter(state.omens.deck).items()))
        case Work.UNEARTH:
            return tuple((Unearth(slug), float(n)) for slug, n in unearthings(rules, state, task).items())
        case Work.PEEK:
            return tuple((Unearth(slug), n) for slug, n in sorted(Counter(state.tokens.pool).items()))
        case work if work in DICE:
            return tuple((Die(face), 1) for face in range(1, DIE_FACES + 1))
        case Work.DEAL:
            return tuple((Draft(slug), 1) for slug in free_generals(state))
        case _:
            return ()


def settling_actions(rules: Rules, state: State) -> list[Action]:
    """Return the legal actions while a task is open."""
    task = state.agenda[0]
    match task.work:
        case Work.DISCARD:
            return [Discard(slug) for slug in sorted(set(state.cards.hands[task.seat]))]
        case Work.SPILL:
            return [Spill(rules.roster.ids[piece]) for piece in spill_victims(task)]
        case Work.STEAL:
            return [Take(slug) for slug in sorted(set(state.cards.hands[robbed(task)]))]
        case Work.CARD:
            return [*(Play(slug) for slug in card_answers(rules, state)), Accept()]
        case Work.ASSIGN:
            generals, cells = receivers(state, task.seat)
            ids, names = rules.roster.ids, rules.field.cells
            return [*(Assign(ids[one]) for one in generals), *(Assign(names[cell]) for cell in cells)]
        case Work.DRAFT:
            return [Draft(slug) for slug in free_generals(state)]
        case _:
            return [action for action, _ in outcomes(rules, state)]


def settling_faults(rules: Rules, state: State, action: Action) -> Iterator[Violation]:
    """Yield why an action can't be taken while a task is open, or why it settles no open task."""
    if not state.agenda:
        if isinstance(action, SETTLING):
            yield broken(_RULE_OF_ACTION[type(action)], "nothing_to_settle")
        return
    if action in settling_actions(rules, state):
        return
    task = state.agenda[0]
    missing = _card_not_there(state, task, action)
    if missing is not None:
        seat, card = missing
        yield broken(
            "DW-10.2",
            "not_in_hand",
            seat=seat_label(rules.roster.seats[seat]),
            card=rules.pack.card_name(card),
        )
        return
    rule, reason = _FIRST[task.work]
    yield broken(rule, reason, seat=_seat_name(rules, task))


def _card_not_there(state: State, task: Task, action: Action) -> tuple[int, str] | None:
    """Return the seat whose hand lacks the card that would settle a task, if that is the only fault."""
    match task.work, action:
        case (Work.DISCARD, Discard(card)) | (Work.CARD, Play(card)):
            seat = task.seat
        case Work.STEAL, Take(card):
            seat = robbed(task)
        case _:
            return None
    return None if card in state.cards.hands[seat] else (seat, card)


_FIRST = {
    Work.DRAW: ("DW-10.3", "draw_first"),
    Work.UNEARTH: ("DW-13.1", "unearth_first"),
    Work.PEEK: ("DW-13.5", "peek_first"),
    Work.EVENT: ("DW-15.1", "event_first"),
    Work.EVENT_DIE: ("DW-15.1", "event_die_first"),
    Work.FATE_DIE: ("DW-15.2", "fate_die_first"),
    Work.ROLL_DRAFT: ("DW-16.2", "roll_draft_first"),
    Work.ROLL_ORDER: ("DW-16.3", "roll_order_first"),
    Work.DEAL: ("DW-16.2", "deal_first"),
    Work.DRAFT: ("DW-16.2", "draft_first"),
    Work.DISCARD: ("DW-10.3", "discard_first"),
    Work.ASSIGN: ("DW-13.4", "assign_first"),
    Work.SKILL_DIE: ("DW-9.1", "skill_die_first"),
    Work.AIM_DIE: ("DW-9.1", "aim_die_first"),
    Work.SPILL: ("DW-6.2", "spill_first"),
    Work.STEAL: ("DW-10.1", "steal_first"),
    Work.CARD: ("DW-18.4", "card_first"),
}
_RULE_OF_ACTION: dict[type[Action], str] = {
    Assign: "DW-13.4",
    Die: "DW-15.1",
    Discard: "DW-10.3",
    Draft: "DW-16.2",
    Draw: "DW-10.3",
    OpenEvent: "DW-15.1",
    Spill: "DW-6.2",
    Take: "DW-10.1",
    Unearth: "DW-13.1",
}


def _seat_name(rules: Rules, task: Task) -> Phrase:
    return seat_label(rules.roster.seats[task.seat]) if task.seat >= 0 else SILENCE


def _agenda_settled(rules: Rules, state: State) -> State:
    """Return the position after every task that settles itself."""
    while True:
        if state.tokens.dropped:
            state = picked_up(rules, state)
        state = with_last_left(rules, state)
        if state.phase is Phase.OVER or not state.agenda:
            return state
        after = _by_itself(rules, state, state.agenda[0])
        if after is None:
            return state
        state = after


def settled(rules: Rules, state: State) -> State:
    """Return the position after everything that needs no choice has happened, also the stack's effects."""
    while True:
        state = _agenda_settled(rules, state)
        if state.agenda or not state.stack:
            return state
        waiting = settled_stack(rules, state)
        if waiting is state:
            return state
        state = waiting


def task_done(rules: Rules, state: State, action: Action) -> State:
    """Return the position after a legal action has settled the open task, or one step of it."""
    task = state.agenda[0]
    match action:
        case Draw(slug):
            return _drawn(state, task, slug)
        case Take(slug):
            return stolen(state, slug)
        case Spill(piece):
            return settled_stack(rules, spilled(state, rules.roster.index[piece]))
        case Die(face) if task.work is Work.SKILL_DIE:
            return skill_rolled(rules, state, face)
        case Die(face) if task.work is Work.AIM_DIE:
            return aimed(rules, state, face)
        case Discard(slug):
            return _discarded(state, task.seat, slug)
        case Unearth(slug) if task.work is Work.PEEK:
            return peeked(state, task.cell, slug)
        case Unearth(slug):
            return _unearthed(rules, state, task, slug)
        case Assign():
            return _assigned(rules, state, task, action)
        case OpenEvent(slug):
            return event_opened(rules, _done(state), slug)
        case Die(face) if task.work is Work.EVENT_DIE:
            return event_rolled(rules, state, task, face)
        case Die(face) if task.work is Work.FATE_DIE:
            return fate_rolled(rules, state, task, face)
        case Die(face):
            return rolled(rules, state, face)
        case Draft(slug):
            return (dealt if task.work is Work.DEAL else drafted)(rules, state, slug)
        case _:
            raise AssertionError(action)


def _by_itself(rules: Rules, state: State, task: Task) -> State | None:
    """Return the position after the open task settled itself; None when a seat or chance must settle it."""
    match task.work:
        case Work.ROUND:
            return round_begun(rules, _done(state))
        case Work.DEPLOY:
            return deploying(rules, _done(state))
        case Work.FATE:
            return fate_fulfilled(rules, _done(state), task)
        case Work.PEEK if fully_seen(state, task.cell):
            return with_seen(_done(state), task.seat, task.cell)
        case Work.DRAW:
            return _drawn_by_itself(rules, state, task)
        case Work.DISCARD:
            return _done(state) if len(state.cards.hands[task.seat]) <= task.count else None
        case Work.ASSIGN:
            if task.count and any(receivers(state, task.seat)):
                return None
            return with_dropped(_done(state), task.cell, task.count) if task.count else _done(state)
        case Work.EVENT:
            if not state.omens.deck:
                return altered(_done(state), events=state.events + 1)
            if state.omens.fixed:
                return event_opened(rules, _done(state), state.omens.deck[0])
        case Work.EVENT_DIE:
            return event_rolled(rules, state, task, 1) if len(players_left(rules, state)) == 1 else None
        case _:
            pass
    only = {action for action, _ in outcomes(rules, state)}
    return task_done(rules, state, only.pop()) if len(only) == 1 else None


def _drawn_by_itself(rules: Rules, state: State, task: Task) -> State | None:
    cards = state.cards
    if task.count <= 0 or is_out(rules, state, task.seat):
        return _done(state)
    if not cards.pile:
        if not cards.used:
            return _done(state)
        return altered(state, cards=replace(cards, pile=cards.used, fixed=False, used=()))  # DW-10.2
    if cards.fixed or len(set(cards.pile)) == 1:
        return _drawn(state, task, cards.pile[0])
    return None


def _drawn(state: State, task: Task, slug: str) -> State:
    cards = state.cards
    hands = tuple(added(hand, slug) if seat == task.seat else hand for seat, hand in enumerate(cards.hands))
    left = taken(cards.pile, slug)
    pile = replace(cards, hands=hands, pile=left, fixed=cards.fixed and bool(left))
    drawn = altered(state, cards=pile)
    if task.count > 1:
        return altered(drawn, agenda=(replace(task, count=task.count - 1), *state.agenda[1:]))
    return _done(drawn)


def _discarded(state: State, seat: int, slug: str) -> State:
    cards = state.cards
    hands = tuple(taken(hand, slug) if one == seat else hand for one, hand in enumerate(cards.hands))
    return altered(state, cards=replace(cards, hands=hands, used=added(cards.used, slug)))


def _unearthed(rules: Rules, state: State, task: Task, slug: str) -> State:
    after = without_token(rules, _done(state), task, slug)
    if slug == MAP:
        return with_maps(after, task.piece, 1)
    return token_acted(rules, after, task.piece, slug)


def _assigned(rules: Rules, state: State, task: Task, action: Assign) -> State:
    given = task.count if rules.options.won_maps == "together" else 1
    left = task.count - given
    after = altered(state, agenda=(*((replace(task, count=left),) if left else ()), *state.agenda[1:]))
    for general in receivers(state, task.seat)[0]:
        if rules.roster.ids[general] == action.to:
            return with_maps(after, general, given)
    return with_dropped(after, next(n for cell, n in rules.field.index.items() if cell == action.to), given)


def _done(state: State) -> State:
    return altered(state, agenda=state.agenda[1:])
