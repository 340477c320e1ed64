"""Tuxi, a skill of Zhangliao of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, held, others, put
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import InDrawPhase
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Tuxi(InDrawPhase):
    """Instead of drawing, the owner takes a card each from one or two other players."""

    name = "tuxi"
    names = wording(en="Tuxi", vi="Đột Kích", ja="突襲")
    text = wording(
        en="Instead of drawing, take a hand card from each of one or two others.",
        vi="Thay vì rút bài, lấy một lá trên tay của một hoặc hai người khác.",
        ja="引く代わりに、ほかの1人か2人の手札を1枚ずつ得る。",
    )

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's draw phase, when another player has hand cards."""
        return super().ready(game, state, firing, seat) and bool(others(state, seat, held))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the players to take from."""
        state = put(state, use.seat, Count.NO_DRAW, 1)
        return use.ask(state, use.choose_some(others(state, use.seat, held), 1, 2), self.robbed)

    def robbed(self, use: SkillUse, state: State, seats: tuple[Seat, ...]) -> FrameStep:
        """Take one card of each of these players."""
        return instead(state, *(Robbing(use.seat, one, keeps=True, places=("hand",)) for one in seats))
