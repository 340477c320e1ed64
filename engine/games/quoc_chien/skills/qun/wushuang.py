"""Wushuang, a skill of Lvbu of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.slash import Slashing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done
from engine.kit.resolving.moments import Firing


@known
class Wushuang(Stepwise):
    """A Slash of the owner takes two Dodges.

    In a duel with the owner the other player must play two Slashes each time.
    """

    name = "wushuang"
    names = wording(en="Wushuang", vi="Vô Song", ja="無双")
    text = wording(
        en="Your Slashes take two Dodges; in your duels two Slashes are played each time.",
        vi="Sát của bạn cần hai lá Thiểm; Quyết Đấu với bạn mỗi lần cần hai lá Sát.",
        ja="殺には閃2枚、決闘では相手は毎回殺2枚が必要になる。",
    )
    must = True
    moments = (Moment.SLASHING, Moment.TARGETED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner's Slash comes to a target.

        While the general is hidden, also when a duel is the owner's or names the owner.
        """
        if firing.moment == Moment.SLASHING:
            return is_own(firing, "user", seat)
        his = is_own(firing, "user", seat) or is_own(firing, "target", seat)
        return his and firing.fact("name") == "juedou" and not has(state, seat, self.name)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask for two Dodges; in a duel showing the general is enough."""
        if use.fact("moment") == "targeted":
            return done(state)
        return done(amended(state, Slashing, dodges=2))
