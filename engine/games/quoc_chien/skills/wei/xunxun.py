"""Xunxun, a skill of Lidian of Wei."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DECK,
    State,
    put,
    taken,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import gives_up_drawing
from engine.kit.changed import altered
from engine.kit.draws import Peeking
from engine.kit.resolving.frames import FrameStep, done


@known
class Xunxun(Stepwise):
    """Instead of drawing sees the top four, keeps two; the others go to the bottom."""

    name = "xunxun"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not gives_up_drawing(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Look, choose two, lay the others down."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(put(state, seat, "turn:no_draw", 1), Peeking(DECK, 4, seat))
        if doing.at == 1:
            seen = tuple(map(str, came))
            choice = replace(doing.choose(seen, min(2, len(seen)), 2), secret=True)
            return doing.then(state, choice, kept=seen)
        for card in doing.kept:
            if card in came:
                state = taken(state, str(card), seat)
            else:
                state = altered(state, zones=state.zones.moved(str(card), DECK, bottom=True))
        return done(state)
