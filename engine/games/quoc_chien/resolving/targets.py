"""The targets of cards that are used: those that a card is for without naming any, and their order."""

from collections.abc import Iterable

from engine.core.ids import Seat
from engine.games.quoc_chien.position.formation import row
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    ring,
)

EVERYBODY = ("wugu-fengdeng", "taoyuan-jieyi")
OTHERS = ("nanman-ruqin", "wanjian-qifa")


def usual_targets(state: State, user: Seat, name: str) -> tuple[Seat, ...]:
    """Return whom a card is for that names nobody: all, all others, some, or its user."""
    if name in EVERYBODY:
        return alive(state, user)
    others = alive(state, user, others=True)
    match name:
        case "yiyi-dailao":
            return (user, *(one for one in others if are_friends(state, user, one)))
        case "huoshao-lianying":
            return _camp(state, user)
        case "chiling":
            return tuple(one for one in alive(state, user) if kingdom_of(state, one) is None)
    return others if name in OTHERS else (user,)


def in_turn(state: State, user: Seat, targets: Iterable[Seat]) -> tuple[Seat, ...]:
    """Return targets in the order of turns, from the user of a card on (QC-2.1)."""
    at = state.seats.index(user)
    order = (*state.seats[at:], *state.seats[:at])
    return tuple(sorted(targets, key=order.index))


def _camp(state: State, user: Seat) -> tuple[Seat, ...]:
    """Return the next player, and all who stand in one row with it, the user last where it does."""
    around = ring(state, user)
    if len(around) < 2:  # nobody else
        return ()
    camp = row(state, around[1])
    return tuple(one for one in (*around[1:], user) if one in camp)
