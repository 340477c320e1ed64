"""The draws and turned-up cards that are owed before anybody plays on, and cards drawn too many."""

from engine.core.decisions import Violation, broken
from engine.games.hero_realms.position.state import State, rule
from engine.games.hero_realms.turn.ending import Following
from engine.games.hero_realms.turn.main import Main
from engine.games.hero_realms.turn.working import Rummaging, Working
from engine.kit.choosing.actions import Draw, GameAction
from engine.kit.draws import Drawing


def owed(state: State) -> Violation | None:
    """Return the violation that a draw or a market card is still owed; None: nothing is owed.

    It names the rule that demands the card: the first hands and the first market (DG-2), the replacement of a
    bought card (DG-5.1), the end of a turn (DG-7.2), or a card's effect (DG-4.1).
    """
    frame = state.stack[-1] if state.stack else None
    if not isinstance(frame, Drawing):
        return None
    below = state.stack[:-1]
    if frame.seat is None:
        bought = len(below) == 1 and isinstance(below[0], Main)
        return broken(rule(5, 1) if bought else rule(2, 1), "not_refilled", place=str(frame.to))
    if any(isinstance(one, Following) for one in below):
        why = rule(7, 2)
    else:
        why = rule(4, 1) if any(isinstance(one, Working | Rummaging) for one in below) else rule(2, 2)
    return broken(why, "still_draws", seat=str(frame.seat), number=frame.count)


def refused(state: State, action: GameAction, found: tuple[Violation, ...]) -> tuple[Violation, ...]:
    """Return why an action can't be done; cards drawn too many, and plays before open draws, are named."""
    due = owed(state)
    if not found or state.ended is not None:
        return found
    if isinstance(action, Draw):
        frame = state.stack[-1]
        theirs = isinstance(frame, Drawing) and action.by in (None, frame.seat)
        return found if theirs else (broken(rule(7, 2), "nothing_to_draw", card=str(action.draw)),)
    return found if due is None else (due,)
