"""The marks that effect words put on units, and their duration (DW-10.5)."""

from engine.games.dozen_war.content.terms import Lasting, Role
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.position.marks import (
    FOR_GOOD,
    NEXT_ATTACK,
    THIS_ROUND,
    THIS_TURN,
    MarkMeaning,
    UnitMark,
)
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import SEAT_OF
from engine.games.dozen_war.position.state import State, altered


def marked(state: State, use: Use, on: Role, means: MarkMeaning, lasts: Lasting) -> State:
    """Return the position after a mark is put on each unit of a role on the board."""
    made = tuple(
        UnitMark(piece, means, _left(state, piece, lasts), use.stars)
        for piece in use.units(on)
        if state.at[piece] != OFF
    )
    return altered(state, marks=(*state.marks, *made))


def _left(state: State, piece: int, lasts: Lasting) -> int:
    """Return the `UnitMark.left` of a new mark."""
    match lasts:
        case Lasting.ATTACK:
            return NEXT_ATTACK
        case Lasting.TURN:
            return THIS_TURN
        case Lasting.NEXT_TURN:
            return 2 if SEAT_OF[piece] == state.turn else 1
        case Lasting.ROUND:
            return THIS_ROUND
        case Lasting.MATCH:
            return FOR_GOOD
