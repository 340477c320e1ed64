"""Tiaoxin, a skill of Jiangwei of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.using import Provoked
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Tiaoxin(Stepwise):
    """Once: who has the owner within range uses a Slash on it, or loses a card of the owner's choice."""

    name = "tiaoxin"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When there is such a one."""
        return bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, let it answer."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, seat)))
            case 1:
                whom = Seat(came[0])
                return doing.then(state, Provoked(whom, seat), kept=tuple(came))
            case 2 if not came:
                whom = doing.kept_seat()
                fits = bool(cards_of(state, whom))
                robbing = Robbing(seat, whom, places=("hand", "equipment"))
                return instead(state, *([robbing] if fits else []))
        return done(state)

    def _others(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if is_within(state, one, seat)]
