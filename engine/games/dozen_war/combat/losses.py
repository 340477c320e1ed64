"""HP that pieces lose, and the consequences of their death."""

from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.ground.tokens import despoiled
from engine.games.dozen_war.position.marks import without
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import HP_MAX, IS_CASTLE, IS_GENERAL, IS_SOLDIER, SEAT_OF
from engine.games.dozen_war.position.state import State, altered, put


def block_cost(rules: Rules, blocker: int, damage: int) -> int:
    """Return the HP a block costs (DW-5.4 to DW-5.6)."""
    outright = IS_SOLDIER[blocker] or rules.options.general_block == "outright"
    return HP_MAX[blocker] if damage >= 2 and outright else damage


def struck(state: State, by: int, piece: int, damage: int, *, killer: int | None = None) -> State:
    """Return the position after a piece loses HP to a seat.

    A dead piece leaves the board and pays the seat (DW-12.4, DW-17.3).

    `killer` is the unit that hit, if there is one: it may take the map pieces of a general (DW-13.4).
    """
    left = max(0, state.hp[piece] - damage)
    hp = put(state.hp, piece, left)
    if left:
        return altered(state, hp=hp)
    bit = ~(1 << piece)
    gone = altered(
        state,
        hp=hp,
        at=put(state.at, piece, OFF),
        done=altered(state.done, moved=state.done.moved & bit, acted=state.done.acted & bit),
    )
    if gone.marks:
        gone = altered(gone, marks=without(gone.marks, piece))
    if gone.tokens.carried and IS_GENERAL[piece]:
        gone = despoiled(gone, piece, state.at[piece], by=killer, seat=by)
    if IS_SOLDIER[piece]:
        return (
            altered(gone, history=altered(gone.history, bereft=gone.history.bereft | 1 << SEAT_OF[piece]))
            if gone.skills
            else gone
        )
    if by == SEAT_OF[piece]:
        return gone
    if IS_GENERAL[piece]:
        return altered(
            gone,
            scores=altered(
                gone.scores, coins=_plus(gone.scores.coins, by), kills=_plus(gone.scores.kills, by)
            ),
        )
    if IS_CASTLE[piece]:
        return altered(
            gone,
            scores=altered(
                gone.scores, coins=_plus(gone.scores.coins, by), razed=_plus(gone.scores.razed, by)
            ),
        )
    return gone


def _plus(values: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(n + 1 if other == seat else n for other, n in enumerate(values))
