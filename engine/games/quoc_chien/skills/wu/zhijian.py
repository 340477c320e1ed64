"""Zhijian, a skill of Erzhang of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, held
from engine.games.quoc_chien.resolving.equipping import lacking, laid_before
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


@known
class Zhijian(Stepwise):
    """The owner lays an equipment of the hand before another player, and draws a card."""

    name = "zhijian"
    names = wording(en="Zhijian", vi="Trực Gián", ja="直諫")
    text = wording(
        en="Lay an equipment from hand before another, draw one.",
        vi="Đặt một trang bị trên tay trước người khác, rút một lá.",
        ja="手札の装備をほかの人の前に置き、1枚引く。",
    )

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has an equipment in hand that another player lacks."""
        return bool(self._cards(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which equipment."""
        return use.ask(state, use.choose(self._cards(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Choose the player who gets it."""
        free = lacking(state, card, alive(state, use.seat, others=True))
        return use.ask(state, use.choose(free), self.laid, card)

    def laid(self, use: SkillUse, state: State, whom: Seat, card: CardId) -> FrameStep:
        """Lay the equipment there, and draw."""
        state, above = laid_before(state, card, whom)
        return instead(state, *above, drawing(use.seat, 1))

    def _cards(self, state: State, seat: Seat) -> list[CardId]:
        others = alive(state, seat, others=True)
        return [
            card
            for card in held(state, seat)
            if card_of(card).kind.is_equipment and lacking(state, card, others)
        ]
