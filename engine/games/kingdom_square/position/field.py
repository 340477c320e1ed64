"""The field of seven by seven tiles: steps, Line, Area, areas of the players (KS-9)."""

from collections.abc import Callable, Iterator
from functools import cache

from engine.core.ids import Seat

SIDE = 7
FIRST, SECOND = Seat("first"), Seat("second")
SEATS = (FIRST, SECOND)
MARK = {FIRST: "f", SECOND: "s"}
TILES = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in "abcdefg")
_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


@cache
def row_of(tile: str) -> int:
    """Return a tile's row, 1 nearest the first player."""
    return int(tile[1:])


def foe(seat: Seat) -> Seat:
    """Return the opponent."""
    return SECOND if seat == FIRST else FIRST


def forward(seat: Seat) -> int:
    """Return the direction of a seat's advance, in rows: 1 or -1."""
    return 1 if seat == FIRST else -1


def goal(seat: Seat) -> int:
    """Return the row where a seat's hero wins: the nearest to the opponent (KS-3.2)."""
    return SIDE if seat == FIRST else 1


@cache
def area_of(tile: str) -> Seat | None:
    """Return the seat whose area a tile lies in; None: the neutral row."""
    row = row_of(tile)
    return FIRST if row <= 3 else SECOND if row >= 5 else None


@cache
def moved_by(tile: str, columns: int, rows: int) -> str | None:
    """Return the tile that lies some columns and rows away, or None beside the field."""
    column, row = ord(tile[0]) - 97 + columns, row_of(tile) + rows
    return f"{chr(97 + column)}{row}" if 0 <= column < SIDE and 1 <= row <= SIDE else None


@cache
def neighbours(tile: str) -> tuple[str, ...]:
    """Return the tiles one orthogonal step away."""
    return tuple(one for step in _STEPS if (one := moved_by(tile, *step)) is not None)


@cache
def distance(one: str, other: str) -> int:
    """Return the number of orthogonal steps between two tiles."""
    return abs(ord(one[0]) - ord(other[0])) + abs(row_of(one) - row_of(other))


@cache
def area(tile: str, reach: int) -> tuple[str, ...]:
    """Return the tiles of an Area, the start included (KS-9.2).

    >>> [len(area("d4", reach)) - 1 for reach in (1, 2, 3)]
    [4, 12, 24]
    """
    return tuple(one for one in TILES if distance(tile, one) <= reach)


def line(tile: str, reach: int, is_taken: Callable[[str], bool], *, pierce: bool = False) -> Iterator[str]:
    """Yield the tiles of a Line, the start first: paths stop at the first that is taken (KS-9.1).

    >>> sorted(line("d4", 2, lambda tile: tile == "d5"))[:4]
    ['b4', 'c3', 'c4', 'c5']
    >>> "d6" in line("d4", 2, lambda tile: tile == "d5")
    False
    """
    if pierce:
        yield from area(tile, reach)
        return
    seen, edge = {tile}, [tile]
    yield tile
    for _ in range(reach):
        further = [one for at in edge for one in neighbours(at) if one not in seen]
        edge = []
        for one in dict.fromkeys(further):
            seen.add(one)
            yield one
            if not is_taken(one):
                edge.append(one)
