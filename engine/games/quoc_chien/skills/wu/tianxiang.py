"""Tianxiang, a skill of Xiaoqiao of Wu."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import HEART
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    discarded,
    health_of,
    held,
    most_health,
    suit_of,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, instead, nearest


@known
class Tianxiang(Stepwise):
    """For a heart in hand damage goes to another, who then draws as many cards as it lacks health."""

    name = "tianxiang"
    moments = ("suffering",)

    def could(self, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is about to take it, with a hand."""
        return is_own(firing, "victim", seat) and bool(held(state, seat))

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner is about to take it, with a heart in hand."""
        return is_own(firing, "victim", seat) and bool(self._hearts(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, choose whom, move it."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._hearts(state, seat), kind="discard"))
            case 1:
                state = discarded(state, came)
                others = map(str, alive(state, seat, others=True))
                return doing.then(state, *lost(state, seat, came), doing.choose(others))
            case 2:
                whom = Seat(came[0])
                damage = nearest(state, Damage)
                assert damage is not None  # noqa: S101  # narrows the type: the moment is of damage
                state = amended(state, Damage, off=True)
                # Whom it comes to now may change it in turn, and isn't whom a Slash was aimed at.
                moved = replace(damage, victim=whom, part=1, unarmoured=False)
                return doing.then(state, moved, kept=(str(whom),))
        whom = doing.kept_seat()
        lacks = most_health(state, whom) - health_of(state, whom)
        return instead(state, drawing(whom, lacks)) if whom not in state.out and lacks > 0 else done(state)

    def _hearts(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in held(state, seat) if suit_of(state, seat, card) == HEART]
