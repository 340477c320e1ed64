"""Jieyin, a skill of Sunshangxiang of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    discarded,
    gender_of,
    held,
    is_wounded,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Jieyin(Stepwise):
    """Once: for two hand cards she and a wounded male heal one each."""

    name = "jieyin"
    once = True
    gendered = True

    def can(self, state: State, seat: Seat) -> bool:
        """With two cards, and such a male."""
        return len(held(state, seat)) > 1 and bool(self._males(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, pay, heal."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._males(state, seat)))
            case 1:
                choice = doing.choose(held(state, seat), 2, 2, kind="discard")
                return doing.again(state, choice, at=2, kept=tuple(came))
        whom = doing.kept_seat()
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Healing(seat), Healing(whom))

    def _males(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [str(one) for one in others if is_wounded(state, one) and gender_of(state, one) == "male"]
