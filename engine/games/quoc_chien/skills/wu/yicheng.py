"""Yicheng, a skill of Xusheng of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Yicheng(Stepwise):
    """A player of the owner's kingdom who is named by a Slash may draw one, then discards one."""

    name = "yicheng"
    names = wording(en="Yicheng", vi="Nghi Thành", ja="疑城")
    text = wording(
        en="When a Slash names one of your kingdom, that player may draw one, then discards one.",
        vi="Người cùng thế lực bị Sát chỉ được rút một rồi bỏ một lá.",
        ja="自勢力の人が殺の対象になると、1枚引いて1枚捨てられる。",
    )
    moments = (Moment.TARGETED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the player is the owner or of the owner's kingdom."""
        target = firing.seat_of("target")
        return firing.fact("name") in SLASHES and (target == seat or are_friends(state, seat, target))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Have the target draw a card, then discard one."""
        target = use.seat_of("target")
        return instead(state, drawing(target, 1), Dropping(target, 1, all_of_it=True))
