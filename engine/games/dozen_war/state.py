"""A position of Dozen War and the masks derived from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from engine.games.dozen_war.roster import (
    FIRST_CASTLE,
    FIRST_GENERAL,
    IS_GENERAL,
    SEAT_OF,
    SEATS_MAX,
    SLOTS,
    castles_of,
)

OFF = 255
"""The place of a piece that isn't on the board."""


SOLDIERS_A_HEX = 5
"""DW-2.1."""


class Phase(StrEnum):
    """How far the match is."""

    PLACING = "placing"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Hit:
    """A hit that waits for the attacked player's answer (DW-18.4)."""

    attacker: int
    target: int
    splash: int | None
    damage: int


@dataclass(frozen=True, slots=True)
class Stand:
    """Who stands where, as masks of cells. `hosts` lists the units of each occupied cell by number."""

    units: tuple[int, ...]
    soldiers: tuple[int, ...]
    castles: tuple[int, ...]
    generals: int
    crowded: int
    hosts: dict[int, list[int]]
    castle_on: dict[int, int]
    on_board: tuple[list[int], ...]


@dataclass(frozen=True)
class State:
    """A position. Pieces, seats and cells by number; `at` and `hp` have one byte a piece.

    `order` is the seats in turn order, `turn` the seat whose turn it is. `generals`, `moved` and `acted` are
    bits of pieces: the generals the players own, and the units that have moved or ended their turn. `coins`,
    `kills` and `razed` are by seat. `obstacles` is the mountains, the volcano while it's closed among them.
    `stack` holds the effects being resolved, the one that waits last.
    """

    order: tuple[int, ...]
    phase: Phase
    round: int
    turn: int
    at: bytes
    hp: bytes
    generals: int
    moved: int
    acted: int
    coins: tuple[int, ...]
    kills: tuple[int, ...]
    razed: tuple[int, ...]
    obstacles: int
    warp_open: bool
    events: int
    stack: tuple[Hit, ...] = ()

    @cached_property
    def stand(self) -> Stand:
        """The masks of this position, made once."""
        units, soldiers, castles = [0] * SEATS_MAX, [0] * SEATS_MAX, [0] * SEATS_MAX
        on_board: tuple[list[int], ...] = tuple([] for _ in range(SEATS_MAX))
        generals = crowded = 0
        hosts: dict[int, list[int]] = {}
        castle_on: dict[int, int] = {}
        for seat in self.order:
            start, mine = seat * SLOTS, on_board[seat]
            mask = 0
            for piece, cell in enumerate(self.at[start : start + FIRST_GENERAL], start):
                if cell != OFF:
                    mine.append(piece)
                    mask |= 1 << cell
                    there = hosts.setdefault(cell, [])
                    there.append(piece)
                    if len(there) == SOLDIERS_A_HEX:  # only this seat's soldiers are in it so far
                        crowded |= 1 << cell
            soldiers[seat] = mask
            start += FIRST_GENERAL
            for piece, cell in enumerate(self.at[start : start + FIRST_CASTLE - FIRST_GENERAL], start):
                if cell != OFF:
                    mine.append(piece)
                    mask |= 1 << cell
                    generals |= 1 << cell
                    hosts.setdefault(cell, []).append(piece)
            units[seat] = mask
            for castle in castles_of(seat):
                cell = self.at[castle]
                if cell != OFF:
                    castles[seat] |= 1 << cell
                    castle_on[cell] = castle
        return Stand(
            tuple(units), tuple(soldiers), tuple(castles), generals, crowded, hosts, castle_on, on_board
        )

    def placed(self) -> Iterator[tuple[int, int]]:
        """Yield every piece on the board and its cell, by number."""
        for piece, cell in enumerate(self.at):
            if cell != OFF:
                yield piece, cell

    def owns(self, piece: int) -> bool:
        """Tell whether a piece belongs to this match, on the board or off it."""
        if IS_GENERAL[piece]:
            return bool(self.generals >> piece & 1)
        return SEAT_OF[piece] in self.order

    def foes(self, seat: int) -> Iterator[int]:
        """Yield the other seats in turn order."""
        return (other for other in self.order if other != seat)
