"""The sides: their players, the players that they may attack or target, and the winners (DG-6, DG-8)."""

from collections.abc import Iterator

from engine.core.decisions import Outcome
from engine.core.ids import Seat
from engine.games.hero_realms.content.cards import record
from engine.games.hero_realms.options import Options
from engine.games.hero_realms.position.state import (
    Format,
    State,
    Tallied,
    champions,
    is_prepared,
    rule,
)
from engine.kit.position import next_seat, order_from
from engine.kit.zones.box import CardId


def side_of(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the seats that play together with a seat, itself among them, in turn order."""
    return next((team for team in state.teams if seat in team), (seat,)) if state.teams else (seat,)


def holder(state: State, seat: Seat) -> Seat:
    """Return the seat whose counter holds a side's health."""
    return side_of(state, seat)[0]


def health_of(state: State, seat: Seat) -> int:
    """Return a side's health."""
    return state.counters[holder(state, seat), Tallied.HEALTH]


def opponents(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the players of other sides, in turn order after a seat."""
    mine = side_of(state, seat)
    return tuple(one for one in order_from(state, seat, with_first=False) if one not in mine)


def left_of(state: State, seat: Seat) -> Seat:
    """Return the seat to the left, which is the next one, because turns go clockwise (DG-3.1)."""
    return next_seat(state, seat)


def right_of(state: State, seat: Seat) -> Seat:
    """Return the seat to the right, among those in play (the seat itself may be out)."""
    return order_from(state, seat, with_first=False)[-1]


def attackable(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the players that the format lets a seat attack or choose, guards aside (DG-8)."""
    return (left_of(state, seat),) if state.format.is_hunt else opponents(state, seat)


def with_champions(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return the players whose champions the format lets a seat attack or target (DG-8.2)."""
    if not state.format.is_hunt:
        return opponents(state, seat)
    return tuple(dict.fromkeys((left_of(state, seat), right_of(state, seat))))


def guards_before(
    state: State, options: Options, seat: Seat, champion: str | None = None
) -> Iterator[CardId]:
    """Yield the guards that stand before a player, or before one of its champions (DG-6.3, DG-6.4)."""
    if champion is not None and is_guard(state, options, champion):
        return
    for one in (seat,) if options.mate_guard == "owner" else side_of(state, seat):
        yield from (card for card in champions(state, one) if is_guard(state, options, card))


def is_guard(state: State, options: Options, champion: str) -> bool:
    """Tell whether a champion guards now (reading `expended_guard`)."""
    if not record(champion).guard:
        return False
    return options.expended_guard == "guards" or is_prepared(state, champion)


def targets(state: State, options: Options, seat: Seat) -> tuple[Seat, ...]:
    """Return the players that a seat may attack now (DG-6.3)."""
    return tuple(one for one in attackable(state, seat) if not any(guards_before(state, options, one)))


def made_to_discard(state: State, options: Options, seat: Seat) -> tuple[Seat, ...]:
    """Return the players that a seat may make discard: guards stop attacks (DG-6.3, reading `guard_hand`)."""
    return targets(state, options, seat) if options.guard_hand == "shielded" else attackable(state, seat)


def champion_targets(state: State, options: Options, seat: Seat) -> tuple[tuple[Seat, CardId], ...]:
    """Return the champions that a seat may attack or target now, each with its owner."""
    return tuple(
        (one, card)
        for one in with_champions(state, seat)
        for card in champions(state, one)
        if not any(guards_before(state, options, one, card))
    )


def ended(state: State, eliminated: tuple[Seat, ...]) -> Outcome | None:
    """Return the outcome after some players are out, or None while the match goes on (DG-6.6, DG-8)."""
    match state.format:
        case Format.SONG_DAU:
            winners = tuple(seat for seat in state.seats if seat not in eliminated)
            return Outcome(winners, rule(8, 4), "team")
        case Format.HUNTER_FIRST:
            return Outcome((right_of(state, eliminated[0]),), rule(8, 2), "first_blood")
    if len(state.in_play) > 1:
        return None
    hunt = state.format is Format.HUNTER_LAST
    return Outcome(state.in_play, rule(8, 3) if hunt else rule(6, 6), "last_standing")
