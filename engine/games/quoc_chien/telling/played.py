"""What reading a written action needs of the game: it tries out what it may stand for."""

from collections.abc import Sequence
from typing import Protocol

from engine.core.ids import Seat
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.kit.choosing.actions import GameAction
from engine.kit.resolving.frames import Waiting


class Played(QuocRules, Protocol):
    """The game: its rules, what is legal, and what comes of it."""

    def legal_actions(self, state: State) -> Sequence[GameAction]:
        """Return every legal action."""

    def completed(self, state: State, action: GameAction) -> GameAction:
        """Return an action with its seat, if it doesn't name it, and the copies that its names stand for."""

    def apply(self, state: State, action: GameAction) -> State:
        """Return the position after a legal action."""

    def waiting(self, state: State) -> Waiting | None:
        """Return the seats, or chance, that are waited for."""

    def patient(self, seat: Seat | None) -> "Played":
        """Return the game as it asks a seat where there's only one way, too."""
