"""Xinsheng, a skill of Zuoci of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    GENERALS,
    State,
    own,
)
from engine.games.quoc_chien.resolving.lapsing import guised, guises_of
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.qun.huashen import having_all
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Xinsheng(Stepwise):
    """After damage swaps one of the generals kept aside for another."""

    name = "xinsheng"
    moments = (Moment.DAMAGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner took it and there are generals."""
        kept = not state.zones.is_empty(own(seat, "guises")) and not state.zones.is_empty(GENERALS)
        return is_own(firing, "victim", seat) and kept

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose which goes."""
        guises = state.zones.known(own(use.seat, "guises"))
        return use.ask(state, use.choose(guises, secret=True), self.chosen)

    def chosen(self, use: SkillUse, state: State, slug: CardId) -> FrameStep:
        """Draw another."""
        drawn = Drawing(GENERALS, own(use.seat, "guises"), 1, use.seat)
        return use.first(state, (drawn,), self.drew, slug)

    def drew(self, use: SkillUse, state: State, slug: CardId) -> FrameStep:
        """Put it back; its skill goes with it."""
        gone = any(name in guises_of(state, use.seat) for name in generals()[slug].skills)
        state = altered(state, zones=state.zones.moved(slug, GENERALS).shuffled(GENERALS))
        if use.game.options.huashen == "both":
            return done(having_all(use.game, state, use.seat))
        return done(guised(state, use.seat, ()) if gone else state)
