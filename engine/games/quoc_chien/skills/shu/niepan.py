"""Niepan, a skill of Pangtong of Shu."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import discarded
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, cards_of, counted, judged_on, most_health, put
from engine.games.quoc_chien.resolving.playing import drawing, thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead


@known
class Niepan(Stepwise):
    """Once a match, a dying owner discards everything and stands up with three health.

    The owner draws three cards, and is no longer chained or turned over.
    """

    name = "niepan"
    names = wording(en="Niepan", vi="Niết Bàn", ja="涅槃")
    text = wording(
        en="Dying, discard all you have, stand upright, draw three and have three health.",
        vi="Khi hấp hối, bỏ mọi lá, trở lại bình thường, rút ba lá và có ba sinh lực.",
        ja="瀕死のとき全てのカードを捨てて元の向きに戻り、3枚引いて体力3になる。",
    )
    limited = True
    moments = (Moment.DYING,)
    whose = "victim"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Discard all the owner's cards."""
        seat = use.seat
        mine = cards_of(state, seat)
        state = counted(state, seat, Family.LIMITED.of(self.name))
        state, above = thrown(discarded(state, judged_on(state, seat)), seat, mine)
        return use.first(state, above, self.risen)

    def risen(self, use: SkillUse, state: State) -> FrameStep:
        """Unchain the owner, draw three cards and set the health to three."""
        seat = use.seat
        state = put(put(state, seat, Count.CHAINED, 0), seat, Count.TURNED, 0)
        return instead(put(state, seat, Count.HEALTH, min(3, most_health(state, seat))), drawing(seat, 3))
