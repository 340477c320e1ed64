"""Lianzi, a skill of Lord Sunquan of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    DECK,
    DISCARDS,
    OPENED,
    State,
    alive,
    discarded,
    equipped,
    held,
    own,
    taken,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.draws import Drawing
from engine.kit.resolving.frames import FrameStep, done


@known
class Lianzi(Stepwise):
    """Once: for a hand card turns up as many as its kingdom wears and beacons, takes those of its type."""

    name = "lianzi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a hand card, and something worn."""
        return bool(held(state, seat)) and self._count(state, seat) > 0

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, turn up, take."""
        seat = doing.seat
        if doing.at == 0:
            return doing.then(state, doing.choose(held(state, seat), kind="discard"))
        if doing.at == 1:
            state = discarded(state, came)
            opening = Drawing(DECK, OPENED, self._count(state, seat), refill=DISCARDS)
            return doing.then(state, *lost(state, seat, came), opening, kept=tuple(came))
        wanted = _type(str(doing.kept[0]))
        for card in state.zones.known(OPENED):
            state = taken(state, card, seat) if _type(card) == wanted else discarded(state, (card,))
        return done(state)

    def _count(self, state: State, seat: Seat) -> int:
        ours = [one for one in alive(state) if one == seat or are_friends(state, seat, one)]
        return sum(len(equipped(state, one)) for one in ours) + state.zones.count(own(seat, "beacons"))


def _type(card: str) -> str:
    kind = card_of(card).kind
    return "equipment" if kind.is_equipment else "trick" if kind.is_trick else str(Kind.BASIC)
