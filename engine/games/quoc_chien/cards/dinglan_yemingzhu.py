"""Dinglan Yemingzhu: treasure."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import has, known
from engine.games.quoc_chien.position.state import State, cards_of, most_health
from engine.games.quoc_chien.resolving.playing import after_discarding, drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep
from engine.kit.zones.box import CardId


@known
class NightPearl(Stepwise):
    """Định Lan Dạ Minh Châu: once a phase the owner discards up to as many cards as the health limit.

    The owner draws as many. For an owner of the skill Zhiheng there is no limit.
    """

    name = "dinglan-yemingzhu"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True if the owner has a card."""
        return bool(self._cards(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the cards."""
        seat, cards = use.seat, self._cards(state, use.seat)
        most = len(cards) if has(state, seat, "zhiheng") else most_health(state, seat)
        return use.ask(state, use.pay(cards, 1, most), self.paid)

    def paid(self, use: SkillUse, state: State, cards: tuple[str, ...]) -> FrameStep:
        """Discard these cards and draw as many."""
        return after_discarding(state, use.seat, cards, drawing(use.seat, len(cards)))

    def _cards(self, state: State, seat: Seat) -> list[CardId]:
        return list(cards_of(state, seat))
