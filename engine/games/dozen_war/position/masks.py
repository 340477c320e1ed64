"""The places of units as masks of cells: derived from a position, or updated from the position before."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.once import once
from engine.games.dozen_war.position.roster import (
    FIRST_CASTLE,
    FIRST_GENERAL,
    IS_CASTLE,
    IS_GENERAL,
    SEAT_OF,
    SEATS_MAX,
    SLOTS,
)

OFF = 255
"""The place of a piece that isn't on the board."""
SOLDIERS_A_HEX = 5
"""DW-2.1."""


@dataclass(frozen=True)
class PositionMasks:
    """The masks of a position: the units' cells, seat by seat and over all seats."""

    units: tuple[int, ...]
    """The cells of each seat's units, as bits, by seat."""
    soldiers: tuple[int, ...]
    """The cells of each seat's soldiers, as bits, by seat."""
    castles: tuple[int, ...]
    """The cells of each seat's standing castles, as bits, by seat."""
    generals: int
    """The cells of all generals, as bits."""
    crowded: int
    """The cells with five soldiers (DW-2.1), as bits."""
    hosts: Mapping[int, Sequence[int]]
    """The units on each occupied cell: by number in ascending order, so soldiers come first."""
    castle_on: Mapping[int, int]
    """The castle that stands on each castle's cell."""
    on_board: tuple[Sequence[int], ...]
    """The units of each seat on the board: by number in ascending order, by seat."""

    @once
    def occupied(self) -> int:
        """The cells with units."""
        return self.units[0] | self.foes[0]

    @once
    def standing(self) -> int:
        """The cells with castles."""
        return self.castles[0] | self.foe_castles[0]

    @once
    def foes(self) -> tuple[int, ...]:
        """By seat: the cells with others' units."""
        return _others(*self.units)

    @once
    def foe_soldiers(self) -> tuple[int, ...]:
        """By seat: the cells with others' soldiers."""
        return _others(*self.soldiers)

    @once
    def foe_castles(self) -> tuple[int, ...]:
        """By seat: the cells with others' castles."""
        return _others(*self.castles)


def _others(one: int, two: int, three: int, four: int) -> tuple[int, ...]:
    """Return by seat the union of the three others."""
    first, last = one | two, three | four
    return two | last, one | last, first | four, first | three


def stand_of(order: tuple[int, ...], at: bytes) -> PositionMasks:
    """Return the masks for pieces at these places."""
    units, soldiers, castles = [0] * SEATS_MAX, [0] * SEATS_MAX, [0] * SEATS_MAX
    on_board: list[Sequence[int]] = [()] * SEATS_MAX
    generals = crowded = 0
    hosts: dict[int, list[int]] = defaultdict(list)
    castle_on: dict[int, int] = {}
    for seat in order:
        start = seat * SLOTS
        leads, keeps = start + FIRST_GENERAL, start + FIRST_CASTLE
        soldiers[seat] = fighters = _mask(at[start:leads])
        led = _mask(at[leads:keeps])
        units[seat] = fighters | led
        generals |= led
        mine = [piece for piece in range(start, keeps) if at[piece] != OFF]
        for piece in mine:
            hosts[at[piece]].append(piece)
        on_board[seat] = mine
        for castle in range(keeps, start + SLOTS):
            cell = at[castle]
            if cell != OFF:
                castles[seat] |= 1 << cell
                castle_on[cell] = castle
    for cell, there in hosts.items():
        if _is_crowded(there):  # foes share no hex
            crowded |= 1 << cell
    return PositionMasks(
        tuple(units),
        tuple(soldiers),
        tuple(castles),
        generals,
        crowded,
        dict(hosts),
        castle_on,
        tuple(on_board),
    )


def _mask(cells: bytes) -> int:
    """Return the cells as bits; a cell may occur several times."""
    mask = 0
    for cell in set(cells):
        if cell != OFF:
            mask |= 1 << cell
    return mask


def stand_after(before: PositionMasks, was: bytes, order: tuple[int, ...], at: bytes) -> PositionMasks:
    """Return the masks for new places from those for old ones: far cheaper where few pieces moved."""
    changed = _differing(was, at)
    if len(changed) == 1:
        gone = _after_one(before, changed[0], was[changed[0]], at[changed[0]])
        if gone is not None:
            return gone
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
    return PositionMasks(
        tuple(units), tuple(soldiers), castles, generals, crowded, hosts, castle_on, on_board
    )


def _after_one(before: PositionMasks, piece: int, left: int, entered: int) -> PositionMasks | None:
    """Return the masks after one unit has gone to a cell without foes, the usual case; else None."""
    seat, old, new = SEAT_OF[piece], 1 << left, 1 << entered
    if OFF in (left, entered) or IS_CASTLE[piece] or before.foes[seat] & (old | new):
        return None
    hosts = {**before.hosts}
    stayed = [unit for unit in hosts[left] if unit != piece]
    joined = hosts.get(entered)
    hosts[entered] = there = sorted((*joined, piece)) if joined else [piece]
    if stayed:
        hosts[left] = stayed
        kept, led = old, IS_GENERAL[stayed[-1]]  # generals come last
    else:
        del hosts[left]
        kept, led = 0, False
    units = _with_mask(before.units, seat, before.units[seat] & ~old | kept | new)
    soldiers, generals, crowded = before.soldiers, before.generals, before.crowded
    if IS_GENERAL[piece]:
        generals = generals & ~old | new | (old if led else 0)
    else:
        kept = old if stayed and not IS_GENERAL[stayed[0]] else 0
        soldiers = _with_mask(soldiers, seat, soldiers[seat] & ~old | kept | new)
        crowded &= ~old
        if _is_crowded(stayed):
            crowded |= old
        if _is_crowded(there):
            crowded |= new
    made = _stand(
        units=units,
        soldiers=soldiers,
        castles=before.castles,
        generals=generals,
        crowded=crowded,
        hosts=hosts,
        castle_on=before.castle_on,
        on_board=before.on_board,
    )
    if "foe_castles" in before.__dict__:  # worked out already, and still valid
        made.__dict__["foe_castles"] = before.foe_castles
    return made


if TYPE_CHECKING:  # the arguments are checked like the class's own
    _stand = PositionMasks
else:

    def _stand(**masks: object) -> PositionMasks:
        """Return the masks as a value, in a quarter of the time that a frozen class takes."""
        made = object.__new__(PositionMasks)
        made.__dict__.update(masks)
        return made


def _with_mask(masks: tuple[int, ...], seat: int, mask: int) -> tuple[int, ...]:
    return (*masks[:seat], mask, *masks[seat + 1 :])


def _is_crowded(there: Sequence[int]) -> bool:
    """Tell whether a cell has the most soldiers; its units are by number, soldiers first."""
    return len(there) >= SOLDIERS_A_HEX and not IS_GENERAL[there[SOLDIERS_A_HEX - 1]]


_FEW = 6
"""The most moved pieces that masks are updated for; only a round's recruits are more."""


def _bit(cell: int) -> int:
    return 0 if cell == OFF else 1 << cell


def _differing(was: bytes, at: bytes) -> list[int]:
    """Return the indexes where two byte strings of one length differ."""
    left = int.from_bytes(was, "little") ^ int.from_bytes(at, "little")
    found = []
    while left:
        place = ((left & -left).bit_length() - 1) >> 3
        found.append(place)
        left = left >> (8 * place + 8) << (8 * place + 8)
    return found
