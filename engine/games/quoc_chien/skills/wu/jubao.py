"""Jubao, a skill of Lord Sunquan of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, cards_of, has_equipped
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Jubao(Stepwise):
    """The owner's treasure can't be taken.

    In the end phase the owner takes a card from the player who wears the Night Pearl, and draws one.
    """

    name = "jubao"
    names = wording(en="Jubao", vi="Cự Bảo", ja="聚宝")
    text = wording(
        en=(
            "Your treasure can't be taken; in the end phase take a card of the player who has Dinglan "
            "Yemingzhu, and draw one."
        ),
        vi=(
            "Bảo vật của bạn không thể bị lấy; giai đoạn kết thúc lấy một lá của người có Dạ Minh Châu "
            "và rút một."
        ),
        ja="自分の宝物は取られず、終了フェイズに夜明珠の持ち主から1枚得て1枚引く。",
    )
    must = True
    moments = (Moment.PHASE_END,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's end phase, when a player wears the Night Pearl."""
        return is_own(firing, "seat", seat) and self._holder(state) is not None

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take a card of that player, and draw one."""
        holder = self._holder(state)
        takes = holder not in (None, use.seat) and bool(cards_of(state, Seat(str(holder))))
        robbing = Robbing(use.seat, Seat(str(holder)), keeps=True, places=("hand", "equipment"))
        return instead(state, *([robbing] if takes else []), drawing(use.seat, 1))

    def _holder(self, state: State) -> Seat | None:
        return next((one for one in alive(state) if has_equipped(state, one, "dinglan-yemingzhu")), None)
