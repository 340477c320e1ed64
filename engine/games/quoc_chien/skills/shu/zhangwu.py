"""Zhangwu, a skill of Lord Liubei of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DECK, DISCARDS, State, alive, cards_of, equipped
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing

SWORD = "feilong-duofeng.S2"


@known
class Zhangwu(Stepwise):
    """The owner takes the Dragon Sword back from other players and from the discard pile.

    If the owner loses it, it goes under the deck and the owner draws two cards.
    """

    name = "zhangwu"
    names = wording(en="Zhangwu", vi="Chương Vũ", ja="章武")
    text = wording(
        en="Feilong Duofeng comes back to you; losing it, it goes under the deck and you draw two.",
        vi="Phi Long Đoạt Phượng trở về tay bạn; mất nó thì đặt dưới chồng bài và rút hai lá.",
        ja="飛龍奪鳳は自分に戻り、失うと山札の下に置いて2枚引く。",
    )
    must = True
    moments = (Moment.LOST, Moment.USED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the sword left the owner, was discarded, or lies before another player."""
        if SWORD in cards_of(state, seat) or state.zones.zone_of(SWORD) is None:
            return False
        if firing.moment == Moment.LOST and is_own(firing, "seat", seat):
            return bool(firing.fact("phoenix"))
        worn = any(SWORD in equipped(state, one) for one in alive(state, seat, others=True))
        return worn or state.zones.is_in(SWORD, DISCARDS)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Lay the sword under the deck and draw two, or take it back."""
        if is_own(use, "seat", use.seat) and use.fact("phoenix"):
            state = altered(state, zones=state.zones.moved(SWORD, DECK, bottom=True))
            return instead(state, drawing(use.seat, 2))
        loser = next((one for one in alive(state) if SWORD in equipped(state, one)), None)
        state = taken(state, SWORD, use.seat)
        return instead(state, *(lost(state, loser, (SWORD,)) if loser is not None else ()))
