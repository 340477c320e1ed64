"""Diancai, a skill of Lvfan of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, health_of, held, most_health
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


@known
class Diancai(Stepwise):
    """If the owner lost many cards in another's play phase, the owner fills the hand.

    The loss must be at least as many cards as the health that the owner lacks. The owner may then change the
    deputy.
    """

    name = "diancai"
    names = wording(en="Diancai", vi="Điển Tài", ja="典財")
    text = wording(
        en=(
            "After another's play phase that cost you as many cards as the health that you lack, one at "
            "least, draw up to your health limit; you may change your deputy."
        ),
        vi=(
            "Sau giai đoạn ra bài của người khác mà bạn mất số bài bằng sinh lực thiếu, rút đến giới "
            "hạn; có thể đổi phó tướng."
        ),
        ja="ほかの人の使用フェイズに失った体力の数以上のカードを失うと、手札を上限まで引き、副将を替えられる。",
    )
    moments = (Moment.AFTER_PLAY,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner lost as many cards as the health that is lacking, at least one."""
        lacks = max(1, most_health(state, seat) - health_of(state, seat))
        return not is_own(firing, "seat", seat) and state.counters[seat, Count.LOST] >= lacks

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Fill the owner's hand up."""
        count = most_health(state, use.seat) - len(held(state, use.seat))
        return use.first(state, (drawing(use.seat, max(0, count)),), self.drew)

    def drew(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner whether to change the deputy."""
        return use.ask(state, use.confirm(), self.agreed) if can_change(state, use.seat) else done(state)

    def agreed(self, use: SkillUse, state: State, agrees: bool) -> FrameStep:
        """Change the deputy."""
        return instead(state, Changing(use.seat)) if agrees else done(state)
