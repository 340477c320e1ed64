"""Yizhi, a skill of Jiangwei of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import is_own
from engine.games.quoc_chien.skills.shu.guanxing import Guanxing
from engine.kit.resolving.moments import Firing


@known
class Yizhi(Guanxing):
    """As deputy has the stars' sight; with it as head, too, sees five."""

    name = "yizhi"
    only = "deputy"

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's start phase, unless the head sees the stars itself."""
        return is_own(firing, "seat", seat) and not has(state, seat, "guanxing")
