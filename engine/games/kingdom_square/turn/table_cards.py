"""Curses and auras that leave their table."""

from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.position.state import (
    SUPPLY,
    own,
    seat_of,
    slug_of,
    uncounted,
)
from engine.games.kingdom_square.turn.damage import (
    fallen,
)
from engine.kit.changed import altered


def dispelled(game: TableRules, state: State, card: str) -> State:
    """Return the state after a curse or aura has left its table."""
    zone = state.zones.zone_of(card)
    if zone is None or zone.name.rpartition(".")[2] != "table":
        return state
    state = uncounted(state, card)
    if slug_of(card).startswith("token"):
        return altered(state, zones=state.zones.moved(card, SUPPLY))
    zones = state.zones.moved(card, own(seat_of(card), "graveyard"))
    return fallen(game, altered(state, zones=zones))
