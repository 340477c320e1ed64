"""Wuxin, a skill of Lord Zhangjiao of Qun."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DECK,
    State,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import followers
from engine.kit.changed import altered
from engine.kit.draws import Peeking
from engine.kit.resolving.frames import FrameStep, done


@known
class Wuxin(Stepwise):
    """Orders the top cards, as many as its kingdom has players, heavenly soldiers counted."""

    name = "wuxin"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Look, choose the order."""
        if doing.at == 0:
            return doing.then(state, Peeking(DECK, followers(state, doing.seat), doing.seat))
        if doing.at == 1:
            seen = tuple(map(str, came))
            choice = replace(doing.choose(seen, len(seen), len(seen)), secret=True, in_order=True)
            return doing.then(state, choice)
        for card in reversed(came):
            state = altered(state, zones=state.zones.moved(card, DECK))
        return done(state)
