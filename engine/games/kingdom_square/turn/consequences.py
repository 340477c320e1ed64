"""What follows from something that happened, and asks somebody: done after what is being resolved."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.core.ids import Seat
from engine.games.kingdom_square.match import Came, State, TableRules
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, StackFrame, instead, then


class Event(StrEnum):
    """What happened."""

    DIED = "died"
    SUMMONED = "summoned"
    SAVED = "saved"
    DRAWS = "draws"
    DISCARDS = "discards"
    RANSOMED = "ransomed"
    LECTURED = "lectured"
    RUSHES = "rushes"


class Following(TableRules, Protocol):
    """The game, which says what follows."""

    def following(self, state: State, what: "Follows") -> tuple[StackFrame, ...]:
        """Return the frames that follow from something that happened, the first first."""


@dataclass(frozen=True, slots=True)
class Follows(StackFrame):
    """Something happened to a seat; the game says which frames follow from it.

    `what`: a unit, or of one that has left the field its card. `tile`: where it was. `number`: of cards, of
    cost.
    """

    event: Event
    seat: Seat
    what: str = ""
    tile: str = ""
    number: int = 1

    def run(self, game: Following, state: State, came: Came) -> FrameStep:
        """Let it follow."""
        del came
        return instead(state, *game.following(state, self))


def due(state: State, *frames: StackFrame) -> State:
    """Return a state where frames are resolved after the one that runs now, the first of them first."""
    return altered(state, stack=(*state.stack, *reversed(frames)))


def at_once(depth: int, state: State, frame: StackFrame, *above: StackFrame) -> FrameStep:
    """Go on with a frame after all that has become due since the stack was `depth` high, and other frames."""
    waiting = tuple(reversed(state.stack[depth:]))
    return then(altered(state, stack=state.stack[:depth]), frame, *waiting, *above)
