"""Consequences of an event that ask somebody: they come after the present resolution."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.core.ids import Seat
from engine.games.kingdom_square.match import Came, State, TableRules
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, StackFrame, instead, then


class Event(StrEnum):
    """The events that have consequences."""

    DIED = "died"
    SUMMONED = "summoned"
    SAVED = "saved"
    DRAWS = "draws"
    DISCARDS = "discards"
    RANSOMED = "ransomed"
    LECTURED = "lectured"
    RUSHES = "rushes"


class Following(TableRules, Protocol):
    """The interface to the game's consequences."""

    def following(self, state: State, what: "Follows") -> tuple[StackFrame, ...]:
        """Return the frames that follow from an event, in their order."""


@dataclass(frozen=True, slots=True)
class Follows(StackFrame):
    """An event of a seat; the game says which frames follow from it."""

    event: Event
    """The event."""
    seat: Seat
    """The seat that it happened to."""
    what: str = ""
    """The unit; if it has left the field, its card; empty: none."""
    tile: str = ""
    """The tile where it was; empty: none."""
    number: int = 1
    """The number of cards, or the cost."""

    def run(self, game: Following, state: State, came: Came) -> FrameStep:
        """Add the frames that follow."""
        del came
        return instead(state, *game.following(state, self))


def due(state: State, *frames: StackFrame) -> State:
    """Return the state with frames to be resolved after the running one, in their order."""
    return altered(state, stack=(*state.stack, *reversed(frames)))


def at_once(depth: int, state: State, frame: StackFrame, *above: StackFrame) -> FrameStep:
    """Continue with a frame, after all frames that became due above a stack height, and after others.

    `depth`: the stack height.
    """
    waiting = tuple(reversed(state.stack[depth:]))
    return then(altered(state, stack=state.stack[:depth]), frame, *waiting, *above)
