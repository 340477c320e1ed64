"""Diaodu, a skill of Lvfan of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    equipment_of,
    equipped,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Diaodu(Stepwise):
    """Once: each of the kingdom may lay an equipment of its own before itself or another of the kingdom."""

    name = "diaodu"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When one of them has some."""
        return any(self._cards(state, seat, one) for one in self._ours(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Begin with the owner."""
        return use.first(state, (), self.next_player, *self._ours(state, use.seat))

    def next_player(self, use: SkillUse, state: State, *players: Seat) -> FrameStep:
        """Ask the player for an equipment, if there is any."""
        if not players:
            return done(state)
        cards = self._cards(state, use.seat, players[0])
        if not cards:
            return use.first(state, (), self.next_player, *players[1:])
        return use.ask(state, use.offer(cards, by=players[0]), self.chosen, *players)

    def chosen(self, use: SkillUse, state: State, card: CardId | None, one: Seat, *rest: Seat) -> FrameStep:
        """Ask the player where the equipment goes."""
        if card is None:
            return use.first(state, (), self.next_player, *rest)
        to = use.choose(self._to(state, use.seat, one, card), by=one)
        return use.ask(state, to, self.laid, card, one, *rest)

    def laid(
        self, use: SkillUse, state: State, whom: Seat, card: CardId, one: Seat, *rest: Seat
    ) -> FrameStep:
        """Lay the equipment there, go on with the next player."""
        state = moved(state, card, own(whom, "equipment"))
        return use.first(state, lost(state, one, (card,)), self.next_player, *rest)

    def _ours(self, state: State, seat: Seat) -> list[Seat]:
        return [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]

    def _cards(self, state: State, seat: Seat, one: Seat) -> list[CardId]:
        mine = (card for card in cards_of(state, one) if card_of(card).kind.is_equipment)
        return [card for card in mine if self._to(state, seat, one, card)]

    def _to(self, state: State, seat: Seat, one: Seat, card: str) -> list[Seat]:
        kind = card_of(card).kind
        free = [other for other in self._ours(state, seat) if equipment_of(state, other, kind) is None]
        return [other for other in free if other != one or card not in equipped(state, one)]
