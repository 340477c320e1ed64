"""Weimu, a skill of Jiaxu of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import names
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Shunning


@known
class Weimu(Shunning):
    """No target of black tricks."""

    name = "weimu"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return so for black tricks."""
        return colour == "black" and names()[name].kind.is_trick
