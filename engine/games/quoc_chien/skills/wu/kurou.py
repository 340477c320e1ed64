"""Kurou, a skill of Huanggai of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Kurou(Stepwise):
    """The owner loses one health and draws two cards."""

    name = "kurou"
    names = wording(en="Kurou", vi="Khổ Nhục", ja="苦肉")
    text = wording(
        en="Lose one health, draw two.",
        vi="Mất một sinh lực, rút hai lá.",
        ja="体力1を失い2枚引く。",
    )

    def can(self, state: State, seat: Seat) -> bool:
        """Return True."""
        return True

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take one health of the owner."""
        return use.first(state, (Losing(use.seat),), self.paid)

    def paid(self, use: SkillUse, state: State) -> FrameStep:
        """Draw two cards."""
        return done(state) if use.seat in state.out else instead(state, drawing(use.seat, 2))
