"""Shangyi, a skill of Jiangqin of Wu."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    discarded,
    general_in,
    held,
    hidden,
    is_red,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Shangyi(Stepwise):
    """Once: shows another its hand, then sees that one's (1) and discards a black card, or generals (2)."""

    name = "shangyi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a hand, and somebody with something to see."""
        return bool(held(state, seat)) and bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom, show, choose what, see."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, seat)))
            case 1:
                whom = Seat(came[0])
                state = _seen(state, held(state, seat), whom)
                ways = (*((1,) if held(state, whom) else ()), *((2,) if hidden(state, whom) else ()))
                return doing.then(state, doing.choose(ways), kept=tuple(came))
            case 2:
                whom = doing.kept_seat()
                if came[0] == 2:  # generals
                    slugs = [str(general_in(state, whom, place)) for place in hidden(state, whom)]
                    return done(_seen(state, slugs, seat))
                state = _seen(state, held(state, whom), seat)
                black = [str(card) for card in held(state, whom) if not is_red(state, whom, card)]
                choice = replace(doing.choose(black, kind="discard"), secret=True)
                return doing.then(state, choice) if black else done(state)
        state = discarded(state, came)
        return instead(state, *lost(state, doing.kept_seat(), came))

    def _others(self, state: State, seat: Seat) -> list[str]:
        others = alive(state, seat, others=True)
        return [str(one) for one in others if held(state, one) or hidden(state, one)]


def _seen(state: State, cards: Any, by: Seat) -> State:
    zones = state.zones
    for card in cards:
        zones = zones.shown(str(card), (by,))
    return altered(state, zones=zones)
