"""Who stands where, as masks of cells: derived from a position once, or taken on from the position before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.games.dozen_war.roster import (
    FIRST_CASTLE,
    FIRST_GENERAL,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
    SEATS_MAX,
    SLOTS,
    castles_of,
)

OFF = 255
"""The place of a piece that isn't on the board."""
SOLDIERS_A_HEX = 5
"""DW-2.1."""


@dataclass(frozen=True, slots=True)
class Stand:
    """The masks of a position.

    By seat: `units`, `soldiers`, standing `castles`, and `on_board`, the units by number. Of all seats:
    `generals`, `crowded` (cells with five soldiers), `hosts` (occupied cell → its units by number) and
    `castle_on` (cell → the castle standing there).
    """

    units: tuple[int, ...]
    soldiers: tuple[int, ...]
    castles: tuple[int, ...]
    generals: int
    crowded: int
    hosts: Mapping[int, Sequence[int]]
    castle_on: Mapping[int, int]
    on_board: tuple[Sequence[int], ...]


def stand_of(order: tuple[int, ...], at: bytes) -> Stand:
    """Return the masks for pieces at these places."""
    units, soldiers, castles = [0] * SEATS_MAX, [0] * SEATS_MAX, [0] * SEATS_MAX
    on_board: tuple[list[int], ...] = tuple([] for _ in range(SEATS_MAX))
    generals = crowded = 0
    hosts: dict[int, list[int]] = {}
    castle_on: dict[int, int] = {}
    for seat in order:
        start, mine = seat * SLOTS, on_board[seat]
        mask = 0
        for piece, cell in enumerate(at[start : start + FIRST_GENERAL], start):
            if cell != OFF:
                mine.append(piece)
                mask |= 1 << cell
                there = hosts.setdefault(cell, [])
                there.append(piece)
                if len(there) == SOLDIERS_A_HEX:  # only this seat's soldiers are in it so far
                    crowded |= 1 << cell
        soldiers[seat] = mask
        start += FIRST_GENERAL
        for piece, cell in enumerate(at[start : start + FIRST_CASTLE - FIRST_GENERAL], start):
            if cell != OFF:
                mine.append(piece)
                mask |= 1 << cell
                generals |= 1 << cell
                hosts.setdefault(cell, []).append(piece)
        units[seat] = mask
        for castle in castles_of(seat):
            cell = at[castle]
            if cell != OFF:
                castles[seat] |= 1 << cell
                castle_on[cell] = castle
    return Stand(tuple(units), tuple(soldiers), tuple(castles), generals, crowded, hosts, castle_on, on_board)


def stand_after_move(before: Stand, piece: int, start: int, goal: int) -> Stand:
    """Return the masks after one unit went from a cell to another; far cheaper than making them anew."""
    seat, left, entered = SEAT_OF[piece], 1 << start, 1 << goal
    hosts = dict(before.hosts)
    staying = [unit for unit in hosts[start] if unit != piece]
    joined = sorted((*hosts.get(goal, ()), piece))
    hosts[goal] = joined
    if staying:
        hosts[start] = staying
    else:
        del hosts[start]
    units = before.units[seat] | entered
    if not staying:
        units &= ~left
    generals, crowded, soldiers = before.generals, before.crowded, before.soldiers
    if IS_GENERAL[piece]:
        generals = generals & ~left | entered
    else:
        mask = soldiers[seat] | entered
        if not any(IS_SOLDIER[unit] for unit in staying):
            mask &= ~left
        soldiers = _with(soldiers, seat, mask)
        crowded &= ~left  # the fifth of five has left, or there were fewer
        if sum(IS_SOLDIER[unit] for unit in joined) >= SOLDIERS_A_HEX:
            crowded |= entered
    return Stand(
        _with(before.units, seat, units),
        soldiers,
        before.castles,
        generals,
        crowded,
        hosts,
        before.castle_on,
        before.on_board,
    )


def _with(masks: tuple[int, ...], seat: int, mask: int) -> tuple[int, ...]:
    return (*masks[:seat], mask, *masks[seat + 1 :])
