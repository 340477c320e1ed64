"""Lijian, a skill of Diaochan of Qun."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    discarded,
    gender_of,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Lijian(Stepwise):
    """Once: for a card one of two other males duels the other."""

    name = "lijian"
    once = True
    gendered = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card and two such males."""
        return bool(cards_of(state, seat)) and len(self._males(state, seat)) > 1

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose who is challenged, then who challenges; pay."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._males(state, seat)))
            case 1:
                others = [one for one in self._males(state, seat) if one != came[0]]
                return doing.again(state, doing.choose(others), at=2, kept=tuple(came))
            case 2:
                kept = (*doing.kept, *came)
                return doing.again(
                    state, doing.choose(cards_of(state, seat), kind="discard"), at=3, kept=kept
                )
        target, user = (Seat(str(one)) for one in doing.kept)
        state = discarded(state, came)
        return instead(state, *lost(state, seat, came), Using(user, (), "juedou", (target,)))

    def _males(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if gender_of(state, one) == "male"]
