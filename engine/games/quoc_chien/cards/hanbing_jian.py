"""Hanbing Jian: weapon."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import Skill, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
)
from engine.games.quoc_chien.resolving.effects import Robbing, Slashing
from engine.games.quoc_chien.skills.doing import is_own
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done, nearest
from engine.kit.resolving.moments import Firing


@known
class IceSword(Skill):
    """Hàn Băng Kiếm: instead of damage two cards of the target are discarded, one after the other."""

    name = "hanbing-jian"
    moments = (Moment.HITTING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner's Slash hits somebody who has cards."""
        return is_own(firing, "user", seat) and bool(cards_of(state, firing.whom("target")))

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Call the damage off and discard."""
        target = firing.whom("target")
        robbing = Robbing(seat, target, places=("hand", "equipment"))
        return (CallingOff(), robbing, robbing)


@dataclass(frozen=True, slots=True)
class CallingOff(StackFrame):
    """A Slash that has hit does no damage after all."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Call it off."""
        del game, came
        return done(amended(state, Slashing, off=True) if nearest(state, Slashing) else state)
