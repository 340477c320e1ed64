"""Fenxun, a skill of Dingfeng of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    put,
)
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


@known
class Fenxun(Stepwise):
    """Once: for a card one player is at distance 1 in this turn."""

    name = "fenxun"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose whom."""
        return use.ask(state, use.choose(alive(state, use.seat, others=True)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Pay."""
        return use.ask(state, use.pay(cards_of(state, use.seat)), self.paid, whom)

    def paid(self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat) -> FrameStep:
        """Come near."""
        state, above = thrown(state, use.seat, cards)
        return instead(put(state, use.seat, Family.NEAR.of(whom), 1), *above)

    def fixed_distance(self, state: State, seat: Seat, other: Seat) -> int | None:
        """Return one for who was named."""
        return 1 if state.counters[seat, Family.NEAR.of(other)] else None
