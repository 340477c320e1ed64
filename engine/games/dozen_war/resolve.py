"""What an action does to the position. Actions are taken as legal here."""

from dataclasses import replace

from engine.games.dozen_war.actions import Accept, Action, Attack, Block, EndTurn, Move, Place, Revive, Warp
from engine.games.dozen_war.legal import REVIVAL_COINS
from engine.games.dozen_war.reach import PLAIN_DAMAGE, Rules, blockers, in_hand, victims
from engine.games.dozen_war.roster import HP_MAX, IS_CASTLE, IS_GENERAL, IS_SOLDIER, SEAT_OF
from engine.games.dozen_war.rounds import turn_ended, with_last_left
from engine.games.dozen_war.stand import OFF
from engine.games.dozen_war.state import Hit, Phase, State


def completed(rules: Rules, state: State, action: Action) -> Action:
    """Return the action with its splash victim named where there's only one it can be."""
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
    mover = rules.roster.index[action.piece] if isinstance(action, Move) else None
    return _after(rules, state, action).inherit(state, mover)


def _after(rules: Rules, state: State, action: Action) -> State:
    index, cells = rules.roster.index, rules.field.index
    match action:
        case Move(piece, to):
            number = index[piece]
            return replace(state, at=_put(state.at, number, cells[to]), moved=state.moved | 1 << number)
        case Attack():
            return _attacked(rules, state, action)
        case Warp(piece):
            return replace(state, at=_put(state.at, index[piece], rules.field.volcano))
        case Revive(piece, at):
            return _revived(rules, state, index[piece], cells[at])
        case EndTurn():
            return with_last_left(rules, turn_ended(rules, state))
        case Block(piece):
            hit = state.stack[-1]
            waived = replace(state, stack=state.stack[:-1])
            damage = block_cost(rules, index[piece], hit.damage)
            return with_last_left(rules, struck(waived, SEAT_OF[hit.attacker], index[piece], damage))
        case Accept():
            return _landed(rules, replace(state, stack=state.stack[:-1]), state.stack[-1])
        case Place(piece, at):
            return _placed(state, index[piece], cells[at])


def block_cost(rules: Rules, blocker: int, damage: int) -> int:
    """Return the HP a block costs (DW-5.4 to DW-5.6)."""
    outright = IS_SOLDIER[blocker] or rules.options.general_block == "outright"
    return HP_MAX[blocker] if damage >= 2 and outright else damage


def struck(state: State, by: int, piece: int, damage: int) -> State:
    """Return the position after a piece loses HP to a seat; what dies leaves, and pays (DW-12.4, DW-17.3)."""
    left = max(0, state.hp[piece] - damage)
    hp = _put(state.hp, piece, left)
    if left:
        return replace(state, hp=hp)
    bit = ~(1 << piece)
    gone = replace(
        state, hp=hp, at=_put(state.at, piece, OFF), moved=state.moved & bit, acted=state.acted & bit
    )
    if IS_GENERAL[piece]:
        return replace(gone, coins=_plus(gone.coins, by), kills=_plus(gone.kills, by))
    if IS_CASTLE[piece]:
        return replace(gone, coins=_plus(gone.coins, by), razed=_plus(gone.razed, by))
    return gone


def _attacked(rules: Rules, state: State, action: Attack) -> State:
    named = completed(rules, state, action)
    assert isinstance(named, Attack)  # noqa: S101  # narrows the type; completing keeps the kind
    index = rules.roster.index
    splash = None if named.splash is None else index[named.splash]
    hit = Hit(index[named.piece], index[named.target], splash, PLAIN_DAMAGE)
    spent = replace(state, acted=state.acted | 1 << hit.attacker)
    if blockers(rules, spent, hit.target):
        return replace(spent, stack=(*spent.stack, hit))
    return _landed(rules, spent, hit)


def _landed(rules: Rules, state: State, hit: Hit) -> State:
    """The hit and, when it kills, its splash, which nothing can stop (DW-6.5)."""
    seat = SEAT_OF[hit.attacker]
    after = struck(state, seat, hit.target, hit.damage)
    if hit.splash is not None and after.at[hit.target] == OFF and after.at[hit.splash] != OFF:
        after = struck(after, seat, hit.splash, hit.damage)
    return with_last_left(rules, after)


def _revived(rules: Rules, state: State, piece: int, cell: int) -> State:
    seat = SEAT_OF[piece]
    waits = 1 << piece if rules.options.revive_acts == "next turn" else 0
    coins = tuple(n - REVIVAL_COINS if other == seat else n for other, n in enumerate(state.coins))
    return replace(
        state,
        at=_put(state.at, piece, cell),
        hp=_put(state.hp, piece, HP_MAX[piece]),
        coins=coins,
        moved=state.moved | waits,
        acted=state.acted | waits,
    )


def _placed(state: State, piece: int, cell: int) -> State:
    after = replace(state, at=_put(state.at, piece, cell))
    waiting = [seat for seat in after.order if in_hand(after, seat)]
    if waiting:
        return after if after.turn in waiting else replace(after, turn=waiting[0])
    return replace(after, phase=Phase.PLAYING, turn=after.order[0])


def _put(values: bytes, place: int, value: int) -> bytes:
    return values[:place] + bytes((value,)) + values[place + 1 :]


def _plus(values: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(n + 1 if other == seat else n for other, n in enumerate(values))
