"""The part of the game that reads written actions: it tries out their possible meanings."""

from collections.abc import Sequence
from typing import Protocol

from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.kit.choosing.actions import GameAction
from engine.kit.resolving.frames import Waiting


class Played(QuocRules, Protocol):
    """The part of the game that knows legal actions and their results."""

    def legal_actions(self, state: State) -> Sequence[GameAction]:
        """Return every legal action."""

    def completed(self, state: State, action: GameAction) -> GameAction:
        """Return an action with its seat, and with the copies that its names mean."""

    def apply(self, state: State, action: GameAction) -> State:
        """Return the position after a legal action."""

    def waiting(self, state: State) -> Waiting | None:
        """Return the seats that must choose, or chance."""

    def patient(self, seat: Seat | None) -> "Played":
        """Return the game that asks a seat even where there's only one way."""
