"""How well a seat stands, by rules of thumb, for bots: only by the seat's own knowledge of the others."""

from collections.abc import Iterator

from engine.core.ids import Seat
from engine.games.quoc_chien.cards.huogong import Burning
from engine.games.quoc_chien.cards.juedou import Duelling
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of, printed_kingdom
from engine.games.quoc_chien.position.state import CAREERIST, State, alive, equipped, health_of, held, shown
from engine.games.quoc_chien.resolving.effects import Forced
from engine.games.quoc_chien.resolving.slash import Slashing
from engine.games.quoc_chien.resolving.using import UsePart, Using

WON = 1_000.0
HEALTH, EQUIPPED, CARD, SPARE = 3.0, 1.2, 0.6, 0.1
"""The worth of a health, an equipment, a card within the hand limit, and a card above it."""

FRIEND, ENEMY, UNKNOWN = 1.0, -0.7, -0.35
"""The weight of other players' worth for a seat; with only two players left, all of it counts."""

THREAT = 1.0
"""The worth of an unanswered attack; a health is worth three."""

SHOWN, SHOWN_MOST = 0.3, 1.5
"""The worth of a shown general; it grows with each round, because a hidden player can't win (QC-7)."""

_HARMS = frozenset((*SLASHES, "juedou", "nanman-ruqin", "wanjian-qifa", "huogong", "guohe-chaiqiao"))
_HARMS |= {"shunshou-qianyang", "le-busi-shu", "bingliang-cunduan"}


def standing(state: State, seat: Seat) -> float:
    """Return a number for how well a seat stands: the worth of its kingdom less the worth of the others."""
    if state.ended is not None:
        return WON if seat in state.ended.winners else -WON
    living = alive(state, state.seats[0])
    points = len(shown(state, seat)) * min(SHOWN * state.round, SHOWN_MOST)
    points += sum(_side(state, seat, one) * _worth(state, one) for one in living)
    return points - THREAT * sum(_side(state, seat, one) for one in _threatened(state) if one in living)


def _worth(state: State, seat: Seat) -> float:
    health, hand = health_of(state, seat), len(held(state, seat))
    kept = min(hand, max(health, 0))
    return HEALTH * health + EQUIPPED * len(equipped(state, seat)) + CARD * kept + SPARE * (hand - kept)


def _side(state: State, seat: Seat, other: Seat) -> float:
    """Return the weight of another player's worth for a seat, by that seat's knowledge."""
    if other == seat or are_friends(state, seat, other):
        return FRIEND
    mine, theirs = kingdom_of(state, seat) or printed_kingdom(state, seat), kingdom_of(state, other)
    if len(state.in_play) == 2:  # no other opponent
        return FRIEND if theirs == mine != CAREERIST else -FRIEND
    if theirs is None or mine is None:
        return UNKNOWN
    return FRIEND / 2 if theirs == mine != CAREERIST else ENEMY


def _threatened(state: State) -> Iterator[Seat]:
    """Yield the seats that still have to answer an attack."""
    for frame in state.stack:
        match frame:
            case Using(name=name, targets=targets, at=at, part=part) if name in _HARMS:
                yield from targets[at if part > UsePart.AIM else 0 :]
            case Slashing(target=target) | Forced(target=target) | Burning(target=target):
                yield target
            case Duelling(turn=turn):
                yield turn


__all__ = ("standing",)
