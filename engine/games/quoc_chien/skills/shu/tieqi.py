"""Tieqi, a skill of Machao of Shu."""

from typing import Any

from engine.games.quoc_chien.position.registry import is_led, known
from engine.games.quoc_chien.position.state import (
    discarded,
    held,
    suit_of,
)
from engine.games.quoc_chien.resolving.judging import Judging
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing
from engine.games.quoc_chien.skills.kinds import NamesTarget
from engine.games.quoc_chien.skills.occasions import undodgeable
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Tieqi(NamesTarget):
    """Judges: if red, the target can't dodge."""

    name = "tieqi"

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Judge; led by the lord, black asks for a card of that suit."""
        target = doing.whom("target")
        match doing.at:
            case 0:
                return doing.then(state, Judging(doing.seat, self.name))
            case 1 if came is None:
                return done(state)
            case 1 if came[0] in ("H", "D"):
                return done(undodgeable(state, target))
            case 1 if is_led(state, doing.seat):
                fitting = [card for card in held(state, target) if suit_of(state, target, card) == came[0]]
                return doing.then(state, doing.choose(fitting, 0, by=target, kind="discard"))
            case 2 if came:
                return instead(discarded(state, came), *lost(state, target, came, thrown=len(came)))
            case 2:
                return done(undodgeable(state, target))
        return done(state)
