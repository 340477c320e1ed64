"""Rende, a skill of Liubei of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    counted,
    held,
    taken,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.zones.box import CardId


@known
class Rende(Stepwise):
    """Gives hand cards away; the third in a phase heals one."""

    name = "rende"

    def can(self, state: State, seat: Seat) -> bool:
        """With a card in hand."""
        return bool(held(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose to whom."""
        return use.ask(state, use.choose(alive(state, use.seat, others=True)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Choose which."""
        hand = held(state, use.seat)
        return use.ask(state, use.choose_some(hand, 1, len(hand)), self.given, whom)

    def given(self, use: SkillUse, state: State, cards: tuple[CardId, ...], whom: Seat) -> FrameStep:
        """Give; heal at the third."""
        seat = use.seat
        before = state.counters[seat, Count.GIVEN_AWAY]
        for card in cards:
            state = taken(state, card, whom)
        state = counted(state, seat, Count.GIVEN_AWAY, len(cards))
        heals = before < 3 <= before + len(cards)  # the third
        return instead(state, *lost(state, seat, cards), *([Healing(seat)] if heals else []))
