"""Cixiong Shuanggu Jian: weapon."""

from dataclasses import dataclass
from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import State, gender_of, held
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.obvious import Asked
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.resolving.ways import numbers
from engine.games.quoc_chien.skills.doing import is_own
from engine.kit.resolving.frames import FrameStep, StackFrame, instead
from engine.kit.resolving.moments import Firing
from engine.kit.resolving.steps import Asking, OneQuestion


@known
class TwinSwords(Skill):
    """Thư Hùng Song Cổ Kiếm: a Slash's target of the other gender discards a card, or the owner draws one."""

    name = "cixiong-shuanggu-jian"
    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner's Slash aims at a player of the other gender (QC-3.3).

        All players must be able to see both genders.
        """
        if not is_own(firing, "user", seat) or firing.fact("name") not in ("sha", "huo-sha", "lei-sha"):
            return False
        mine, theirs = gender_of(state, seat), gender_of(state, firing.seat_of("target"))
        return None not in (mine, theirs) and mine != theirs

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frame that asks the target."""
        return (Yielding(firing.seat_of("target"), seat),)


class TwinSwordsYield(IntEnum):
    """The two answers to the twin swords, which players choose by number."""

    DISCARD = 1
    LET_DRAW = 2


@dataclass(frozen=True, slots=True)
class Yielding(OneQuestion[QuocRules, State, TwinSwordsYield]):
    """The step where a target discards a hand card, or the attacker draws one."""

    target: Seat
    """The seat that yields."""
    user: Seat
    """The seat that attacks it."""

    def question(self, game: QuocRules, state: State) -> Asking[TwinSwordsYield]:
        """Ask the target which of the two."""
        del game
        ways = numbers(TwinSwordsYield if held(state, self.target) else (TwinSwordsYield.LET_DRAW,))
        return Asking((Asked(self.target, "twin_swords", ways),))

    def chosen(self, game: QuocRules, state: State, way: TwinSwordsYield, /) -> FrameStep:
        """Let the target discard, or the attacker draw."""
        del game
        discards = way is TwinSwordsYield.DISCARD
        return instead(state, Dropping(self.target, 1) if discards else drawing(self.user, 1))
