"""Fangquan, a skill of Liushan of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    discarded,
    held,
    put,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import is_skipped
from engine.kit.resolving.frames import FrameStep, done


@known
class Fangquan(Stepwise):
    """Skips the play phase; at the end, for a hand card, another has an extra turn."""

    name = "fangquan"
    moments = ("before_play", "turn_ending")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before the own play phase, unless it's skipped already; then as the turn ends, if it was."""
        if not is_own(firing, "seat", seat):
            return False
        if firing.moment == "before_play":
            return not is_skipped(state, firing, seat)
        return bool(state.counters[seat, "turn:fangquan"] and held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Skip; or choose the card and whose turn it is."""
        seat = doing.seat
        if doing.fact("phase") == "play":
            return done(put(put(state, seat, "turn:skip.play", 1), seat, "turn:fangquan", 1))
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(held(state, seat), kind="discard"))
            case 1:
                state = discarded(state, came)
                others = map(str, alive(state, seat, others=True))
                return doing.then(state, *lost(state, seat, came), doing.choose(others))
        return done(put(state, Seat(came[0]), "extra_turn", 1))
