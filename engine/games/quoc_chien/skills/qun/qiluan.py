"""Qiluan, a skill of Hetaihou of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
)
from engine.games.quoc_chien.skills.doing import Draws
from engine.kit.resolving.moments import Firing


@known
class Qiluan(Draws):
    """At the end of a turn in which the owner killed draws three."""

    name = "qiluan"
    moments = (Moment.TURN_ENDING,)
    cards = 3

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When it did."""
        return bool(state.counters[seat, Count.KILLED])
