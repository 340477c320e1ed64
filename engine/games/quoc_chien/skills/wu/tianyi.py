"""Tianyi, a skill of Taishici of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, held, others, put
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Tianyi(Stepwise):
    """Once a phase, the owner compares points.

    After a win the owner may use one more Slash in this turn, at any range and on one more target; after a
    loss none.
    """

    name = "tianyi"
    names = wording(en="Tianyi", vi="Thiên Nghĩa", ja="天義")
    text = wording(
        en=(
            "Compare points: winning, one more Slash this turn, one more target, any range; losing, no Slash."
        ),
        vi=(
            "Đọ điểm: thắng thì lượt này thêm một lá Sát, thêm một mục tiêu, không giới hạn tầm; thua "
            "thì không dùng Sát."
        ),
        ja="点を比べ、勝てばこの手番は殺を1枚多く、対象を1人多く、距離を問わず使え、負ければ殺を使えない。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner and another player have hand cards."""
        return bool(held(state, seat)) and bool(others(state, seat, held))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the player to compare points with."""
        return use.ask(state, use.choose(others(state, use.seat, held)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Compare points with the chosen player."""
        return use.ask(state, Comparing(use.seat, whom), self.compared)

    def compared(self, use: SkillUse, state: State, won: bool) -> FrameStep:
        """Remember the result, for this turn."""
        return done(put(state, use.seat, Count.TIANYI if won else Count.NO_SHA, 1))

    def slashes(self, state: State, seat: Seat) -> int:
        """Return one more after a win."""
        return 1 if state.counters[seat, Count.TIANYI] else 0

    def reaches(self, state: State, seat: Seat) -> int:
        """Return an unlimited range after a win."""
        return 99 if state.counters[seat, Count.TIANYI] else 0

    def more_targets(self, state: State, seat: Seat) -> int:
        """Return one more after a win."""
        return 1 if state.counters[seat, Count.TIANYI] else 0
