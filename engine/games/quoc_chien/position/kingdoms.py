"""Kingdoms: members, careerists, large kingdoms, winners (QC-3.4, QC-4, QC-7, QC-10.2)."""

from engine.core.decisions import Outcome
from engine.core.ids import Seat
from engine.games.quoc_chien.options import Options
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    PLACES,
    State,
    alive,
    general,
    hidden,
    rule,
    shown,
)
from engine.kit.changed import altered


def kingdom_of(state: State, seat: Seat) -> str | None:
    """Return a seat's kingdom, `careerist`, or None while it has none."""
    for one, kingdom in state.kingdoms:
        if one == seat:
            return kingdom
    return None


def printed_kingdom(state: State, seat: Seat) -> str | None:
    """Return the kingdom of a seat's generals, shown or not."""
    for place in PLACES:
        found = general(state, seat, place)
        if found is not None:
            return str(found.kingdom)
    return None


def are_friends(state: State, one: Seat, other: Seat) -> bool:
    """Tell whether two seats visibly belong to one kingdom; careerists have no friends (QC-4.2)."""
    mine = kingdom_of(state, one)
    return mine is not None and (one == other or (mine != CAREERIST and mine == kingdom_of(state, other)))


def members(state: State, kingdom: str, *, living: bool = True) -> tuple[Seat, ...]:
    """Return the seats of a kingdom."""
    return tuple(
        seat
        for seat in state.seats
        if kingdom_of(state, seat) == kingdom and not (living and seat in state.out)
    )


def joined(state: State, options: Options, seat: Seat) -> State:
    """Return the state with a seat's kingdom settled by its first reveal (QC-3.4, QC-4.1)."""
    if kingdom_of(state, seat) is not None:
        return state
    mine = printed_kingdom(state, seat)
    if mine is None:
        return state
    others = members(state, mine, living=options.careerist_dead == "left")
    crowded = len(others) + 1 > len(state.seats) // 2 and lord_of(state, mine) is None
    return altered(state, kingdoms=(*state.kingdoms, (seat, CAREERIST if crowded else mine)))


def lord_of(state: State, kingdom: str) -> Seat | None:
    """Return the living player with a kingdom's lord shown, or None."""
    for seat in alive(state):
        for place in shown(state, seat):
            found = general(state, seat, place)
            if found is not None and found.is_lord and found.kingdom == kingdom:
                return seat
    return None


def under_lord(state: State, seat: Seat) -> State:
    """Return the state after a lord is shown: the careerists of its kingdom are back in it."""
    mine = printed_kingdom(state, seat)
    if mine is None or lord_of(state, mine) != seat:
        return state
    back = {
        one for one, kingdom in state.kingdoms if kingdom == CAREERIST and printed_kingdom(state, one) == mine
    }
    kingdoms = tuple((one, mine if one in back else kingdom) for one, kingdom in state.kingdoms)
    return altered(state, kingdoms=kingdoms)


def without_lord(state: State, kingdom: str) -> State:
    """Return the state after a lord's death: all of its kingdom are careerists."""
    kingdoms = tuple(
        (one, CAREERIST if its == kingdom and one not in state.out else its) for one, its in state.kingdoms
    )
    return altered(state, kingdoms=kingdoms)


def won(state: State, options: Options) -> Outcome | None:
    """Return the winners, or None (QC-7)."""
    living = alive(state, state.seats[0])
    if len(living) == 1:
        (last,) = living
        mine = kingdom_of(state, last) or printed_kingdom(state, last)
        if mine in (None, CAREERIST):
            return Outcome((last,), rule(7), "careerist")
        return Outcome(_all_of(state, str(mine), living), rule(7), "kingdom")
    kingdoms = {kingdom_of(state, seat) for seat in living}
    if options.win_hidden == "known":
        kingdoms = {kingdom_of(state, seat) or _expected(state, options, seat) for seat in living}
    if len(kingdoms) > 1 or kingdoms & {None, CAREERIST}:
        return None
    (kingdom,) = kingdoms
    return Outcome(_all_of(state, str(kingdom), living), rule(7), "kingdom")


def _all_of(state: State, kingdom: str, living: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Return a kingdom's seats, with living ones that belong to it without having shown it."""
    found = members(state, kingdom, living=False)
    return tuple(one for one in state.seats if one in (*found, *living))


def _expected(state: State, options: Options, seat: Seat) -> str | None:
    return kingdom_of(joined(state, options, seat), seat) if hidden(state, seat) else None
