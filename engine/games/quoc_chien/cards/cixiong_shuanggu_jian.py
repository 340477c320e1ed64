"""Cixiong Shuanggu Jian: weapon."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import Skill, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    gender_of,
    held,
)
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import is_own
from engine.kit.resolving.frames import FrameStep, StackFrame, instead, then
from engine.kit.resolving.moments import Firing


@known
class TwinSwords(Skill):
    """Thư Hùng Song Cổ Kiếm: a target of the other gender discards a card, or its owner draws one."""

    name = "cixiong-shuanggu-jian"
    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the owner's Slash aims at somebody of the other gender, as all can see (QC-3.3)."""
        if not is_own(firing, "user", seat) or firing.fact("name") not in ("sha", "huo-sha", "lei-sha"):
            return False
        mine, theirs = gender_of(state, seat), gender_of(state, firing.whom("target"))
        return None not in (mine, theirs) and mine != theirs

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Let the target choose."""
        return (Yielding(firing.whom("target"), seat),)


@dataclass(frozen=True, slots=True)
class Yielding(StackFrame):
    """A target discards a hand card (1), or the attacker draws one (2)."""

    target: Seat
    user: Seat

    def run(self, game: QuocRules, state: State, came: tuple[int, ...] | None) -> FrameStep:
        """Ask the target."""
        del game
        if came is None:
            ways = (1, 2) if held(state, self.target) else (2,)
            return then(state, self, Asked(self.target, "twin_swords", ways))
        return instead(state, Dropping(self.target, 1) if came[0] == 1 else drawing(self.user, 1))
