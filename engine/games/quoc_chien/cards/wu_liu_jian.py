"""Wu Liu Jian: weapon."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import State


@known
class SixSwords(Skill):
    """Ngô Lục Kiếm: the attacks of others of its owner's kingdom reach one farther."""

    name = "wu-liu-jian"

    def reaches_together(self, state: State, seat: Seat) -> bool:
        """Return True."""
        return True
