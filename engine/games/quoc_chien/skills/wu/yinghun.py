"""Yinghun, a skill of Sunjian of Wu."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    health_of,
    is_wounded,
    most_health,
)
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


class YinghunWay(IntEnum):
    """Whether the other draws or discards as many cards as the owner lacks health; chosen by number."""

    DRAWS = 1
    DISCARDS = 2


@known
class Yinghun(Stepwise):
    """Wounded, in the owner's start phase: another draws X and discards 1, or draws 1 and discards X."""

    name = "yinghun"
    moments = (Moment.PHASE_START,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's start phase, wounded."""
        return is_own(firing, "seat", seat) and is_wounded(state, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose whom."""
        return use.ask(state, use.choose(alive(state, use.seat, others=True)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Choose which way."""
        return use.ask(state, use.choose(YinghunWay), self.decided, whom)

    def decided(self, use: SkillUse, state: State, way: YinghunWay, whom: Seat) -> FrameStep:
        """Let it draw, discard."""
        lacks = most_health(state, use.seat) - health_of(state, use.seat)
        draws, drops = (lacks, 1) if way is YinghunWay.DRAWS else (1, lacks)
        return instead(state, drawing(whom, draws), Dropping(whom, drops, all_of_it=True))
