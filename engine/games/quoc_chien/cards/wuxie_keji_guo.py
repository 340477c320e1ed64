"""Wuxie Keji Guo, the kingdoms' nullification."""

from engine.core.ids import Seat
from engine.games.quoc_chien.cards.wuxie_keji import Nullification
from engine.games.quoc_chien.position.kingdoms import kingdom_of
from engine.games.quoc_chien.position.state import CAREERIST, State
from engine.games.quoc_chien.resolving.card_rules import ruled


@ruled
class KingdomsNullification(Nullification):
    """A nullification that may be extended to the later targets of the same kingdom."""

    name = "wuxie-keji-guo"
    answers_to = "wuxie-keji"

    def also_nullified(self, state: State, target: Seat, later: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Return the later targets of the target's kingdom; a careerist has nobody."""
        mine = kingdom_of(state, target)
        if mine in (None, CAREERIST):
            return ()
        return tuple(one for one in later if kingdom_of(state, one) == mine)
