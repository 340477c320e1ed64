"""Yiji, a skill of Guojia of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    taken,
)
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Yiji(AfterDamage):
    """For each point of damage looks at the top two cards and hands them out."""

    name = "yiji"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw two for each point."""
        return use.ask(state, drawing(use.seat, 2 * int(use.fact("amount"))), self.drew)

    def drew(self, use: SkillUse, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Begin with the first."""
        return use.first(state, (), self.next_card, *cards)

    def next_card(self, use: SkillUse, state: State, *cards: CardId) -> FrameStep:
        """Choose who gets the next."""
        return (
            use.ask(state, use.choose(alive(state, use.seat)), self.given, *cards) if cards else done(state)
        )

    def given(self, use: SkillUse, state: State, whom: Seat, card: CardId, *rest: CardId) -> FrameStep:
        """Hand it over, or keep it."""
        state = state if whom == use.seat else taken(state, card, whom)
        return use.first(state, (), self.next_card, *rest)
