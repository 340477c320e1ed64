"""Yongjue, a skill that Cunsi gives."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    counted,
    taken,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Yongjue(Stepwise):
    """The first Slash of one of the own kingdom in its play phase may be taken back by who used it."""

    name = "yongjue"
    moments = ("used",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When it lies on the discards."""
        user = Seat(str(firing.fact("user")))
        ours = user == seat or are_friends(state, seat, user)
        first = state.turn == user and state.phase == "play" and state.counters[user, "turn:sha"] == 1
        unused = not state.counters[seat, "turn:skill.yongjue"]
        return (
            ours and first and unused and firing.fact("name") in SLASHES and bool(self._cards(state, firing))
        )

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take it back."""
        for card in self._cards(state, doing):
            state = taken(state, card, doing.whom("user"))
        return done(counted(state, doing.seat, "turn:skill.yongjue"))

    def _cards(self, state: State, moment: Any) -> list[str]:
        return [str(card) for card in state.zones.known(DISCARDS)[: int(moment.fact("cards"))]]
