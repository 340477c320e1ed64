"""Xinsheng, a skill of Zuoci of Qun."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    GENERALS,
    State,
    own,
)
from engine.games.quoc_chien.resolving.lapsing import guised, guises_of
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.qun.huashen import having_all
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done


@known
class Xinsheng(Stepwise):
    """After damage swaps one of the generals kept aside for another."""

    name = "xinsheng"
    moments = ("damaged",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """When the owner took it and there are generals."""
        kept = not state.zones.is_empty(own(seat, "guises")) and not state.zones.is_empty(GENERALS)
        return is_own(firing, "victim", seat) and kept

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which goes; its skill goes with it."""
        seat = doing.seat
        guises = own(seat, "guises")
        match doing.at:
            case 0:
                choice = replace(doing.choose(map(str, state.zones.known(guises))), secret=True)
                return doing.then(state, choice)
            case 1:
                kept = tuple(came)
                return doing.then(state, Drawing(GENERALS, guises, 1, seat), kept=kept)
        slug = str(doing.kept[0])
        lost = any(name in guises_of(state, seat) for name in generals()[slug].skills)
        state = altered(state, zones=state.zones.moved(slug, GENERALS).shuffled(GENERALS))
        if game.options.huashen == "both":
            return done(having_all(game, state, seat))
        return done(guised(state, seat, ()) if lost else state)
