"""Rende, a skill of Liubei of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    counted,
    held,
    taken,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Rende(Stepwise):
    """Gives hand cards away; the third in a phase heals one."""

    name = "rende"

    def can(self, state: State, seat: Seat) -> bool:
        """With a card in hand."""
        return bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose to whom, then which."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                hand = held(state, seat)
                return doing.again(state, doing.choose(hand, 1, len(hand)), at=2, kept=tuple(came))
        before = state.counters[seat, "turn:given"]
        for card in came:
            state = taken(state, card, doing.kept_seat())
        state = counted(state, seat, "turn:given", len(came))
        heals = before < 3 <= before + len(came)  # the third
        return instead(state, *lost(state, seat, came), *([Healing(seat)] if heals else []))
