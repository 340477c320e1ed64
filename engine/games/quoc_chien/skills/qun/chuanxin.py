"""Chuanxin, a skill of Zhangren of Qun."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, equipped, general_in
from engine.games.quoc_chien.resolving.damage import Damage, Losing
from engine.games.quoc_chien.resolving.playing import after_discarding
from engine.games.quoc_chien.resolving.revealing import Removing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, instead
from engine.kit.resolving.moments import Firing


class ChuanxinLoss(IntEnum):
    """The losses that the victim chooses from, by number."""

    EQUIPMENT = 1
    DEPUTY = 2


@known
class Chuanxin(Stepwise):
    """The owner prevents own damage to another kingdom's player.

    The victim then discards all equipment and loses a health, or removes the deputy.
    """

    name = "chuanxin"
    names = wording(en="Chuanxin", vi="Xuyên Tâm", ja="穿心")
    text = wording(
        en=(
            "In your play phase call your Slash's or duel's damage to another kingdom's player with a "
            "deputy off: it discards its equipment and loses one health, or its deputy is removed."
        ),
        vi=(
            "Trong giai đoạn ra bài, hủy sát thương của Sát hoặc Quyết Đấu lên người thế lực khác có phó "
            "tướng: người đó bỏ hết trang bị và mất một sinh lực, hoặc bị loại phó tướng."
        ),
        ja=(
            "使用フェイズに、副将のいる他勢力の人に殺か決闘で与えるダメージをなくし、"
            "装備を全て捨てて体力1を失うか副将を外すかを選ばせる。"
        ),
    )
    moments = (Moment.CAUSING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner's Slash or duel is about to damage a player with a deputy.

        It must be the owner's play phase.
        """
        victim = firing.seat_of("victim")
        mine = is_own(firing, "source", seat) and firing.fact("card") in (*SLASHES, "juedou")
        other = kingdom_of(state, victim) is not None and not are_friends(state, seat, victim)
        at_play = state.turn == seat and state.phase == "play" and not firing.fact("passed")
        return mine and other and at_play and general_in(state, victim, "deputy") is not None

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Call the damage off, and ask the victim which of the two to lose."""
        victim = use.seat_of("victim")
        ways = tuple(ChuanxinLoss) if equipped(state, victim) else (ChuanxinLoss.DEPUTY,)
        return use.ask(amended(state, Damage, off=True), use.choose(ways, by=victim), self.chosen)

    def chosen(self, use: SkillUse, state: State, loss: ChuanxinLoss) -> FrameStep:
        """Take away what the victim chose."""
        victim = use.seat_of("victim")
        if loss is ChuanxinLoss.DEPUTY:
            return instead(state, Removing(victim, "deputy"))
        worn = equipped(state, victim)
        return after_discarding(state, victim, worn, Losing(victim))
