"""Guicai, a skill of Simayi of Wei."""

from collections.abc import Sequence

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moving import discarded, moved
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import JUDGED, State, at_hand, held
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import ReplacesJudgment
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


@known
class Guicai(ReplacesJudgment):
    """The owner may lay a hand card in the place of a judgment card."""

    name = "guicai"
    names = wording(en="Guicai", vi="Quỷ Tài", ja="鬼才")
    text = wording(
        en="Before any judgment counts, put a hand card in its place.",
        vi="Trước khi phán xét có hiệu lực, thay lá phán xét bằng một lá trên tay.",
        ja="判定が有効になる前に手札1枚と取り替える。",
    )

    def fitting(self, state: State, seat: Seat) -> Sequence[CardId]:
        """Return the hand cards that may be played, and those that count as such."""
        return at_hand(state, seat)

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Lay the hand card in the place of the judgment card."""
        gone = (card,) if card in held(state, use.seat) else ()
        state = moved(discarded(state, state.zones.known(JUDGED)[:1]), card, JUDGED)
        return instead(state, *lost(state, use.seat, gone))
