"""Cunsi, a skill of Mifuren of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    PLACES,
    State,
    alive,
    general,
    put,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Cunsi(Stepwise):
    """Removes this general: a player has Yongjue from then on, and draws two if it's another."""

    name = "cunsi"

    def can(self, state: State, seat: Seat) -> bool:
        """While it's there."""
        return True

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, remove it."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(map(str, alive(state, seat))))
        if doing.at == 1:
            (place,) = [one for one in PLACES if self._is_in(state, seat, one)][:1] or ("head",)
            return doing.then(state, Removing(seat, place), kept=tuple(came))
        whom = doing.kept_seat()
        state = put(state, whom, "given.yongjue", 1)
        return instead(state, *([drawing(whom, 2)] if whom != seat else []))

    def _is_in(self, state: State, seat: Seat, place: str) -> bool:
        found = general(state, seat, place)
        return found is not None and self.name in found.skills
