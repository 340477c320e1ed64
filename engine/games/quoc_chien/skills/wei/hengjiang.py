"""Hengjiang, a skill of Zangba of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, counted, put
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


@known
class Hengjiang(Stepwise):
    """For each point of damage to the owner, the player whose turn it is may keep one card less.

    If that player then discards no card, the owner draws one.
    """

    name = "hengjiang"
    names = wording(en="Hengjiang", vi="Hoành Giang", ja="横江")
    text = wording(
        en=(
            "For each point of damage, whoever has the turn keeps one card less; discarding none, you "
            "draw one."
        ),
        vi=(
            "Mỗi điểm sát thương nhận vào, người đang đi giữ ít hơn một lá; không bỏ lá nào thì bạn rút một."
        ),
        ja="受けたダメージ1につき手番の人の手札上限が1減り、捨てなければ1枚引く。",
    )
    moments = (Moment.DAMAGED, Moment.AFTER_DISCARD)

    def forced(self, firing: Firing) -> bool:
        """Return True once the limit was lowered: the owner is asked only about lowering it."""
        return bool(firing.moment == Moment.AFTER_DISCARD)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True after damage to the owner, and then after that player's discard phase."""
        if firing.moment == Moment.DAMAGED:
            return is_own(firing, "victim", seat)
        whom = firing.seat_of("seat")
        return bool(state.counters[seat, Count.HENGJIANG]) and not state.counters[whom, Count.DISCARDED]

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Lower the limit, or draw a card."""
        if not use.fact("victim"):
            return instead(put(state, use.seat, Count.HENGJIANG, 0), drawing(use.seat, 1))
        state = counted(state, state.turn, Count.LIMIT, -int(use.fact("amount")))
        return done(put(state, use.seat, Count.HENGJIANG, 1))
