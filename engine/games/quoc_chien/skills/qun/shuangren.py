"""Shuangren, a skill of Jiling of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    held,
    others,
    put,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


@known
class Shuangren(Stepwise):
    """At the start of the play phase compares points; wins a Slash, or ends the phase."""

    name = "shuangren"
    moments = (Moment.PHASE_PLAY,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's play phase, when both have cards."""
        return is_own(firing, "seat", seat) and bool(held(state, seat)) and bool(others(state, seat, held))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose with whom."""
        return use.ask(state, use.choose(others(state, use.seat, held)), self.chosen)

    def chosen(self, use: SkillUse, state: State, first: Seat) -> FrameStep:
        """Compare."""
        return use.ask(state, Comparing(use.seat, first), self.compared, first)

    def compared(self, use: SkillUse, state: State, won: bool, first: Seat) -> FrameStep:
        """Choose who is struck: it, or one of its kingdom; or end the phase."""
        if not won:
            return done(put(state, use.seat, Count.PLAY_OVER, 1))
        friends = (one for one in alive(state, use.seat, others=True) if are_friends(state, first, one))
        return use.ask(state, use.choose(dict.fromkeys((first, *friends))), self.named, first)

    def named(self, use: SkillUse, state: State, whom: Seat, first: Seat) -> FrameStep:
        """Strike."""
        del first
        return instead(state, Using(use.seat, (), "sha", (whom,), free=True))
