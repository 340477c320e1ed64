"""Buqu, a skill of Zhoutai of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    State,
    discarded,
    health_of,
    own,
)
from engine.games.quoc_chien.resolving.damage import Dying
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, amended, done, nearest


@known
class Buqu(Stepwise):
    """Without health, lays the top card aside for each point; while all ranks differ the owner lives on.

    What it recovers takes wounds away: there is one for each point that it lacks to one health.
    """

    name = "buqu"
    moments = ("dying", "healed")

    def forced(self, firing: Any) -> bool:
        """Tell that wounds close by themselves."""
        return bool(firing.moment == "healed")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner's health dropped to nothing; when it recovered, with more wounds than it lacks."""
        if firing.moment == "healed":
            return is_own(firing, "seat", seat) and self._closed(state, seat) > 0
        return is_own(firing, "victim", seat) and "failing" not in dict(firing.facts)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Lay as many wounds as it lacks: with all ranks different it isn't dying; or discard some."""
        seat = doing.seat
        wounds = own(seat, "wounds")
        if doing.fact("moment") == "healed":
            if doing.at:
                return done(discarded(state, came))
            count = self._closed(state, seat)
            lying = map(str, state.zones.known(wounds))
            return doing.then(state, doing.choose(lying, count, count, kind="discard"))
        if doing.at == 0:
            missing = 1 - health_of(state, seat) - state.zones.count(wounds)
            return doing.then(state, Drawing(DECK, wounds, max(0, missing), refill=DISCARDS))
        ranks = [card_of(card).rank for card in state.zones.known(wounds)]
        if len(set(ranks)) == len(ranks) and nearest(state, Dying) is not None:
            return done(amended(state, Dying, off=True))
        return done(state)

    def _closed(self, state: State, seat: Seat) -> int:
        """Return how many wounds there are beside those for what the owner lacks to one health."""
        return int(state.zones.count(own(seat, "wounds"))) - max(0, 1 - health_of(state, seat))
