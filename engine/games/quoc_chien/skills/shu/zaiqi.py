"""Zaiqi, a skill of Menghuo of Shu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    OPENED,
    State,
    discarded,
    health_of,
    is_wounded,
    most_health,
    put,
    suit_of,
    taken,
)
from engine.games.quoc_chien.resolving.damage import Healing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, instead


@known
class Zaiqi(Stepwise):
    """Wounded, turns up as many cards as it lacks health, not drawing; hearts heal, it keeps the rest."""

    name = "zaiqi"
    moments = ("phase_draw",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own draw phase, wounded."""
        return is_own(firing, "seat", seat) and is_wounded(state, seat)

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Turn up, then sort."""
        seat = doing.seat
        if doing.at == 0:
            state = put(state, seat, "turn:no_draw", 1)
            lacks = most_health(state, seat) - health_of(state, seat)
            return doing.then(state, Drawing(DECK, OPENED, lacks, refill=DISCARDS))
        hearts = [card for card in came if suit_of(state, seat, card) == "H"]
        state = discarded(state, hearts)
        for card in came:
            if card not in hearts:
                state = taken(state, card, seat)
        return instead(state, *([Healing(seat, len(hearts))] if hearts else []))
