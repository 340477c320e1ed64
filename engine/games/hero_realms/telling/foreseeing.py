"""How well a seat would stand after each of many actions, cheaper than by applying each: for bots."""

from collections.abc import Hashable, Sequence

from engine.core.ids import Seat
from engine.games.hero_realms.position.actions import Attack, Play
from engine.games.hero_realms.position.sides import health_of
from engine.games.hero_realms.position.state import State
from engine.games.hero_realms.telling.standing import standing
from engine.games.hero_realms.turn.main import attacked
from engine.kit.choosing.actions import GameAction
from engine.kit.game import TableGame
from engine.kit.zones.box import name_of


def prospects(game: TableGame[State], state: State, seat: Seat, actions: Sequence[GameAction]) -> list[float]:
    """Return the standing after each action; attacks don't end the match, and copies are tried once."""
    known: dict[Hashable, float] = {}
    for action in actions:
        key = _alike(action)
        if key not in known:
            known[key] = standing(_after(game, state, action), seat)
    return [known[_alike(action)] for action in actions]


def _alike(action: GameAction) -> Hashable:
    """Return a key that is equal for actions with the same standings: any copy of a card will do."""
    return (action.by, name_of(action.play)) if isinstance(action, Play) else action


def _after(game: TableGame[State], state: State, action: GameAction) -> State:
    if isinstance(action, Attack) and action.by is not None and action.amount is not None:
        after = attacked(state, action.by, action)
        if action.owner is not None or health_of(after, Seat(str(action.attack))) > 0:
            return after
    found: State = game.apply(state, action)
    return found
