"""Sanyao, a skill of Masu of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    discarded,
    health_of,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Sanyao(Stepwise):
    """Once: for a card one of those with the most health takes one damage."""

    name = "sanyao"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, choose whom."""
        seat = doing.seat
        match doing.at:
            case 0:
                most = max(health_of(state, one) for one in alive(state))
                best = [str(one) for one in alive(state) if health_of(state, one) == most]
                return doing.then(state, doing.choose(best))
            case 1:
                choice = doing.choose(cards_of(state, seat), kind="discard")
                return doing.then(state, choice, kept=tuple(came))
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Damage(doing.kept_seat(), 1, seat))
