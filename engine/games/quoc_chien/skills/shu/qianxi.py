"""Qianxi, a skill of Madai of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, put
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Qianxi(Stepwise):
    """The owner judges.

    In this turn a player at distance 1 can't use or play hand cards of the judgment's colour.
    """

    name = "qianxi"
    names = wording(en="Qianxi", vi="Tiềm Tập", ja="潜襲")
    text = wording(
        en="In the start phase judge: one at distance one can't use hand cards of that colour this turn.",
        vi=(
            "Giai đoạn bắt đầu phán xét: một người ở khoảng cách một không dùng được bài trên tay màu đó "
            "trong lượt này."
        ),
        ja="開始フェイズに判定し、距離1の1人はこの手番その色の手札を使えない。",
    )
    moments = (Moment.PHASE_START,)
    whose = "seat"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Judge."""
        return use.ask(state, Judging(use.seat, self.name), self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Ask the owner which player is bound."""
        seat = use.seat
        near = [one for one in alive(state, seat, others=True) if distance(state, seat, one) == 1]
        if found is None or not near:
            return done(state)
        colour = Count.NO_RED if found.suit.is_red else Count.NO_BLACK
        return use.ask(state, use.choose(near), self.chosen, colour)

    def chosen(self, use: SkillUse, state: State, whom: Seat, colour: Count) -> FrameStep:
        """Forbid the chosen player the colour."""
        return done(put(state, whom, colour, 1))
