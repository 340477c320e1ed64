"""Who stands where, as masks of cells: derived from a position once, or taken on from the position before."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.games.dozen_war.roster import (
    FIRST_CASTLE,
    IS_CASTLE,
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


@dataclass(frozen=True)
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

    @cached_property
    def occupied(self) -> int:
        """The cells with units."""
        return _others(self.units, -1)

    @cached_property
    def standing(self) -> int:
        """The cells with castles."""
        return _others(self.castles, -1)

    @cached_property
    def foes(self) -> tuple[int, ...]:
        """By seat: the cells with others' units."""
        return tuple(_others(self.units, seat) for seat in range(SEATS_MAX))

    @cached_property
    def foe_soldiers(self) -> tuple[int, ...]:
        """By seat: the cells with others' soldiers."""
        return tuple(_others(self.soldiers, seat) for seat in range(SEATS_MAX))

    @cached_property
    def foe_castles(self) -> tuple[int, ...]:
        """By seat: the cells with others' castles."""
        return tuple(_others(self.castles, seat) for seat in range(SEATS_MAX))


def _others(masks: tuple[int, ...], seat: int) -> int:
    found = 0
    for other, mask in enumerate(masks):
        if other != seat:
            found |= mask
    return found


def stand_of(order: tuple[int, ...], at: bytes) -> Stand:
    """Return the masks for pieces at these places."""
    units, soldiers, castles = [0] * SEATS_MAX, [0] * SEATS_MAX, [0] * SEATS_MAX
    on_board: tuple[list[int], ...] = tuple([] for _ in range(SEATS_MAX))
    generals = crowded = 0
    hosts: dict[int, list[int]] = {}
    castle_on: dict[int, int] = {}
    for seat in order:
        start, mine = seat * SLOTS, on_board[seat]
        mask = led = 0
        for piece, cell in enumerate(at[start : start + FIRST_CASTLE], start):
            if cell == OFF:
                continue
            mine.append(piece)
            if cell in hosts:
                hosts[cell].append(piece)
            else:
                hosts[cell] = [piece]
            if IS_GENERAL[piece]:
                led |= 1 << cell
            else:
                mask |= 1 << cell
                # a seat's soldiers come before its generals, and foes share no hex
                if len(hosts[cell]) == SOLDIERS_A_HEX:
                    crowded |= 1 << cell
        soldiers[seat], units[seat] = mask, mask | led
        generals |= led
        for castle in castles_of(seat):
            cell = at[castle]
            if cell != OFF:
                castles[seat] |= 1 << cell
                castle_on[cell] = castle
    return Stand(tuple(units), tuple(soldiers), tuple(castles), generals, crowded, hosts, castle_on, on_board)


def stand_after(before: Stand, was: bytes, order: tuple[int, ...], at: bytes) -> Stand:
    """Return the masks for these places, of those for others; far cheaper than anew where few pieces went."""
    changed = _differing(was, at)
    if len(changed) > _FEW:
        return stand_of(order, at)
    hosts, castle_on, on_board = dict(before.hosts), before.castle_on, before.on_board
    castles, touched = before.castles, 0
    for piece in changed:
        seat, left, entered = SEAT_OF[piece], was[piece], at[piece]
        if IS_CASTLE[piece]:
            castle_on = {cell: castle for cell, castle in castle_on.items() if castle != piece}
            mask = castles[seat] & ~_bit(left) | _bit(entered)
            castles = (*castles[:seat], mask, *castles[seat + 1 :])
            if entered != OFF:
                castle_on[entered] = piece
            continue
        touched |= _bit(left) | _bit(entered)
        if left != OFF:
            hosts[left] = [unit for unit in hosts[left] if unit != piece]
        if entered != OFF:
            hosts[entered] = sorted((*hosts.get(entered, ()), piece))
        if OFF in {left, entered}:
            mine = [unit for unit in on_board[seat] if unit != piece]
            mine = mine if entered == OFF else sorted((*mine, piece))
            on_board = (*on_board[:seat], mine, *on_board[seat + 1 :])
    units, soldiers = (
        [mask & ~touched for mask in before.units],
        [mask & ~touched for mask in before.soldiers],
    )
    generals, crowded = before.generals & ~touched, before.crowded & ~touched
    while touched:
        low = touched & -touched
        touched ^= low
        there = hosts[low.bit_length() - 1]
        if not there:
            del hosts[low.bit_length() - 1]
        fighters = 0
        for unit in there:
            units[SEAT_OF[unit]] |= low
            if IS_GENERAL[unit]:
                generals |= low
            else:
                soldiers[SEAT_OF[unit]] |= low
                fighters += 1
        if fighters >= SOLDIERS_A_HEX:
            crowded |= low
    return Stand(tuple(units), tuple(soldiers), castles, generals, crowded, hosts, castle_on, on_board)


_FEW = 6
"""Pieces that went elsewhere, up to which the masks are taken on; more come with a round's recruits only."""


def _bit(cell: int) -> int:
    return 0 if cell == OFF else 1 << cell


def _differing(was: bytes, at: bytes) -> list[int]:
    """The places in which two texts of one length differ."""
    left = int.from_bytes(was, "little") ^ int.from_bytes(at, "little")
    found = []
    while left:
        place = ((left & -left).bit_length() - 1) >> 3
        found.append(place)
        left = left >> (8 * place + 8) << (8 * place + 8)
    return found
