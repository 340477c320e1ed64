"""Zhuge Liannu: weapon."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import ANY_NUMBER, Skill
from engine.games.quoc_chien.position.state import State


@known
class RepeatingCrossbow(Skill):
    """Gia Cát Liên Nỗ: its owner may use any number of Slashes in the play phase."""

    name = "zhuge-liannu"

    def slashes(self, state: State, seat: Seat) -> int:
        """Return a number larger than that of all cards."""
        return ANY_NUMBER
