"""Duanbing, a skill of Dingfeng of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
)
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, nearest


@known
class Duanbing(Stepwise):
    """An own Slash may have one more target, at distance 1."""

    name = "duanbing"
    moments = ("using",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner uses a Slash and somebody else is near."""
        mine = is_own(firing, "user", seat) and firing.fact("name") in SLASHES
        return mine and bool(self._near(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom besides."""
        if doing.at == 0:
            return doing.then(state, doing.choose(self._near(state, doing.seat)))
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        return done(amended(state, Using, targets=(*using.targets, Seat(came[0]))))

    def _near(self, state: State, seat: Seat) -> list[str]:
        using = nearest(state, Using)
        aimed = using.targets if using is not None else ()
        others = alive(state, seat, others=True)
        return [str(one) for one in others if one not in aimed and distance(state, seat, one) == 1]
