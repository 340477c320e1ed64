"""The state of a game on the kit: zones, counters, the frames being resolved, whose turn it is.

A game's state is a frozen dataclass that extends `Position` with further fields:

    @dataclass(frozen=True, kw_only=True)
    class State(Position[Count]):
        bids: tuple[tuple[Seat, int], ...] = ()
"""

from dataclasses import dataclass
from typing import Generic, Never

from engine.core.decisions import Outcome
from engine.core.ids import Seat
from engine.kit.counters import Counters, W_contra
from engine.kit.resolving.frames import StackFrame
from engine.kit.zones.zones import Zones


@dataclass(frozen=True, kw_only=True)
class Position(Generic[W_contra]):
    """A match as it stands."""

    zones: Zones
    """The zones with all cards."""
    seats: tuple[Seat, ...]
    """The seats in turn order."""
    turn: Seat
    """The seat whose turn it is."""
    round: int = 1
    """The number of the round, from 1."""
    counters: Counters[W_contra] = Counters()  # noqa: RUF009  # a frozen value
    """The numbers that are counted."""
    stack: tuple[StackFrame, ...] = ()
    """The frames that are being resolved, the turn lowest."""
    standing: tuple[tuple[Seat, str], ...] = ()
    """The passes that stand till the turn ends, by seat and kind."""
    out: tuple[Seat, ...] = ()
    """The seats that are out."""
    ended: Outcome | None = None
    """How the match ended; None while it goes on."""

    @property
    def in_play(self) -> tuple[Seat, ...]:
        """The seats that aren't out, in turn order."""
        return tuple(seat for seat in self.seats if seat not in self.out)


def order_from(position: Position[Never], first: Seat, *, with_first: bool = True) -> tuple[Seat, ...]:
    """Return the seats in play in turn order, beginning with one, which may be out itself.

    `with_first` false: only the seats after it.
    """
    at = position.seats.index(first)
    found = (*position.seats[at:], *position.seats[:at])
    return tuple(seat for seat in found if seat not in position.out and (with_first or seat != first))


def next_seat(position: Position[Never], seat: Seat) -> Seat:
    """Return the seat that has the next turn; the last seat in play has it again."""
    after = order_from(position, seat, with_first=False)
    return after[0] if after else seat
