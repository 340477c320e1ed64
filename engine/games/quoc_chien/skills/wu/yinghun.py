"""Yinghun, a skill of Sunjian of Wu."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, health_of, is_wounded, most_health
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


class YinghunWay(IntEnum):
    """The two ways of Yinghun, which players choose by number.

    The other player draws or discards as many cards as the owner lacks health.
    """

    DRAWS = 1
    DISCARDS = 2


@known
class Yinghun(Stepwise):
    """In the start phase of a wounded owner another player draws and discards cards.

    X is the health that the owner lacks: it's X drawn and 1 discarded, or 1 drawn and X discarded.
    """

    name = "yinghun"
    names = wording(en="Yinghun", vi="Anh Hồn", ja="英魂")
    text = wording(
        en=(
            "Wounded, in the start phase: another draws as many as you lack health and discards one, or "
            "the other way round."
        ),
        vi=(
            "Khi bị thương, giai đoạn bắt đầu: một người khác rút số lá bằng sinh lực bạn thiếu rồi bỏ "
            "một, hoặc ngược lại."
        ),
        ja="負傷時の開始フェイズ、ほかの1人が失った体力の数だけ引いて1枚捨てるか、その逆を行う。",
    )
    moments = (Moment.PHASE_START,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the start phase of a wounded owner."""
        return is_own(firing, "seat", seat) and is_wounded(state, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the other player."""
        return use.ask(state, use.choose(alive(state, use.seat, others=True)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the owner for the way."""
        return use.ask(state, use.choose(YinghunWay), self.decided, whom)

    def decided(self, use: SkillUse, state: State, way: YinghunWay, whom: Seat) -> FrameStep:
        """Have the chosen player draw and discard."""
        lacks = most_health(state, use.seat) - health_of(state, use.seat)
        draws, drops = (lacks, 1) if way is YinghunWay.DRAWS else (1, lacks)
        return instead(state, drawing(whom, draws), Dropping(whom, drops, all_of_it=True))
