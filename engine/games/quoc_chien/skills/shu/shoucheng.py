"""Shoucheng, a skill of Jiangwanfeiyi of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, held
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Shoucheng(Stepwise):
    """A player of the owner's kingdom who loses the last hand card outside their turn may draw one."""

    name = "shoucheng"
    names = wording(en="Shoucheng", vi="Thủ Thành", ja="守成")
    text = wording(
        en="When one of your kingdom loses its last hand card outside its turn, it may draw one.",
        vi="Người cùng thế lực mất lá cuối trên tay ngoài lượt của họ thì được rút một.",
        ja="自勢力の人が手番外に最後の手札を失うと1枚引かせる。",
    )
    moments = (Moment.LOST,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when a player of the kingdom has lost the last hand card."""
        whom = firing.seat_of("seat")
        ours = whom == seat or are_friends(state, seat, whom)
        last = bool(firing.fact("hand")) and not held(state, whom)
        return ours and last and state.turn != whom and whom not in state.out

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Let the player without hand cards draw a card."""
        return instead(state, drawing(use.seat_of("seat"), 1))
