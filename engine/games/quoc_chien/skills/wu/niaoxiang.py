"""Niaoxiang, a skill of Jiangqin of Wu."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.slash import Slashing
from engine.games.quoc_chien.resolving.summoning import Summoning, summons
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.games.quoc_chien.skills.occasions import is_besieging
from engine.kit.resolving.frames import FrameStep, StackFrame, amended, done
from engine.kit.resolving.moments import Firing


@known
class Niaoxiang(Stepwise):
    """In a siege, a besieger's Slash on the besieged player takes two Dodges."""

    name = "niaoxiang"
    names = wording(en="Niaoxiang", vi="Điểu Tường", ja="鳥翔")
    text = wording(
        en="Siege: a besieger's Slash on the besieged takes two Dodges.",
        vi="Vây công: Sát của người vây lên người bị vây cần hai lá Thiểm.",
        ja="囲み：囲む人の殺は閃2枚でなければ避けられない。",
    )
    must = True
    moments = (Moment.SLASHING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner is a besieger, too."""
        return is_besieging(state, firing, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask for two Dodges."""
        return done(amended(state, Slashing, dodges=2))

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield the call for a siege, where another player could complete one."""
        return summons(state, seat, self.name, siege=True)

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frame of the call."""
        return (Summoning(seat, siege=True),)
