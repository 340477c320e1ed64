"""Wansha, a skill of Jiaxu of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Wansha(Stepwise):
    """In the owner's turn only the owner and the dying player may use Peaches (`Rescuing`)."""

    name = "wansha"
    names = wording(en="Wansha", vi="Hoàn Sát", ja="完殺")
    text = wording(
        en="In your turn only you and the dying may use Peaches.",
        vi="Trong lượt của bạn chỉ bạn và người hấp hối dùng được Đào.",
        ja="自分の手番、桃を使えるのは自分と瀕死の人だけになる。",
    )
    must = True
    moments = (Moment.DYING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's turn while the general is hidden: a shown one needs no step."""
        return state.turn == seat and not has(state, seat, self.name)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Do nothing more: showing the general is enough."""
        return done(state)
