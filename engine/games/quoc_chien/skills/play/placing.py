"""Skills of the play phase that change where players stand: how far, how hidden."""

from dataclasses import replace
from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.state import (
    PLACES,
    State,
    alive,
    cards_of,
    discarded,
    general_in,
    put,
    shown,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.games.quoc_chien.skills.registry import known
from engine.kit.resolving.frames import Step, done, instead


@known
class Fenxun(Stepwise):
    """Once: for a card one player is at distance 1 in this turn."""

    name = "fenxun"
    once = True

    def can(self, state: State, seat: Seat) -> bool:
        """With a card."""
        return bool(cards_of(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom, pay."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(map(str, alive(state, seat, others=True))))
            case 1:
                choice = doing.choose(cards_of(state, seat), kind="discard")
                return doing.again(state, choice, at=2, kept=tuple(came))
        state = put(discarded(state, came), seat, f"turn:near.{doing.kept[0]}", 1)
        return instead(state, *lost(state, seat, came))

    def fixed_distance(self, state: State, seat: Seat, other: Seat) -> int | None:
        """Return one for who was named."""
        return 1 if state.counters[seat, f"turn:near.{other}"] else None


@known
class Qingcheng(Stepwise):
    """For an equipment hides one general of a player with both shown."""

    name = "qingcheng"

    def can(self, state: State, seat: Seat) -> bool:
        """With an equipment, and such a player."""
        return bool(self._worn(state, seat)) and bool(self._others(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> Step:
        """Choose whom, pay, choose which general, hide it."""
        seat = doing.seat
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(self._others(state, seat)))
            case 1:
                worn = doing.choose(self._worn(state, seat), kind="discard")
                return doing.again(state, worn, at=2, kept=tuple(came))
            case 2:
                state = discarded(state, came)
                return doing.then(state, *lost(state, seat, came), doing.choose(PLACES))
        slug = general_in(state, Seat(str(doing.kept[0])), str(came[0]))
        return done(replace(state, zones=state.zones.turned(str(slug), up=False)))

    def _worn(self, state: State, seat: Seat) -> list[str]:
        return [str(card) for card in cards_of(state, seat) if card_of(card).kind.is_equipment]

    def _others(self, state: State, seat: Seat) -> list[str]:
        return [str(one) for one in alive(state, seat, others=True) if len(shown(state, one)) == len(PLACES)]
