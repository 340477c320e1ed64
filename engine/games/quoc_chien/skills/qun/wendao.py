"""Wendao, a skill of Lord Zhangjiao of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    cards_of,
    discarded,
    is_red,
    taken,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead

PEACE = "taiping-yaoshu.H3"


@known
class Wendao(Stepwise):
    """Once: for a red card takes the Way of Peace from the discards or from whoever wears it."""

    name = "wendao"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a red card, when it lies there."""
        return bool(self._red(state, seat)) and self._lies(state)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, take."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(self._red(state, seat), kind="discard"))
        if doing.at == 1:
            state = discarded(state, came)
            return doing.then(state, *lost(state, seat, came))
        if not self._lies(state):
            return done(state)
        zone = state.zones.zone_of(PEACE)
        state = taken(state, PEACE, seat)
        loser = None if zone is None else zone.owner
        return instead(state, *(() if loser is None else lost(state, loser, (PEACE,))))

    def _lies(self, state: State) -> bool:
        zone = state.zones.zone_of(PEACE)
        return zone is not None and (zone.name == DISCARDS or zone.name.endswith(".equipment"))

    def _red(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat) if is_red(state, seat, card) and card != PEACE]
