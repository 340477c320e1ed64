"""Shushen, a skill of Ganfuren of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done


@known
class Shushen(Stepwise):
    """For each point healed another of the kingdom draws one."""

    name = "shushen"
    moments = ("healed",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner was healed and has friends."""
        return is_own(firing, "seat", seat) and bool(self._friends(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, for each point."""
        left = int(doing.kept[0]) if doing.kept else int(doing.fact("amount"))
        if doing.at == 0 and left > 0:
            friends = self._friends(state, doing.seat)
            return doing.again(state, doing.choose(friends, 0), at=1, kept=(left,))
        if doing.at == 1 and came:
            return doing.again(state, drawing(Seat(came[0]), 1), at=0, kept=(left - 1,))
        return done(state)

    def _friends(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if are_friends(state, seat, one)]
