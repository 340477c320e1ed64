"""Boards: the surface where play happens and how it is printed, read from a board file."""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import hypot
from pathlib import Path

from engine.core.document import Entry, read_document
from engine.core.faults import InputFault
from engine.core.ids import Cell
from engine.core.unusable import CATALOGUE

BOARDS_FOLDER = Path(__file__).parent.parent / "boards"
"""Where the boards and piece sets that come with the project lie."""

_LONGEST_MM = 10_000.0

_SIX_NORMALS = ((1.0, 0.0), (0.5, 0.8660254037844386), (-0.5, 0.8660254037844386))


@dataclass(frozen=True)
class HexSurface:
    """A field of pointy-topped hexes in rows.

    Cells are named column letter + row number (`a1`), row 1 nearest; their order is row by row from `a1`.
    Lengths in board millimetres, origin at the board's centre, x right, y away from row 1.
    `indents`: how far each row's first hex lies right of the leftmost hex's place, in half hexes.
    `edge_mm`: how far from the hex's centre, along the nearest edge normal, a piece counts as pushed.
    """

    widths: tuple[int, ...]
    indents: tuple[int, ...]
    hex_mm: float
    edge_mm: float

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """Every cell, row by row."""
        return tuple(
            Cell(f"{chr(97 + column)}{row}")
            for row, width in enumerate(self.widths, start=1)
            for column in range(width)
        )

    @cached_property
    def index(self) -> dict[Cell, int]:
        """Each cell's position in `cells`."""
        return {cell: i for i, cell in enumerate(self.cells)}

    @cached_property
    def centres_mm(self) -> tuple[tuple[float, float], ...]:
        """Each cell's centre, in the order of `cells`."""
        middle_row = (len(self.widths) + 1) / 2
        half_width = (max(self.widths) - 1) / 2
        row_mm = self.hex_mm * _SIX_NORMALS[1][1]
        return tuple(
            (
                self.hex_mm * (column + indent / 2 - half_width),
                row_mm * (row - middle_row),
            )
            for row, (width, indent) in enumerate(zip(self.widths, self.indents, strict=True), start=1)
            for column in range(width)
        )

    def centre_mm(self, cell: Cell) -> tuple[float, float]:
        """Return a cell's centre."""
        return self.centres_mm[self.index[cell]]

    @cached_property
    def neighbours(self) -> tuple[tuple[int | None, ...], ...]:
        """For each cell the six neighbours' indices, counter-clockwise from +x; None off the board."""
        directions = tuple((s * x, s * y) for s in (1.0, -1.0) for x, y in _SIX_NORMALS)
        return tuple(
            tuple(self._index_at(x + self.hex_mm * dx, y + self.hex_mm * dy) for dx, dy in directions)
            for x, y in self.centres_mm
        )

    def cell_at(self, x_mm: float, y_mm: float) -> Cell | None:
        """Return the cell that a point lies in, or None when it lies beside the field."""
        i = self._index_at(x_mm, y_mm)
        return None if i is None else self.cells[i]

    def pushed(self, cell: Cell, x_mm: float, y_mm: float) -> bool:
        """Tell whether a piece at this point counts as pushed to the edge of its cell."""
        x, y = self.centre_mm(cell)
        off = (x_mm - x, y_mm - y)
        return max(abs(off[0] * nx + off[1] * ny) for nx, ny in _SIX_NORMALS) >= self.edge_mm

    def corners_mm(self, cell: Cell) -> tuple[tuple[float, float], ...]:
        """Return the six corners of a cell, counter-clockwise from the lower right."""
        x, y = self.centre_mm(cell)
        half, side = self.hex_mm / 2, self.hex_mm / (2 * _SIX_NORMALS[1][1])
        return (
            (x + half, y - side / 2),
            (x + half, y + side / 2),
            (x, y + side),
            (x - half, y + side / 2),
            (x - half, y - side / 2),
            (x, y - side),
        )

    def _index_at(self, x_mm: float, y_mm: float) -> int | None:
        i = min(
            range(len(self.centres_mm)),
            key=lambda n: hypot(x_mm - self.centres_mm[n][0], y_mm - self.centres_mm[n][1]),
        )
        dx, dy = x_mm - self.centres_mm[i][0], y_mm - self.centres_mm[i][1]
        inside = max(abs(dx * nx + dy * ny) for nx, ny in _SIX_NORMALS) <= self.hex_mm / 2 + 1e-6
        return i if inside else None


@dataclass(frozen=True, slots=True)
class FrameTags:
    """The fiducials printed flat on the board: id → centre in board millimetres; side of the black square."""

    dictionary: str
    side_mm: float
    centres_mm: dict[int, tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Tray:
    """Where dice are thrown: a plain rectangle at the board's height, in board millimetres; a die's side."""

    centre_mm: tuple[float, float]
    size_mm: tuple[float, float]
    die_mm: float

    def corners_mm(self, around_mm: float = 0.0) -> tuple[tuple[float, float], ...]:
        """Return its corners, each `around_mm` further out."""
        (x, y), (wide, deep) = self.centre_mm, (side / 2 + around_mm for side in self.size_mm)
        return (x - wide, y + deep), (x + wide, y + deep), (x + wide, y - deep), (x - wide, y - deep)


@dataclass(frozen=True, slots=True)
class Board:
    """A printed board. `features` holds what only games read (seats, castles, mountains).

    `tray`: where dice are thrown, where they are read by the camera.
    """

    name: str
    surface: HexSurface
    size_mm: tuple[float, float]
    frame: FrameTags
    features: dict[str, Entry]
    tray: Tray | None = None


_GENERIC = ("name", "origin", "grid", "hex_mm", "size_mm", "edge_mm", "frame", "tray")


def board_names() -> tuple[str, ...]:
    """Return the boards that come with the project."""
    stems = (path.stem for path in BOARDS_FOLDER.glob("*.yaml"))
    return tuple(sorted(stem for stem in stems if not stem.endswith("-pieces")))


def load_board(name_or_path: str) -> Board:
    """Read a board file, by the name of one that comes with the project or by path.

    Raises:
        InputFault: no such board, or the file is broken; names file, line, expected and found.
    """
    top = read_document(find_board_file(name_or_path))
    found = top.mapping()
    for key in ("name", "grid", "hex_mm", "size_mm", "edge_mm", "frame"):
        if key not in found:
            raise top.fault(f"the key '{key}' is missing; a board file needs it")
    grid = found["grid"].fields(required=("kind", "orientation", "rows", "widths", "shifted"))
    grid["kind"].text(("hex",))
    grid["orientation"].text(("pointy",))
    widths = tuple(entry.whole(1, 26) for entry in grid["widths"].sequence())
    if grid["rows"].whole(1, 99) != len(widths):
        raise grid["rows"].fault(f"says {grid['rows'].whole()} rows, but 'widths' lists {len(widths)}")
    surface = HexSurface(
        widths=widths,
        indents=_indents(grid["shifted"], widths),
        hex_mm=length_mm(found["hex_mm"]),
        edge_mm=length_mm(found["edge_mm"]),
    )
    frame = found["frame"].fields(required=("dictionary", "side_mm", "tags"))
    tags = {_tag(key, entry): _point(entry) for key, entry in frame["tags"].mapping().items()}
    if len(tags) < 4:
        raise frame["tags"].fault(f"expected at least 4 frame tags, found {len(tags)}")
    width, height = _both(found["size_mm"])
    return Board(
        name=found["name"].text(),
        surface=surface,
        size_mm=(length_mm(width), length_mm(height)),
        frame=FrameTags(frame["dictionary"].text(), length_mm(frame["side_mm"]), tags),
        features={key: entry for key, entry in found.items() if key not in _GENERIC},
        tray=_tray(found["tray"]) if "tray" in found else None,
    )


def _indents(entry: Entry, widths: tuple[int, ...]) -> tuple[int, ...]:
    """Return the rows' indents: every second row by half a hex, or each row in the middle of the widest."""
    shifted = entry.text(("odd", "even", "centred"))
    if shifted != "centred":
        return tuple(int((row % 2 == 1) is (shifted == "odd")) for row in range(1, len(widths) + 1))
    for row, (width, next_width) in enumerate(pairwise(widths), start=1):
        if (width - next_width) % 2 == 0:
            raise entry.fault(
                f"centred rows interlock where the widths of neighbours differ by an odd number; "
                f"rows {row} and {row + 1} are {width} and {next_width} wide"
            )
    return tuple(max(widths) - width for width in widths)


def find_board_file(name_or_path: str) -> Path:
    """Return the file behind a board's or piece set's name, or behind a path.

    Raises:
        InputFault: there is no such file; the message lists the names that exist.
    """
    path = Path(name_or_path)
    if path.suffix in (".yaml", ".yml"):
        if path.is_file():
            return path
    else:
        path = BOARDS_FOLDER / f"{name_or_path}.yaml"
        if path.is_file():
            return path
    known = ", ".join(sorted(p.stem for p in BOARDS_FOLDER.glob("*.yaml")))
    raise InputFault(CATALOGUE.say("file.no_board", name=name_or_path, known=known))


def length_mm(entry: Entry) -> float:
    """Return a length in millimetres: above 0, and of something that stands on a table.

    Raises:
        InputFault: it isn't one.
    """
    value = entry.number()
    if not 0 < value <= _LONGEST_MM:
        raise entry.fault(f"expected a length above 0 and up to {_LONGEST_MM:g} mm, found {value:g}")
    return value


def _tray(entry: Entry) -> Tray:
    found = entry.fields(required=("centre_mm", "size_mm", "die_mm"))
    width, height = _both(found["size_mm"])
    tray = Tray(_point(found["centre_mm"]), (length_mm(width), length_mm(height)), length_mm(found["die_mm"]))
    if min(tray.size_mm) < 2 * tray.die_mm:
        raise found["size_mm"].fault(f"expected room for two dice of {tray.die_mm:g} mm each way")
    return tray


def _tag(key: str, entry: Entry) -> int:
    if not key.isdecimal():
        raise entry.fault(f"expected a tag id (a whole number) as key, found '{key}'")
    return int(key)


def _point(entry: Entry) -> tuple[float, float]:
    x, y = _both(entry)
    return x.number(), y.number()


def _both(entry: Entry) -> tuple[Entry, Entry]:
    both = entry.sequence()
    if len(both) != 2:
        raise entry.fault(f"expected two numbers [x, y] in millimetres, found {len(both)}")
    return both[0], both[1]
