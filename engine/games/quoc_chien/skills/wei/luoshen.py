"""Luoshen, a skill of Zhenji of Wei."""

from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import DISCARDS, State
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Luoshen(Stepwise):
    """The owner judges again and again while the card is black, and takes these cards."""

    name = "luoshen"
    names = wording(en="Luoshen", vi="Lạc Thần", ja="洛神")
    text = wording(
        en="In the start phase judge again and again while black, and take these cards.",
        vi="Giai đoạn bắt đầu, phán xét liên tiếp khi còn ra đen và lấy các lá đó.",
        ja="開始フェイズに黒が出る間判定を続け、黒のカードを得る。",
    )
    moments = (Moment.PHASE_START,)
    whose = "seat"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Judge."""
        return use.ask(state, Judging(use.seat, self.name), self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Take a black card, and ask the owner whether to go on."""
        if found is None or found.suit.is_red:
            return done(state)
        if state.zones.is_in(found.card, DISCARDS):
            state = taken(state, found.card, use.seat)
        return use.ask(state, use.confirm(), self.agreed)

    def agreed(self, use: SkillUse, state: State, agrees: bool) -> FrameStep:
        """Judge again."""
        return use.first(state, (), self.start) if agrees else done(state)
