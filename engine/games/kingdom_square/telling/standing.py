"""How well a seat stands against the other, by a rule of thumb, for bots: in points of HP."""

from math import sqrt

from engine.core.ids import Seat
from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.position.field import SEATS, SIDE, goal, row_of
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import hero, own, tile_of
from engine.games.kingdom_square.position.stats import left


def standing(game: TableRules, state: State, seat: Seat) -> float:
    """Return how well a seat stands against the other, in points of HP."""
    if state.ended is not None:
        return 0.0 if not state.ended.winners else 1000.0 if seat in state.ended.winners else -1000.0
    worth = dict.fromkeys(SEATS, 0.0)
    now = field_now(state)
    for unit in now.units.values():
        face = unit.printed
        worth[unit.seat] += left(game, now, unit) if unit.is_hero else 1.0 + face.at + face.df / 2
    for one in SEATS:
        # The last cards of a book are worth more than the first: without cards the match is lost.
        worth[one] += 3.0 * sqrt(state.zones.count(own(one, "book")))
        tile = tile_of(state, hero(one))
        worth[one] += 0.0 if tile is None else 0.5 * (SIDE - abs(goal(one) - row_of(tile)))
    return worth[seat] - sum(number for one, number in worth.items() if one != seat)
