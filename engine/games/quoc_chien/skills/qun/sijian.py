"""Sijian, a skill of Tianfeng of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    held,
)
from engine.games.quoc_chien.skills.doing import DiscardsOfAnother
from engine.kit.resolving.moments import Firing


@known
class Sijian(DiscardsOfAnother):
    """After losing the last hand card discards a card of another."""

    name = "sijian"
    moments = (Moment.LOST,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it was of the hand, and that is empty, too."""
        last = bool(firing.fact("hand")) and not held(state, seat)
        return last and super().ready(game, state, firing, seat)
