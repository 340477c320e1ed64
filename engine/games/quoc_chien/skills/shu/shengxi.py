"""Shengxi, a skill of Jiangwanfeiyi of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Draws, is_own
from engine.kit.resolving.moments import Firing


@known
class Shengxi(Draws):
    """At the end of a play phase without damage dealt draws two."""

    name = "shengxi"
    moments = (Moment.AFTER_PLAY,)
    cards = 2

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """After the owner's play phase, then."""
        return is_own(firing, "seat", seat) and not state.counters[seat, Count.DEALT]
