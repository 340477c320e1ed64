"""Qiangxi, a skill of Dianwei of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    discarded,
)
from engine.games.quoc_chien.resolving.damage import Damage, Losing
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Qiangxi(Stepwise):
    """Once: loses one health or discards a weapon to deal one damage within range."""

    name = "qiangxi"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """When somebody is within range."""
        return any(is_within(state, seat, other) for other in alive(state, seat, others=True))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose whom and how to pay (a weapon, or none: health)."""
        seat = doing.seat
        match doing.at:
            case 0:
                near = [str(one) for one in alive(state, seat, others=True) if is_within(state, seat, one)]
                return doing.then(state, doing.choose(near))
            case 1:
                weapons = self._weapons(game, state, seat, Seat(came[0]))
                return doing.again(state, doing.choose(weapons, 0), at=2, kept=tuple(came))
            case 2:
                victim = doing.kept_seat()
                if not came:
                    return instead(state, Losing(seat), Damage(victim, 1, seat))
                state = discarded(state, came)
                return instead(state, *lost(state, seat, came), Damage(victim, 1, seat))
        return done(state)

    def _weapons(self, game: Any, state: State, seat: Seat, victim: Seat) -> list[str]:
        """Return the weapons that may pay: without one that is worn the victim must still be within range."""
        found = [str(card) for card in cards_of(state, seat) if card_of(card).kind is Kind.WEAPON]
        if game.options.qiangxi == "reaching":
            return found
        return [card for card in found if is_within(state, seat, victim, without=frozenset({card}))]
