"""Fanjian, a skill of Zhouyu of Wu."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    held,
    own,
    suit_of,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId

SUITS = ("S", "H", "C", "D")


class NamedSuit(IntEnum):
    """The suits, as players name them by a number."""

    SPADE = 1
    HEART = 2
    CLUB = 3
    DIAMOND = 4


@known
class Fanjian(Stepwise):
    """Once: another names a suit and takes a card unseen; of another suit it does one damage."""

    name = "fanjian"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card in hand."""
        return bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose whom."""
        return use.ask(state, use.choose(alive(state, use.seat, others=True)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Let it name a suit."""
        return use.ask(state, use.choose(NamedSuit, by=whom), self.named, whom)

    def named(self, use: SkillUse, state: State, suit: NamedSuit, whom: Seat) -> FrameStep:
        """Let it take a card unseen."""
        blind = Drawing(own(use.seat, "hand"), own(whom, "hand"), 1, whom, blind=True)
        return use.ask(state, blind, self.drew, whom, suit)

    def drew(
        self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat, suit: NamedSuit
    ) -> FrameStep:
        """Show it; hit, unless it's of that suit."""
        (card,) = cards
        state = altered(state, zones=state.zones.shown(card, state.seats))
        struck = suit_of(state, whom, card) is not Suit[suit.name]
        return instead(state, *([Damage(whom, 1, use.seat)] if struck else []))
