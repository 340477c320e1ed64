"""Taiping Yaoshu: armour."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.kingdoms import kingdom_of, members
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import CAREERIST, State
from engine.games.quoc_chien.resolving.damage import PLAIN, Losing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.kit.resolving.frames import StackFrame


@known
class BookOfPeace(Skill):
    """Thái Bình Yếu Thuật: fire and thunder do nothing; its kingdom keeps a card more for each player.

    The player that loses it loses a health, and draws two cards.
    """

    name = "taiping-yaoshu"
    left = Count.UNTAUGHT

    def endured(self, amount: int, nature: str) -> int:
        """Return no damage for fire and thunder."""
        return amount if nature == PLAIN else 0

    def holds_together(self, state: State, seat: Seat) -> int:
        """Return the number of players of the kingdom; 1 for a careerist, 0 before a kingdom is shown."""
        mine = kingdom_of(state, seat)
        if mine is None:
            return 0
        return 1 if mine == CAREERIST else len(members(state, str(mine)))

    def after_leaving(self, game: QuocRules, seat: Seat) -> tuple[StackFrame, ...]:
        """Let the former owner lose one health and draw two cards."""
        return Losing(seat), drawing(seat, 2)
