"""How well a seat would stand after each of many deeds, for less than doing each: for bots."""

from collections.abc import Hashable, Sequence
from typing import Any

from engine.core.ids import Seat
from engine.games.hero_realms.position.deeds import Attack, Play
from engine.games.hero_realms.position.sides import health_of
from engine.games.hero_realms.position.state import State
from engine.games.hero_realms.telling.standing import standing
from engine.games.hero_realms.turn.main import attacked
from engine.kit.choosing.deeds import Deed
from engine.kit.zones.box import name_of


def prospects(game: Any, state: State, seat: Seat, actions: Sequence[Deed]) -> list[float]:
    """Return the standing after each deed: of an attack without ending the match, of copies played once."""
    known: dict[Hashable, float] = {}
    for deed in actions:
        key = _alike(deed)
        if key not in known:
            known[key] = standing(_after(game, state, deed), seat)
    return [known[_alike(deed)] for deed in actions]


def _alike(deed: Deed) -> Hashable:
    """Return the same for deeds after which any seat stands alike: which copy of a card is played is one."""
    return (deed.by, name_of(deed.play)) if isinstance(deed, Play) else deed


def _after(game: Any, state: State, deed: Deed) -> State:
    if isinstance(deed, Attack) and deed.by is not None and deed.amount is not None:
        after = attacked(state, deed.by, deed)
        if deed.owner is not None or health_of(after, Seat(str(deed.attack))) > 0:
            return after
    found: State = game.apply(state, deed)
    return found
