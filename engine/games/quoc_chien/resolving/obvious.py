"""Choices that may be written together with the action that asks for them."""

from dataclasses import dataclass

from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, wait


@dataclass(frozen=True, slots=True)
class Asked(Choosing):
    """A choice that a skill or card asks for.

    A player who writes the choice out is asked even where there's only one way.
    """

    def run(  # type: ignore[override]  # only this game has it on its stack
        self, game: QuocRules, state: State, came: object
    ) -> FrameStep:
        """Ask the seat, unless there's only one way."""
        if game.asks_the_obvious == self.seat and not self.is_over:
            return wait(state, self)
        return Choosing.run(self, game, state, came)


OBVIOUS_FRAMES: tuple[type[StackFrame], ...] = (Asked,)
