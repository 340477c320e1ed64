"""Qingnang, a skill of Huatuo of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    discarded,
    held,
    is_wounded,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Qingnang(Stepwise):
    """Once: for a hand card a wounded player heals one."""

    name = "qingnang"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card, and somebody wounded."""
        return bool(held(state, seat)) and any(is_wounded(state, one) for one in alive(state))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, pay, heal."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(
                    state, doing.choose(str(one) for one in alive(state) if is_wounded(state, one))
                )
            case 1:
                return doing.again(
                    state, doing.choose(held(state, seat), kind="discard"), at=2, kept=tuple(came)
                )
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Healing(doing.kept_seat(), 1, seat))
