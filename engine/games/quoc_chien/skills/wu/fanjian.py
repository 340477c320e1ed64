"""Fanjian, a skill of Zhouyu of Wu."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, held, own, suit_of
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


class NamedSuit(IntEnum):
    """The suits, as players name them by a number."""

    SPADE = 1
    HEART = 2
    CLUB = 3
    DIAMOND = 4


@known
class Fanjian(Stepwise):
    """Once a phase, another player names a suit and takes a hand card of the owner unseen.

    A card of another suit deals that player one damage.
    """

    name = "fanjian"
    names = wording(en="Fanjian", vi="Phản Gián", ja="反間")
    text = wording(
        en="Another names a suit and takes a hand card of yours: of another suit, it takes one damage.",
        vi="Một người khác nói một chất rồi lấy một lá trên tay bạn: khác chất thì nhận một sát thương.",
        ja="ほかの1人がスートを言って自分の手札を1枚取り、違えば1ダメージを受ける。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a hand card."""
        return bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the player who names a suit."""
        return use.ask(state, use.choose(alive(state, use.seat, others=True)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Ask the chosen player for a suit."""
        return use.ask(state, use.choose(NamedSuit, by=whom), self.named, whom)

    def named(self, use: SkillUse, state: State, suit: NamedSuit, whom: Seat) -> FrameStep:
        """Have the chosen player take a card unseen."""
        blind = Drawing(own(use.seat, "hand"), own(whom, "hand"), 1, whom, blind=True)
        return use.ask(state, blind, self.drew, whom, suit)

    def drew(
        self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat, suit: NamedSuit
    ) -> FrameStep:
        """Show the card, and deal one damage unless it's of the named suit."""
        (card,) = cards
        state = altered(state, zones=state.zones.shown(card, state.seats))
        struck = suit_of(state, whom, card) is not Suit[suit.name]
        return instead(state, *([Damage(whom, 1, use.seat)] if struck else []))
