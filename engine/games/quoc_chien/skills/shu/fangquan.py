"""Fangquan, a skill of Liushan of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    held,
    put,
)
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import is_skipped
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Fangquan(Stepwise):
    """Skips the play phase; at the end, for a hand card, another has an extra turn."""

    name = "fangquan"
    moments = (Moment.BEFORE_PLAY, Moment.TURN_ENDING)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Before the owner's play phase, unless it's skipped already; then as the turn ends, if it was."""
        if not is_own(firing, "seat", seat):
            return False
        if firing.moment == Moment.BEFORE_PLAY:
            return not is_skipped(state, firing, seat)
        return bool(state.counters[seat, Count.FANGQUAN] and held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Skip; or choose the card."""
        if use.fact("phase") == "play":
            return done(put(put(state, use.seat, Family.SKIPPED.of("play"), 1), use.seat, Count.FANGQUAN, 1))
        return use.ask(state, use.pay(held(state, use.seat)), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Choose whose turn it is."""
        state, above = thrown(state, use.seat, cards)
        whose = use.choose(alive(state, use.seat, others=True))
        return use.ask(state, whose.after(*above), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Give it the turn."""
        return done(put(state, whom, Count.EXTRA_TURN, 1))
