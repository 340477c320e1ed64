"""Keji, a skill of Lvmeng of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, put
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Keji(Stepwise):
    """The owner skips the discard phase after a play phase without a Slash."""

    name = "keji"
    names = wording(en="Keji", vi="Khắc Kỷ", ja="克己")
    text = wording(
        en="Without a Slash in your play phase, skip the discard phase.",
        vi="Không dùng Sát trong giai đoạn ra bài thì được bỏ qua giai đoạn bỏ bài.",
        ja="使用フェイズに殺を使わなければ捨て札フェイズを飛ばせる。",
    )
    moments = (Moment.BEFORE_DISCARD,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True before the owner's discard phase, if the owner used no Slash in this turn."""
        quiet = not state.counters[seat, Count.SHA] and not state.counters[seat, Count.SLASHED]
        return is_own(firing, "seat", seat) and quiet

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Skip the discard phase."""
        return done(put(state, use.seat, Family.SKIPPED.of("discard"), 1))
