"""Guanxing, a skill of Zhugeliang of Shu."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.state import (
    DECK,
    State,
    alive,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.changed import altered
from engine.kit.draws import Peeking
from engine.kit.resolving.frames import FrameStep, done


@known
class Guanxing(Stepwise):
    """Looks at the top cards and puts them back, on top or at the bottom."""

    name = "guanxing"
    moments = ("phase_start",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own start phase."""
        return is_own(firing, "seat", seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Look, then choose what stays on top, in order; the rest goes to the bottom, in order."""
        match doing.at:
            case 0:
                sees = 5 if has(state, doing.seat, "yizhi") else min(5, len(alive(state)))
                return doing.then(state, Peeking(DECK, sees, doing.seat))
            case 1:
                seen = tuple(map(str, came))
                choice = replace(doing.choose(seen, 0, len(seen)), secret=True, in_order=True)
                return doing.again(state, choice, at=2, kept=seen)
            case 2:
                rest = tuple(str(one) for one in doing.kept if one not in came)
                choice = replace(doing.choose(rest, len(rest), len(rest)), secret=True, in_order=True)
                state = _on_top(state, tuple(map(str, came)))
                return doing.again(state, choice, at=3, kept=rest)
        for card in came:
            state = altered(state, zones=state.zones.moved(card, DECK, bottom=True))
        return done(state)


def _on_top(state: State, cards: tuple[str, ...]) -> State:
    for card in reversed(cards):
        state = altered(state, zones=state.zones.moved(card, DECK))
    return state
