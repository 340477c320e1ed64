"""A player who leaves before the match is over. The rulebook doesn't know this; a reading says what stays."""

from dataclasses import replace

from engine.core.faults import InputFault
from engine.games.dozen_war.combat.combat import card_let_work
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.tokens import with_dropped
from engine.games.dozen_war.phases.rounds import is_out, turn_ended
from engine.games.dozen_war.position.holdings import (
    Cards,
    KeptUse,
    RobbedHand,
    Task,
    Work,
    added,
    counted,
    recounted,
)
from engine.games.dozen_war.position.marks import without
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import SEAT_OF, SLOTS, generals_of, seat_label
from engine.games.dozen_war.position.state import Hit, Phase, State, altered, put
from engine.games.dozen_war.resolving.chance import settled
from engine.games.dozen_war.texts import TEXTS

_NOBODYS = (Work.EVENT, Work.EVENT_DIE, Work.ROUND)
"""The works of the round's end. If the player who should throw a die or open a card leaves, the next one
can."""


def without_player(rules: Rules, state: State, seat: int) -> State:
    """Return the position after a player has left, with everything settled that waited for the player.

    The player's open choices aren't made, its hits miss, and its cards are put aside. Map pieces that it
    should have given lie where they were lost. By the reading `left_pieces`, its pieces leave the board and
    map pieces lie where its generals stood, or all pieces stay and answer no hit.

    Raises:
        InputFault: the match hasn't begun or is over, or the player is out already.
    """
    if state.phase is not Phase.PLAYING:
        raise InputFault(TEXTS.say("leaving.not_playing"))
    if is_out(rules, state, seat):
        raise InputFault(TEXTS.say("leaving.out", seat=seat_label(rules.roster.seats[seat])))
    while state.agenda and state.agenda[0].work is Work.CARD and state.agenda[0].seat == seat:
        state = card_let_work(rules, state)
    ends = state.turn == seat and all(task.work is not Work.ROUND for task in state.agenda)
    state = settled(rules, _departed(rules, state, seat))
    if state.phase is Phase.PLAYING and ends:
        first = state.agenda
        ended = turn_ended(rules, altered(state, agenda=()))
        state = settled(rules, altered(ended, agenda=(*first, *ended.agenda)))
    return state


def _departed(rules: Rules, state: State, seat: int) -> State:
    removed = rules.options.left_pieces == "removed"
    for task in state.agenda:
        if task.work is Work.ASSIGN and task.seat == seat:
            state = with_dropped(state, task.cell, task.count)
    state = altered(
        state,
        history=altered(state.history, left=state.history.left | 1 << seat),
        agenda=tuple(task for task in state.agenda if not _waits_for(task, seat)),
        stack=tuple(hit for hit in state.stack if not _is_theirs(hit, seat, removed=removed)),
        cards=_hand_put_aside(state, seat),
    )
    return _cleared(state, seat) if removed else state


def _waits_for(task: Task, seat: int) -> bool:
    if task.work in _NOBODYS:
        return False
    match task.subject:
        case KeptUse(seat=user) if task.work is Work.CARD:  # the disputed card is theirs
            return seat in (task.seat, user)
        case RobbedHand(source):
            return seat in (task.seat, source)
        case _:
            return task.seat == seat


def _is_theirs(hit: Hit, seat: int, *, removed: bool) -> bool:
    return hit.by == seat or (removed and SEAT_OF[hit.target] == seat)


def _hand_put_aside(state: State, seat: int) -> Cards:
    cards = state.cards
    used = cards.used
    for card in cards.hands[seat]:
        used = added(used, card)
    hands = tuple(() if one == seat else hand for one, hand in enumerate(cards.hands))
    return replace(cards, hands=hands, used=used)


def _cleared(state: State, seat: int) -> State:
    for general in generals_of(seat):
        number = counted(state.tokens.carried, general)
        if number:
            carried = recounted(state.tokens.carried, general, 0)
            state = altered(state, tokens=replace(state.tokens, carried=carried))
            state = with_dropped(state, state.at[general], number)
    for piece in range(seat * SLOTS, (seat + 1) * SLOTS):
        if state.at[piece] != OFF:
            state = altered(
                state,
                at=put(state.at, piece, OFF),
                hp=put(state.hp, piece, 0),
                marks=without(state.marks, piece),
            )
    gone = ((1 << SLOTS) - 1) << seat * SLOTS
    return altered(
        state,
        done=altered(
            state.done,
            moved=state.done.moved & ~gone,
            acted=state.done.acted & ~gone,
            fought=state.done.fought & ~gone,
        ),
    )
