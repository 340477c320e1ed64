"""The field as bits: cell n of the surface is bit n of an int. Neighbours, lines and distances are tables."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import chain
from operator import getitem

from engine.core.board import Board
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.ids import Cell, Seat
from engine.core.surfaces import HexSurface
from engine.core.unusable import TEXTS
from engine.games.dozen_war.arms import SOLDIER_ARMS
from engine.games.dozen_war.position.roster import DUEL_SOLDIERS, SEATS_MAX

UNREACHED = 255
_FIELDS_KEPT = 16
_SIGHTS_MAX = 1 << 16
"""The most sights that are remembered: obstacles are few and seldom go, but many things can stand on a
line."""
NO_VOLCANO = 254
"""`BoardMap.volcano` on a board without a volcano: no cell has this number."""


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the set bits, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def numbers_of(mask: int) -> tuple[int, ...]:
    """Return the numbers of the set bits, lowest first, as a tuple.

    It reads eight bits at a time. A mask has as many bits as the board has cells, at most 256.
    """
    octets = mask.to_bytes((mask.bit_length() + 7) >> 3, "little")
    return tuple(chain.from_iterable(map(getitem, _eights(), octets)))


@cache
def _eights() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return by byte of a mask and by value the numbers of the set bits."""
    return tuple(
        tuple(tuple(8 * place + one for one in bits(octet)) for octet in range(256)) for place in range(32)
    )


@lru_cache(maxsize=1 << 16)
def cells_in(mask: int) -> tuple[int, ...]:
    """Return the numbers of the set bits, lowest first; remembered, because the same masks occur again."""
    return numbers_of(mask)


@dataclass(frozen=True, slots=True)
class Deployment:
    """A seat's side of the duel's board (DW-20): where it deploys, and its line-up."""

    zone: int
    """The cells that the seat may deploy in, as bits."""
    general: int
    """The cell of the general in the line-up."""
    soldiers: tuple[tuple[int, ...], ...]
    """The cells of each arm's soldiers in the line-up, by arm in the order of `SOLDIER_ARMS`."""


@dataclass(frozen=True, eq=False)
class BoardMap:
    """One board's geometry and map."""

    cells: tuple[Cell, ...]
    """The names of the cells; cell n is bit n of a mask."""
    index: dict[Cell, int]
    """The number of each cell, by its name."""
    around: tuple[int, ...]
    """The neighbours of each cell, as bits."""
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """The straight lines from each cell, in the surface's six directions, nearest cell first."""
    steps: tuple[tuple[int, int], ...]
    """The offsets from a cell to its neighbours, each with the cells where that offset leads to one, as bits.
    """
    distances: tuple[bytes, ...]
    """The hexes from each cell to each other, one byte a cell; `UNREACHED` where no way leads."""
    seats: tuple[Seat, ...]
    """The seats, in the order of the board's file."""
    castles: tuple[tuple[int, ...], ...]
    """The castles' cells of each seat, in the order of `SOLDIER_ARMS`; none in a duel."""
    mountains: int
    """The cells of mountains, as bits; none in a duel."""
    volcano: int
    """The volcano's cell; `NO_VOLCANO` in a duel."""
    deployments: tuple[Deployment, ...] = ()
    """The sides of a duel's board, by seat; empty on the board of the whole game."""
    spans: dict[tuple[int, int, int], int] = field(default_factory=dict, repr=False)
    """The results of `reach.reached`: by cell, steps and the passable cells around."""
    _sights: dict[tuple[int, int, int], int] = field(default_factory=dict, repr=False)
    """The cells in sight already found, by cell, reach and obstacles."""
    _discs: dict[int, tuple[int, ...]] = field(default_factory=dict, repr=False)
    """The cells around each cell already found, by distance."""

    @cached_property
    def directions(self) -> tuple[bytes, ...]:
        """By cell, one byte for each other cell: the number of the line that it is on, 6 for none."""
        found = []
        for rays in self.rays:
            line = bytearray([len(rays)]) * len(self.cells)
            for direction, ray in enumerate(rays):
                for cell in ray:
                    line[cell] = direction
            found.append(bytes(line))
        return tuple(found)

    def within(self, cell: int, hexes: int) -> int:
        """Return the cells at most `hexes` hexes away, whatever lies between, the cell itself too."""
        discs = self._discs.get(hexes) or self._grown(hexes)
        return discs[cell]

    def _grown(self, hexes: int) -> tuple[int, ...]:
        """Return by cell the cells at most `hexes` hexes away, as bits."""
        if hexes <= 0:
            return tuple(1 << cell for cell in range(len(self.cells)))
        smaller = self._discs.get(hexes - 1) or self._grown(hexes - 1)
        discs = self._discs[hexes] = tuple(disc | self.spread(disc) for disc in smaller)
        return discs

    @cached_property
    def everywhere(self) -> int:
        """All cells."""
        return (1 << len(self.cells)) - 1

    @cached_property
    def is_duel(self) -> bool:
        """Whether this is the board of the duel (DW-20)."""
        return bool(self.deployments)

    def spread(self, mask: int) -> int:
        """Return every neighbour of the given cells."""
        grown = 0
        for offset, sources in self.steps:
            grown |= (mask & sources) << offset if offset > 0 else (mask & sources) >> -offset
        return grown

    def sight(self, cell: int, reach: int, obstacles: int) -> int:
        """Return the cells on the six lines from a cell; a line ends at an obstacle, which it still meets."""
        key = (cell, reach, obstacles)
        found = self._sights.get(key)
        if found is None:
            if len(self._sights) >= _SIGHTS_MAX:
                self._sights.clear()
            found = 0
            for ray in self.rays[cell]:
                for met in ray[:reach]:
                    found |= 1 << met
                    if obstacles >> met & 1:
                        break
            self._sights[key] = found
        return found

    def beyond(self, cell: int, target: int, count: int) -> tuple[int, ...]:
        """Return the next cells in the line from a cell through a target, fewer at the board's edge.

        Empty when the target isn't on a straight line from the cell.
        """
        direction = self.directions[cell][target]
        if direction >= len(self.rays[cell]):
            return ()
        away = self.distances[cell][target]
        return self.rays[cell][direction][away : away + count]

    def on_line(self, cell: int, other: int) -> tuple[int, ...] | None:
        """Return the cells strictly between two cells on one straight line, or None when they aren't."""
        for ray in self.rays[cell]:
            if other in ray:
                return ray[: ray.index(other)]
        return None


def field_of(board: Board) -> BoardMap:
    """Return the field of a board that carries this game's map: castles and mountains, or a duel's two sides.

    Raises:
        InputFault: the board has no seats, castles, mountains or volcano, or names cells it doesn't have.
    """
    surface = board.surface
    if not isinstance(surface, HexSurface):
        raise InputFault(TEXTS.say("terms.no_map", board=board.name, lacks="hexes", game="dozen_war"))
    if "seats" not in board.features:
        raise InputFault(TEXTS.say("terms.no_map", board=board.name, lacks="seats", game="dozen_war"))
    deployments = _deployments(board.features["seats"], surface)
    for key in () if deployments else ("mountains", "volcano"):
        if key not in board.features:
            raise InputFault(TEXTS.say("terms.no_map", board=board.name, lacks=key, game="dozen_war"))
    index = surface.index
    seats, castles = _seats(board.features["seats"], index, duel=bool(deployments))
    mountains, volcano = 0, NO_VOLCANO
    if not deployments:
        mountains = sum({1 << cell_number(entry, index) for entry in board.features["mountains"].sequence()})
        volcano = cell_number(board.features["volcano"], index)
    ways = _ways(surface)
    return BoardMap(
        cells=surface.cells,
        index=index,
        around=ways.around,
        rays=ways.rays,
        steps=ways.steps,
        distances=ways.distances,
        seats=seats,
        castles=castles,
        mountains=mountains,
        volcano=volcano,
        deployments=deployments,
    )


@dataclass(frozen=True, slots=True)
class _Ways:
    """The parts of a `BoardMap` that follow from the places of its hexes."""

    around: tuple[int, ...]
    """The neighbours of each cell, as bits."""
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    """The straight lines from each cell, in six directions, nearest cell first."""
    steps: tuple[tuple[int, int], ...]
    """The offsets to neighbours, each with the cells where it leads to one, as bits."""
    distances: tuple[bytes, ...]
    """The hexes from each cell to each other, one byte a cell."""


@lru_cache(maxsize=_FIELDS_KEPT)
def _ways(surface: HexSurface) -> _Ways:
    neighbours = surface.neighbours
    offsets: dict[int, int] = {}
    for cell, six in enumerate(neighbours):
        for near in six:
            if near is not None:
                offsets[near - cell] = offsets.get(near - cell, 0) | 1 << cell
    around = tuple(sum(1 << near for near in six if near is not None) for six in neighbours)
    return _Ways(
        around=around,
        rays=tuple(
            tuple(_ray(neighbours, cell, direction) for direction in range(6)) for cell in range(len(around))
        ),
        steps=tuple(sorted(offsets.items())),
        distances=tuple(_distances(around, cell) for cell in range(len(around))),
    )


def cell_number(entry: Entry, index: dict[Cell, int]) -> int:
    """Return the number of the cell that an entry names.

    Raises:
        InputFault: the field has no such cell.
    """
    name = Cell(entry.text())
    if name not in index:
        cells = tuple(index)
        raise entry.fault(f"no such hex '{name}'; the board has {cells[0]} to {cells[-1]}")
    return index[name]


def _seats(
    entry: Entry, index: dict[Cell, int], *, duel: bool
) -> tuple[tuple[Seat, ...], tuple[tuple[int, ...], ...]]:
    found = entry.mapping()
    if not 2 <= len(found) <= SEATS_MAX:
        raise entry.fault(f"expected 2 to {SEATS_MAX} seats, found {len(found)}")
    if len({name[:1] for name in found}) < len(found):
        raise entry.fault("two seats begin with the same letter, so their pieces would share ids")
    if duel:
        return tuple(Seat(name) for name in found), tuple(() for _ in found)
    castles = []
    for seat in found.values():
        of_arm = seat.fields(required=("castles",))["castles"].fields(required=SOLDIER_ARMS)
        castles.append(tuple(cell_number(of_arm[arm], index) for arm in SOLDIER_ARMS))
    taken = [cell for three in castles for cell in three]
    if len(set(taken)) < len(taken):
        raise entry.fault("two castles stand on one hex")
    return tuple(Seat(name) for name in found), tuple(castles)


def _deployments(entry: Entry, surface: HexSurface) -> tuple[Deployment, ...]:
    """Return the sides of a duel's board; none when its seats have castles."""
    sides = entry.mapping()
    if not any("deploys" in side.mapping() for side in sides.values()):
        return ()
    if len(sides) != 2:
        raise entry.fault(f"a duel is fought by two (DW-20), found {len(sides)} seats")
    found: list[Deployment] = []
    for side in sides.values():
        keys = side.fields(required=("deploys", "lineup"))
        rows = {row.whole(1, len(surface.widths)) for row in keys["deploys"].sequence()}
        zone = sum(1 << cell for cell, name in enumerate(surface.cells) if int(name[1:]) in rows)
        if any(zone & other.zone for other in found):
            raise keys["deploys"].fault("both players would deploy in the same row")
        found.append(_lineup(keys["lineup"], surface.index, zone))
    return tuple(found)


def _lineup(entry: Entry, index: dict[Cell, int], zone: int) -> Deployment:
    keys = entry.fields(required=("general", *SOLDIER_ARMS))
    general = cell_number(keys["general"], index)
    soldiers = tuple(tuple(cell_number(one, index) for one in keys[arm].sequence()) for arm in SOLDIER_ARMS)
    cells = [general, *(cell for of_arm in soldiers for cell in of_arm)]
    if len(set(cells)) < len(cells) or not all(zone >> cell & 1 for cell in cells):
        raise entry.fault("a line-up has one unit a hex, all of them in the rows of 'deploys' (DW-20)")
    if len(cells) != 1 + DUEL_SOLDIERS:
        raise entry.fault(f"expected {DUEL_SOLDIERS} soldiers (DW-20), found {len(cells) - 1}")
    return Deployment(zone, general, soldiers)


def _ray(neighbours: tuple[tuple[int | None, ...], ...], cell: int, direction: int) -> tuple[int, ...]:
    ray = []
    here = neighbours[cell][direction]
    while here is not None:
        ray.append(here)
        here = neighbours[here][direction]
    return tuple(ray)


def _distances(around: tuple[int, ...], start: int) -> bytes:
    found = bytearray([UNREACHED]) * len(around)
    found[start] = 0
    ring, steps = [start], 0
    while ring:
        steps += 1
        grown = {near for cell in ring for near in bits(around[cell]) if found[near] == UNREACHED}
        for cell in grown:
            found[cell] = steps
        ring = sorted(grown)
    return bytes(found)
