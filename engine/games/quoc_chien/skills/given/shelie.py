"""Shelie, a skill that Jiahe gives."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    OPENED,
    State,
    discarded,
    put,
    taken,
)
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import gives_up_drawing
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done


@known
class Shelie(Stepwise):
    """Instead of drawing turns up five and takes one of each suit."""

    name = "shelie"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase."""
        return is_own(firing, "seat", seat) and not gives_up_drawing(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Turn up, choose suit by suit."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(put(state, seat, "turn:no_draw", 1), Drawing(DECK, OPENED, 5, refill=DISCARDS))
        if doing.kept and came:
            state = taken(state, str(came[0]), seat)
        opened = state.zones.known(OPENED)
        suits = [suit for suit in "SHCD" if suit not in doing.kept]
        for suit in suits:
            of_it = [str(card) for card in opened if card_of(card).suit == suit]
            if of_it:
                return doing.again(state, doing.choose(of_it), at=1, kept=(*doing.kept, suit))
        return done(discarded(state, opened))
