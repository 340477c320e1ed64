"""Diaodu, a skill of Lvfan of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive, cards_of, equipped
from engine.games.quoc_chien.resolving.equipping import lacking, laid_before
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.zones.box import CardId


@known
class Diaodu(Stepwise):
    """Once a phase, each player of the kingdom may lay an equipment before a player of the kingdom."""

    name = "diaodu"
    names = wording(en="Diaodu", vi="Điều Độ", ja="調度")
    text = wording(
        en="Each of your kingdom may lay an equipment before itself or another of it.",
        vi="Mỗi người cùng thế lực được đặt một trang bị trước mình hoặc người khác trong thế lực.",
        ja="自勢力の全員が装備を1枚、自分か味方の前に置ける。",
    )
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """Return True when a player of the kingdom has an equipment."""
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
        """Ask the player who chose a card where it goes."""
        if card is None:
            return use.first(state, (), self.next_player, *rest)
        to = use.choose(self._to(state, use.seat, one, card), by=one)
        return use.ask(state, to, self.laid, card, one, *rest)

    def laid(
        self, use: SkillUse, state: State, whom: Seat, card: CardId, one: Seat, *rest: Seat
    ) -> FrameStep:
        """Lay the equipment there, then go on with the next player."""
        del one
        state, above = laid_before(state, card, whom)
        return use.first(state, above, self.next_player, *rest)

    def _ours(self, state: State, seat: Seat) -> list[Seat]:
        return [one for one in alive(state, seat) if one == seat or are_friends(state, seat, one)]

    def _cards(self, state: State, seat: Seat, one: Seat) -> list[CardId]:
        mine = (card for card in cards_of(state, one) if card_of(card).kind.is_equipment)
        return [card for card in mine if self._to(state, seat, one, card)]

    def _to(self, state: State, seat: Seat, one: Seat, card: str) -> list[Seat]:
        free = lacking(state, card, self._ours(state, seat))
        return [other for other in free if other != one or card not in equipped(state, one)]
