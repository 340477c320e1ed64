"""Fangquan, a skill of Liushan of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, held, put
from engine.games.quoc_chien.resolving.playing import thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import is_skipped
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Fangquan(Stepwise):
    """The owner may skip the play phase.

    For a hand card at the end of that turn another player has an extra turn.
    """

    name = "fangquan"
    names = wording(en="Fangquan", vi="Phóng Quyền", ja="放権")
    text = wording(
        en="Skip the play phase; at the turn's end, for a hand card, another has an extra turn.",
        vi="Bỏ qua giai đoạn ra bài; cuối lượt bỏ một lá trên tay để người khác có thêm một lượt.",
        ja="使用フェイズを飛ばし、手番の終わりに手札1枚を捨ててほかの1人に追加の手番を与える。",
    )
    moments = (Moment.BEFORE_PLAY, Moment.TURN_ENDING)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True before the owner's play phase, unless it's skipped already.

        It also returns True as the turn ends, if Fangquan skipped that phase.
        """
        if not is_own(firing, "seat", seat):
            return False
        if firing.moment == Moment.BEFORE_PLAY:
            return not is_skipped(state, firing, seat)
        return bool(state.counters[seat, Count.FANGQUAN] and held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Skip the play phase, or ask for the hand card."""
        if use.fact("phase") == "play":
            return done(put(put(state, use.seat, Family.SKIPPED.of("play"), 1), use.seat, Count.FANGQUAN, 1))
        return use.ask(state, use.pay(held(state, use.seat)), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Ask the owner who has the extra turn."""
        state, above = thrown(state, use.seat, cards)
        whose = use.choose(alive(state, use.seat, others=True))
        return use.ask(state, whose.after(*above), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Give the chosen player the extra turn."""
        return done(put(state, whom, Count.EXTRA_TURN, 1))
