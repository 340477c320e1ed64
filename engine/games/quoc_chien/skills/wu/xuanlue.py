"""Xuanlue, a skill of Lingtong of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    equipment_of,
    equipped,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId

CARDS = 3
"""So many equipments may move."""


@known
class Xuanlue(Stepwise):
    """Once a match: up to three equipments are laid before other players."""

    name = "xuanlue"
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Until it was used, when one can move."""
        return not state.counters[seat, Family.LIMITED.of("xuanlue")] and bool(self._movable(state))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Begin with the first of three."""
        return self.next_card(use, state, CARDS)

    def next_card(self, use: SkillUse, state: State, left: int) -> FrameStep:
        """Choose which: the first is sure."""
        among = self._movable(state)
        if not left or not among:
            return done(state)
        choice = use.choose_if_any(among) if left == CARDS else use.offer(among)
        return use.ask(state, choice, self.chosen, left)

    def chosen(self, use: SkillUse, state: State, card: CardId | None, left: int) -> FrameStep:
        """Choose before whom."""
        if card is None:
            return done(state)
        return use.ask(state, use.choose(self._to(state, card)), self.laid, left - 1, card)

    def laid(self, use: SkillUse, state: State, whom: Seat, left: int, card: CardId) -> FrameStep:
        """Lay the equipment there, go on with the next."""
        zone = state.zones.zone_of(card)
        state = moved(state, card, own(whom, "equipment"))
        above = lost(state, zone.owner, (card,)) if zone is not None and zone.owner else ()
        return use.first(state, above, self.next_card, left)

    def _movable(self, state: State) -> list[CardId]:
        worn = (card for one in alive(state) for card in equipped(state, one))
        return [card for card in worn if self._to(state, card)]

    def _to(self, state: State, card: str) -> list[Seat]:
        kind = card_of(card).kind
        return [one for one in alive(state) if equipment_of(state, one, kind) is None]
