"""Huyuan, a skill of Caohong of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    equipment_of,
    equipped,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Huyuan(Stepwise):
    """Lays an equipment before a player, then discards a card of one at distance 1 from it."""

    name = "huyuan"
    moments = (Moment.PHASE_END,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's end phase, with an equipment that somebody lacks."""
        return is_own(firing, "seat", seat) and bool(self._cards(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose which."""
        return use.ask(state, use.choose(self._cards(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, card: CardId) -> FrameStep:
        """Choose before whom."""
        return use.ask(state, use.choose(_lacking(state, card)), self.laid, card)

    def laid(self, use: SkillUse, state: State, whom: Seat, card: CardId) -> FrameStep:
        """Lay the equipment there; choose whose card goes."""
        seat = use.seat
        above = () if card in equipped(state, seat) and whom == seat else lost(state, seat, (card,))
        state = moved(state, card, own(whom, "equipment"))
        near = [
            one
            for one in alive(state, seat)
            if one != whom and distance(state, whom, one) == 1 and cards_of(state, one)
        ]
        if not near:
            return instead(state, *above)
        return use.ask(state, use.offer(near).after(*above), self.robbed, card)

    def robbed(self, use: SkillUse, state: State, whom: Seat | None, card: CardId) -> FrameStep:
        """Discard one of its cards."""
        del card
        if whom is None:
            return done(state)
        return instead(state, Robbing(use.seat, whom, places=("hand", "equipment")))

    def _cards(self, state: State, seat: Seat) -> list[CardId]:
        return [
            card
            for card in cards_of(state, seat)
            if card_of(card).kind.is_equipment and _lacking(state, card)
        ]


def _lacking(state: State, card: str) -> list[Seat]:
    kind = card_of(card).kind
    return [one for one in alive(state) if equipment_of(state, one, kind) is None]
