"""Yingyang, a skill of Sunce of Wu."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, put
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


class YingyangWay(IntEnum):
    """Which way the points move; players choose by the number."""

    MORE = 1
    FEWER = 2


@known
class Yingyang(Stepwise):
    """Comparing points, three more or three fewer count."""

    name = "yingyang"
    moments = (Moment.COMPARING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner compares."""
        return is_own(firing, "seat", seat) or is_own(firing, "other", seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose which way."""
        return use.ask(state, use.choose(YingyangWay), self.chosen)

    def chosen(self, use: SkillUse, state: State, way: YingyangWay) -> FrameStep:
        """Let it count."""
        return done(put(state, use.seat, Count.COMPARE, 3 if way is YingyangWay.MORE else -3))
