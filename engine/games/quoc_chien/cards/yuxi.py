"""Yuxi: treasure."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    counted,
    held,
    hidden,
    is_away,
)
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class ImperialSeal(Stepwise):
    """Ngọc Tỉ: with a kingdom, one card more, and knowing somebody as the play phase begins."""

    name = "yuxi"
    must = True
    moments = ("phase_draw", "phase_play")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own phases, with a shown general."""
        knows = firing.moment == "phase_draw" or bool(self._others(state, seat))
        return is_own(firing, "seat", seat) and kingdom_of(state, seat) is not None and knows

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Draw one more; or choose whom to know."""
        if doing.fact("moment") == "phase_draw":
            return done(counted(state, doing.seat, "turn:draw"))
        if doing.at == 0:
            return doing.then(state, doing.choose(self._others(state, doing.seat)))
        return instead(state, Using(doing.seat, (), "zhiji-zhibi", (Seat(came[0]),)))

    def _others(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [
            str(one) for one in others if not is_away(state, one) and (held(state, one) or hidden(state, one))
        ]
