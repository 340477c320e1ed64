"""Hanbing Jian: weapon."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import State, cards_of
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.slash import Slashing
from engine.games.quoc_chien.skills.doing import is_own
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done, nearest
from engine.kit.resolving.moments import Firing


@known
class IceSword(Skill):
    """Hàn Băng Kiếm: instead of damage the owner may discard two cards of the target, one after the other."""

    name = "hanbing-jian"
    moments = (Moment.HITTING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner's Slash hits a player who has cards."""
        return is_own(firing, "user", seat) and bool(cards_of(state, firing.seat_of("target")))

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frames that call the damage off and discard two cards."""
        target = firing.seat_of("target")
        robbing = Robbing(seat, target, places=("hand", "equipment"))
        return (CallingOff(), robbing, robbing)


@dataclass(frozen=True, slots=True)
class CallingOff(StackFrame):
    """A Slash that has hit deals no damage after all."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Call the damage off."""
        del game, came
        return done(amended(state, Slashing, off=True) if nearest(state, Slashing) else state)
