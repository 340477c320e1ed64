"""The large kingdoms, and the seats that belong to them (QC-10.2)."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of, members
from engine.games.quoc_chien.position.registry import worn_by
from engine.games.quoc_chien.position.state import CAREERIST, State, alive


def large(state: State) -> tuple[str, ...]:
    """Return the large kingdoms: at least two members and the most of all (QC-10.2), or the seal's."""
    sealed = _sealed(state)
    if sealed is not None:
        return (str(kingdom_of(state, sealed)),)
    counts: dict[str, int] = {}
    for seat in alive(state):
        mine = kingdom_of(state, seat)
        if mine is not None and mine != CAREERIST:
            counts[mine] = counts.get(mine, 0) + 1
    most = max(counts.values(), default=0)
    return tuple(name for name, count in counts.items() if count == most) if most > 1 else ()


def is_large(state: State, seat: Seat) -> bool:
    """Tell whether a seat is of a large kingdom. A careerist with the seal is one alone."""
    sealed = _sealed(state)
    if sealed is not None:
        return seat == sealed or are_friends(state, seat, sealed)
    return kingdom_of(state, seat) in large(state)


def is_small(state: State, seat: Seat) -> bool:
    """Tell whether there is a large kingdom and a seat isn't of it."""
    return bool(large(state)) and not is_large(state, seat)


def is_smallest(state: State, seat: Seat) -> bool:
    """Tell whether no kingdom has fewer living members than a seat's; a careerist is a kingdom alone."""
    counts = {
        kingdom: 1 if kingdom == CAREERIST else len(members(state, kingdom))
        for one in alive(state)
        if (kingdom := kingdom_of(state, one)) is not None
    }
    mine = counts.get(kingdom_of(state, seat) or "", 1)
    return mine <= min(counts.values(), default=mine)


def _sealed(state: State) -> Seat | None:
    """Return the seat whose equipment makes its kingdom the large one, if it has a kingdom."""
    holders = (one for one in alive(state) if any(worn.crowns for worn in worn_by(state, one)))
    return next((one for one in holders if kingdom_of(state, one)), None)
