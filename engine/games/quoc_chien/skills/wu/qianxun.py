"""Qianxun, a skill of Luxun of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Shunning


@known
class Qianxun(Shunning):
    """No target of Snatching and Indulgence."""

    name = "qianxun"

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Return so for these."""
        return name in ("shunshou-qianyang", "le-busi-shu")
