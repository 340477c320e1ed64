"""Zhijian, a skill of Erzhang of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    equipment_of,
    held,
    own,
)
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.changed import altered
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


@known
class Zhijian(Stepwise):
    """Lays an equipment from hand before another, draws one."""

    name = "zhijian"

    def can(self, state: State, seat: Seat) -> bool:
        """With an equipment that somebody lacks."""
        return bool(self._cards(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose which."""
        return use.ask(state, use.choose(self._cards(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Choose before whom."""
        kind = card_of(card).kind
        free = (one for one in alive(state, use.seat, others=True) if equipment_of(state, one, kind) is None)
        return use.ask(state, use.choose(free), self.laid, card)

    def laid(self, use: SkillUse, state: State, whom: Seat, card: CardId) -> FrameStep:
        """Lay the equipment there, and draw."""
        state = altered(state, zones=state.zones.moved(card, own(whom, "equipment")))
        return instead(state, *lost(state, use.seat, (card,)), drawing(use.seat, 1))

    def _cards(self, state: State, seat: Seat) -> list[CardId]:
        others = alive(state, seat, others=True)
        return [
            card
            for card in held(state, seat)
            if card_of(card).kind.is_equipment
            and any(equipment_of(state, one, card_of(card).kind) is None for one in others)
        ]
