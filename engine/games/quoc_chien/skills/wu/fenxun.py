"""Fenxun, a skill of Dingfeng of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    discarded,
    put,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Fenxun(Stepwise):
    """Once: for a card one player is at distance 1 in this turn."""

    name = "fenxun"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, pay."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                choice = doing.choose(cards_of(state, seat), kind="discard")
                return doing.again(state, choice, at=2, kept=tuple(came))
        state = put(discarded(state, came), seat, f"turn:near.{doing.kept[0]}", 1)
        return instead(state, *lost(state, seat, came))

    def fixed_distance(self, state: State, seat: Seat, other: Seat) -> int | None:
        """Return one for who was named."""
        return 1 if state.counters[seat, f"turn:near.{other}"] else None
