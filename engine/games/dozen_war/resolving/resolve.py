"""The effect of each action on the position. This module takes actions as legal."""

from dataclasses import replace

from engine.games.dozen_war.actions.actions import (
    Accept,
    Action,
    Assign,
    Attack,
    Block,
    Die,
    Dig,
    Discard,
    Draft,
    Draw,
    EndTurn,
    Move,
    OpenEvent,
    Place,
    Revive,
    Spill,
    Take,
    Unearth,
    Warp,
)
from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.combat.combat import (
    accepted,
    attacked,
    blocked,
    card_let_work,
    used,
)
from engine.games.dozen_war.content.rules import REVIVAL_COINS, Rules
from engine.games.dozen_war.ground.reach import victims
from engine.games.dozen_war.ground.tokens import dug
from engine.games.dozen_war.ground.ways import in_hand
from engine.games.dozen_war.phases.duel import placed
from engine.games.dozen_war.phases.rounds import is_out, turn_ended, with_last_left
from engine.games.dozen_war.position.marks import BoostWord, after_moving, one_less, without
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import HP_MAX, SEAT_OF
from engine.games.dozen_war.position.state import Phase, State, altered, put
from engine.games.dozen_war.resolving.chance import settled, task_done


def completed(rules: Rules, state: State, action: Action) -> Action:
    """Return the action with its splash victim named, where only one is possible."""
    if not isinstance(action, Attack) or action.splash is not None:
        return action
    index = rules.roster.index
    piece, target = index[action.piece], index[action.target]
    if OFF in (state.at[piece], state.at[target]):
        return action
    second = victims(rules, state, piece, target)
    return replace(action, splash=rules.roster.ids[second[0]]) if len(second) == 1 else action


def played(rules: Rules, state: State, action: Action) -> State:
    """Return the position after a legal action."""
    after = _after(rules, state, action)
    if state.agenda or after.agenda or after.tokens.dropped:
        after = settled(rules, after)
    return after if isinstance(action, _COSTS_NO_UNIT) else _turn_passed(rules, after)


_COSTS_NO_UNIT = (Dig, EndTurn, Move, Place, Revive, Warp)
"""The actions that can't cost the player to move a piece."""


def _turn_passed(rules: Rules, state: State) -> State:
    """Return the position after a turn ended by itself, because its player has nothing left (DW-17.4)."""
    waits = state.agenda or state.stack or state.phase is not Phase.PLAYING
    if waits or not is_out(rules, state, state.turn):
        return state
    return settled(rules, turn_ended(rules, state))


def _after(rules: Rules, state: State, action: Action) -> State:
    index, cells = rules.roster.index, rules.field.index
    match action:
        case Move(piece, to):
            return _moved(state, index[piece], cells[to])
        case Attack():
            return _attacked(rules, state, action)
        case Warp(piece):
            return altered(state, at=put(state.at, index[piece], rules.field.volcano))
        case Revive(piece, at):
            return _revived(rules, state, index[piece], cells[at])
        case EndTurn():
            return with_last_left(rules, turn_ended(rules, state))
        case Block(piece):
            return blocked(rules, state, index[piece])
        case Accept():
            if state.agenda:
                return card_let_work(rules, state)
            return accepted(rules, state)
        case Play() | Skill():
            return used(rules, state, action)
        case Place(piece, at):
            if rules.field.is_duel:
                return placed(rules, state, index[piece], cells[at])
            return _placed(state, index[piece], cells[at])
        case Dig(piece, at):
            return dug(state, index[piece], cells[at])
        case Assign() | Die() | Discard() | Draft() | Draw() | OpenEvent() | Spill() | Take() | Unearth():
            return task_done(rules, state, action)


def _attacked(rules: Rules, state: State, action: Attack) -> State:
    named = completed(rules, state, action)
    assert isinstance(named, Attack)  # noqa: S101  # narrows the type; completing keeps the kind
    index = rules.roster.index
    splash = None if named.splash is None else index[named.splash]
    return attacked(rules, state, index[named.piece], index[named.target], splash)


def _moved(state: State, piece: int, cell: int) -> State:
    done, at = state.done, put(state.at, piece, cell)
    has_moved = altered(done, moved=done.moved | 1 << piece)
    if not state.marks:
        return altered(state, at=at, done=has_moved)
    marks = state.marks
    if done.moved >> piece & 1:
        marks = one_less(marks, piece, BoostWord.AGAIN)
    return altered(
        state,
        at=at,
        done=has_moved,
        marks=after_moving(marks, piece, (BoostWord.MOVE,)),
    )


def _revived(rules: Rules, state: State, piece: int, cell: int) -> State:
    seat = SEAT_OF[piece]
    waits = 1 << piece if rules.options.revive_acts == "next turn" else 0
    has_fought = state.done.fought & 1 << piece if rules.options.revived_again == "off" else 0
    coins = tuple(n - REVIVAL_COINS if other == seat else n for other, n in enumerate(state.scores.coins))
    return altered(
        state,
        at=put(state.at, piece, cell),
        hp=put(state.hp, piece, HP_MAX[piece]),
        marks=without(state.marks, piece),
        scores=altered(state.scores, coins=coins),
        done=altered(state.done, moved=state.done.moved | waits, acted=state.done.acted | waits | has_fought),
    )


def _placed(state: State, piece: int, cell: int) -> State:
    after = altered(state, at=put(state.at, piece, cell))
    waiting = [seat for seat in after.order if in_hand(after, seat)]
    if waiting:
        return after if after.turn in waiting else altered(after, turn=waiting[0])
    return altered(after, phase=Phase.PLAYING, turn=after.order[0])
