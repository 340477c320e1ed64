"""How well a seat stands, for bots: a guess in points of health."""

from functools import cache, lru_cache

from engine.core.ids import Seat
from engine.games.hero_realms.content.cards import record
from engine.games.hero_realms.position.sides import health_of, opponents, side_of
from engine.games.hero_realms.position.state import State, Tallied, own
from engine.kit.zones.zones import Pile

WON = 1_000.0
_CARD = 0.9
_CHAMPION = 1.6
_GOLD, _COMBAT = 0.35, 0.9
_STARTING = -0.4


def standing(state: State, seat: Seat) -> float:
    """Return how well a seat stands against the others; more is better."""
    if state.ended is not None:
        return WON if seat in state.ended.winners else -WON
    if seat in state.out:
        return -WON
    foes = [_side(state, one) for one in opponents(state, seat)]
    worst, mean = max(foes, default=0.0), sum(foes) / max(1, len(foes))
    return _side(state, seat) - (worst + mean) / 2


@cache
def worth(card: str) -> float:
    """Return the worth of a card for its owner, by its cost and whether it stays."""
    one = record(card)
    if one.cost is None:
        return _STARTING
    return _CARD * one.cost * (1.15 if one.is_champion else 1.0)


def _side(state: State, seat: Seat) -> float:
    points = float(health_of(state, seat))
    for one in side_of(state, seat):
        points += _GOLD * state.counters[one, Tallied.GOLD] + _COMBAT * state.counters[one, Tallied.COMBAT]
        for champion in state.zones.lying(own(one, "champions")):
            if champion.card is not None:
                points += _CHAMPION * record(champion.card).defense * (0.6 if champion.sideways else 1.0)
        for zone in ("hand", "discard", "deck", "play", "champions"):
            points += _worth_of(state.zones.lying(own(one, zone)))
    return points


@lru_cache(maxsize=1 << 12)
def _worth_of(pile: Pile) -> float:
    """Return the total worth of a zone's cards; remembered, because most zones stay the same."""
    return sum(worth(one.card) for one in pile if one.card is not None)
