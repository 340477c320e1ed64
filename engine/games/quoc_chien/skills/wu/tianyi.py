"""Tianyi, a skill of Taishici of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    held,
    others,
    put,
)
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Tianyi(Stepwise):
    """Once: compares points; winning, one more Slash, of any range; losing, none in this turn."""

    name = "tianyi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When both have cards."""
        return bool(held(state, seat)) and bool(others(state, seat, held))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose with whom."""
        return use.ask(state, use.choose(others(state, use.seat, held)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Compare."""
        return use.ask(state, Comparing(use.seat, whom), self.compared)

    def compared(self, use: SkillUse, state: State, won: bool) -> FrameStep:
        """Remember it."""
        return done(put(state, use.seat, Count.TIANYI if won else Count.NO_SHA, 1))

    def slashes(self, state: State, seat: Seat) -> int:
        """Return one more after winning."""
        return 1 if state.counters[seat, Count.TIANYI] else 0

    def reaches(self, state: State, seat: Seat) -> int:
        """Return any range after winning."""
        return 99 if state.counters[seat, Count.TIANYI] else 0

    def more_targets(self, state: State, seat: Seat) -> int:
        """Return one more after winning."""
        return 1 if state.counters[seat, Count.TIANYI] else 0
