"""Lirang, a skill of Kongrong of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    alive,
    taken,
)
from engine.games.quoc_chien.skills.doing import Occasion, SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Lirang(Stepwise):
    """Own cards that were discarded may be handed to others."""

    name = "lirang"
    moments = (Moment.LOST,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When own cards have just come to the discard pile."""
        return is_own(firing, "seat", seat) and bool(self._cards(state, firing))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Begin with the first."""
        return use.first(state, (), self.next_card, *self._cards(state, use))

    def next_card(self, use: SkillUse, state: State, *cards: CardId) -> FrameStep:
        """Choose who gets the next, if anybody."""
        if not cards:
            return done(state)
        return use.ask(state, use.offer(alive(state, use.seat, others=True)), self.given, *cards)

    def given(self, use: SkillUse, state: State, whom: Seat | None, card: CardId, *rest: CardId) -> FrameStep:
        """Hand it over."""
        return done(state) if whom is None else use.first(taken(state, card, whom), (), self.next_card, *rest)

    def _cards(self, state: State, moment: Occasion) -> list[CardId]:
        count = int(dict(moment.facts).get("thrown", 0))
        return list(state.zones.known(DISCARDS)[:count])
