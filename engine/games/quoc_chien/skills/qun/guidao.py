"""Guidao, a skill of Zhangjiao of Qun."""

from collections.abc import Sequence

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import BLACK
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moving import moved, taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import JUDGED, State, cards_of, suit_of
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import ReplacesJudgment
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Guidao(ReplacesJudgment):
    """The owner may swap a judgment card for a black card."""

    name = "guidao"
    names = wording(en="Guidao", vi="Quỷ Đạo", ja="鬼道")
    text = wording(
        en="Before any judgment counts, swap it with a black card of yours.",
        vi="Trước khi phán xét có hiệu lực, đổi với một lá đen của bạn.",
        ja="判定が有効になる前に黒のカードと交換する。",
    )

    def could(self, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True if the owner has a card."""
        return bool(cards_of(state, seat))

    def fitting(self, state: State, seat: Seat) -> Sequence[CardId]:
        """Return the black cards."""
        return [card for card in cards_of(state, seat) if suit_of(state, seat, card) in BLACK]

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Swap the judgment card for it."""
        state = taken(state, state.zones.known(JUDGED)[0], use.seat)
        return instead(moved(state, card, JUDGED), *lost(state, use.seat, (card,)))
