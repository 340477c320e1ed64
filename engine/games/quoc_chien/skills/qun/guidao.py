"""Guidao, a skill of Zhangjiao of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    JUDGED,
    State,
    cards_of,
    moved,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Guidao(Stepwise):
    """Swaps a judgment for a black card of the owner."""

    name = "guidao"
    moments = (Moment.JUDGING,)

    def could(self, state: State, firing: Firing, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """With a black card."""
        return bool(self._black(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose."""
        return use.ask(state, use.choose(self._black(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, card: str) -> FrameStep:
        """Swap."""
        state = taken(state, state.zones.known(JUDGED)[0], use.seat)
        return instead(moved(state, card, JUDGED), *lost(state, use.seat, (card,)))

    def _black(self, state: State, seat: Seat) -> list[CardId]:
        return [card for card in cards_of(state, seat) if suit_of(state, seat, card) in ("S", "C")]
