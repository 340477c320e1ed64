"""Fanjian, a skill of Zhouyu of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    held,
    own,
    suit_of,
)
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.changed import altered
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, instead

SUITS = ("S", "H", "C", "D")


@known
class Fanjian(Stepwise):
    """Once: another names a suit and takes a card unseen; of another suit it does one damage."""

    name = "fanjian"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card in hand."""
        return bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom; it names a suit (1 spade, 2 heart, 3 club, 4 diamond), takes a card and shows it."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                whom = Seat(came[0])
                return doing.again(state, doing.choose((1, 2, 3, 4), by=whom), at=2, kept=(str(whom),))
            case 2:
                whom = doing.kept_seat()
                blind = Drawing(own(seat, "hand"), own(whom, "hand"), 1, whom, blind=True)
                return doing.then(state, blind, kept=(str(whom), came[0]))
        whom, named = doing.kept_seat(), SUITS[int(doing.kept[1]) - 1]
        (card,) = came
        state = altered(state, zones=state.zones.shown(card, state.seats))
        struck = suit_of(state, whom, card) != named
        return instead(state, *([Damage(whom, 1, seat)] if struck else []))
