"""A board as it is printed: its field and rim, with the frame tags exactly where the board file has them.

Lands are light and lines between hexes dark, as vision looks for them; nothing but a tag is black on white.
"""

from collections.abc import Iterable
from zlib import crc32

from dashboard.printing.colours import (
    BORDER,
    LANDS,
    LAVA,
    MARGIN,
    RIM_LINE,
    ROCK,
    ROCK_LINE,
    lighter,
    sides_of,
)
from dashboard.printing.drawing import Box, Drawing, Path, Point, Shape, Text, circle, drawing_of, turned
from dashboard.printing.tags import LEAST_RIM_MODULES, PAPER, label_side_mm, tag_drawing
from engine.core.board import Board
from engine.core.document import Entry
from engine.core.faults import InputFault
from engine.core.ids import Cell
from engine.core.pieces import Piece, PieceSet

_LINE_MM = 1.6
_NAME_MM = 3.6
_ARMS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "infantry": (((-7, -7), (7, 7)), ((7, -7), (-7, 7)), ((-7, -3), (-3, -7)), ((7, -3), (3, -7))),
    "cavalry": (((-5, -7), (-7, 0), (-4, 6), (0, 7.5), (4, 6), (7, 0), (5, -7)),),
    "archer": (((-2, -8), (5, -5), (8, 0), (5, 5), (-2, 8)), ((-2, -8), (-2, 8)), ((-8, 0), (7, 0))),
}
"""Strokes of the castles' signs, millimetres round the middle of a 64 mm hex."""


def board_box(board: Board) -> Box:
    """Return the board's outline in its own millimetres."""
    x, y = board.size_mm[0] / 2, board.size_mm[1] / 2
    return Box(-x, -y, x, y)


def whole_parts(board: Board, pieces: PieceSet) -> tuple[Box, ...]:
    """Return the labels printed on the board; no cut may go through them."""
    tags = [
        (centre, label_side_mm(board.frame.dictionary, board.frame.side_mm))
        for centre in board.frame.centres_mm.values()
    ]
    tags += [
        (board.surface.centre_mm(cell), label_side_mm(pieces.dictionary, piece.kind.tag_mm))
        for piece, cell in _printed(board, pieces)
    ]
    return tuple(Box(*centre, *centre).grown(side / 2) for centre, side in tags)


def board_drawing(board: Board, pieces: PieceSet) -> Drawing:
    """Return the board, the origin in its middle.

    Raises:
        InputFault: a frame tag without enough white around it within the board, or on the field.
    """
    outline = board_box(board)
    frame = [_frame_tag(board, tag, centre) for tag, centre in board.frame.centres_mm.items()]
    return drawing_of(
        Path((outline.outline,), fill=MARGIN),
        _rim(board),
        _field(board),
        *[_place(board, piece, cell) for piece, cell in _homes(board, pieces)],
        _castles(board),
        _names(board),
        *[_printed_piece(board, pieces, piece, cell) for piece, cell in _printed(board, pieces)],
        *frame,
    )


def _rim(board: Board) -> Iterable[Shape]:
    """Return a double line along the rim and the board's name, in the rim's own tone."""
    outline = board_box(board)
    lines = tuple(outline.grown(-away).outline for away in (4.0, 6.0))
    return (
        Path(lines, line=RIM_LINE, line_mm=0.5),
        Text(
            (0.25 * outline.left, outline.bottom + 10.0),
            _title(board),
            9.0,
            RIM_LINE,
            bold=True,
            anchor="middle",
        ),
    )


def _title(board: Board) -> str:
    """Return a board's name for people: `round@4` → `Round, 4`."""
    return board.name.title().replace("@", ", ")


def _field(board: Board) -> Iterable[Path]:
    surface = board.surface
    cells = [(cell, surface.corners_mm(cell)) for cell in surface.cells]
    lands = [
        Path((corners,), fill=LANDS[crc32(f"{board.name} {cell}".encode()) % len(LANDS)])
        for cell, corners in cells
    ]
    # A zone is covered by cards: what lies in it is told from bare paper the better the plainer that is.
    bare = [cell for cell, _ in cells if surface.zone_of(cell) is None]
    grass = [stroke for cell in bare for stroke in _grass(board, cell)]
    lines = [Path((corners,), line=BORDER, line_mm=_LINE_MM) for _, corners in cells]
    return (*lands, *grass, *lines)


def _grass(board: Board, cell: Cell) -> Iterable[Path]:
    """Strokes in the land's own tone: the eye sees a meadow, vision sees paper."""
    x, y = board.surface.centre_mm(cell)
    seed = crc32(f"grass {board.name} {cell}".encode())
    for i in range(3):
        across = ((seed >> (5 * i)) % 31 / 30 - 0.5) * 0.55 * board.surface.width_mm(cell)
        up = ((seed >> (5 * i + 12)) % 31 / 30 - 0.5) * 0.45 * board.surface.width_mm(cell)
        at = (x + across, y + up)
        blades = tuple(((at[0], at[1]), (at[0] + dx, at[1] + 2.6)) for dx in (-1.3, 0.0, 1.3))
        yield Path(blades, line="#b9c49a", line_mm=0.5, closed=False)


def _place(board: Board, rock: Piece, cell: Cell) -> Drawing:
    """Return the ground that a mountain stands on, of its own size."""
    x, y = board.surface.centre_mm(cell)
    radius = min(rock.kind.size_mm, 0.92 * board.surface.width_mm(cell)) / 2
    seed = crc32(rock.id.encode())
    rim = tuple(
        (x + (px - x) * share, y + (py - y) * share)
        for i, (px, py) in enumerate(circle((x, y), radius, sides=14))
        for share in (0.88 + 0.12 * ((seed >> i) & 1),)
    )
    hot = "volcano" in rock.id
    ridges = tuple(
        (
            (x + s * radius - w, y - 0.2 * radius),
            (x + s * radius, y + h * radius),
            (x + s * radius + w, y - 0.2 * radius),
        )
        for s, h, w in ((-0.38, 0.25, 0.26 * radius), (0.4, 0.2, 0.24 * radius), (0.0, 0.55, 0.36 * radius))
    )
    return drawing_of(
        Path((rim,), fill=LAVA if hot else ROCK, line=ROCK_LINE, line_mm=0.8),
        Path(ridges, line=ROCK_LINE, line_mm=0.9, closed=False),
    )


def _castles(board: Board) -> Iterable[Path]:
    """Yield each seat's castles (a ring in its colour, the arm's sign) and where it deploys, if it does."""
    seats = board.features["seats"].mapping() if "seats" in board.features else {}
    colours = sides_of(seats)
    for seat, entry in seats.items():
        yield from _deployment(board, entry, lighter(colours[seat], 0.55))
        castles = entry.mapping().get("castles")
        for arm, where in (castles.mapping() if castles is not None else {}).items():
            cell = Cell(where.text())
            if cell not in board.surface.index:
                raise where.fault(f"no such hex on this board: '{cell}'")
            x, y = board.surface.centre_mm(cell)
            scale = board.surface.width_mm(cell) / 64
            soft = lighter(colours[seat], 0.45)
            yield Path(
                (circle((x, y), 25 * scale),), fill=lighter(colours[seat], 0.75), line=soft, line_mm=1.6
            )
            strokes = tuple(
                tuple((x + px * scale, y + py * scale) for px, py in stroke) for stroke in _ARMS.get(arm, ())
            )
            if strokes:
                yield Path(strokes, line=soft, line_mm=1.6, closed=False)
            tower = Box(x - 3, y + 22, x + 3, y + 28).outline
            yield Path(tuple(turned(tower, turn, about=(x, y)) for turn in range(0, 360, 60)), fill=soft)


def _deployment(board: Board, seat: Entry, colour: str) -> Iterable[Path]:
    """Yield a thin line inside the hexes of the rows that a seat deploys in, where the board has such."""
    rows = seat.mapping().get("deploys")
    allowed = {row.whole(1) for row in rows.sequence()} if rows is not None else set()
    for cell in board.surface.cells:
        if int(cell.lstrip("abcdefghijklmnopqrstuvwxyz")) in allowed:
            x, y = board.surface.centre_mm(cell)
            inner = tuple(
                (x + 0.86 * (px - x), y + 0.86 * (py - y)) for px, py in board.surface.corners_mm(cell)
            )
            yield Path((inner,), line=colour, line_mm=0.9)


def _names(board: Board) -> Iterable[Text]:
    surface = board.surface
    for cell in surface.cells:
        x, y = surface.centre_mm(cell)
        if surface.zone_of(cell) is None:
            yield Text((x, y - 0.46 * surface.width_mm(cell)), cell, _NAME_MM, "#8a8069", anchor="middle")
        else:
            facing = surface.facing_deg(cell)
            corners = [turned((point,), -facing, about=(x, y))[0] for point in surface.corners_mm(cell)]
            down = min(py for _, py in corners) - y
            at = turned(((x, y + down + _NAME_MM),), facing, about=(x, y))[0]
            yield Text(at, cell, _NAME_MM, "#8a8069", anchor="middle", turned_deg=facing)


def _homes(board: Board, pieces: PieceSet) -> Iterable[tuple[Piece, Cell]]:
    return _of_shape(board, pieces, "rock")


def _printed(board: Board, pieces: PieceSet) -> tuple[tuple[Piece, Cell], ...]:
    return tuple(_of_shape(board, pieces, "printed"))


def _of_shape(board: Board, pieces: PieceSet, shape: str) -> Iterable[tuple[Piece, Cell]]:
    """Yield the pieces of a shape whose id names a cell (`mountain.e4`), as vision reads it too."""
    for piece in pieces.pieces.values():
        cell = Cell(piece.id.rpartition(".")[2])
        if piece.kind.shape == shape and cell in board.surface.index:
            yield piece, cell


def _printed_piece(board: Board, pieces: PieceSet, piece: Piece, cell: Cell) -> Drawing:
    at = board.surface.centre_mm(cell)
    label = label_side_mm(pieces.dictionary, piece.kind.tag_mm)
    ring = max(piece.kind.size_mm / 2, label * 0.75)
    return drawing_of(
        Path((circle(at, ring),), fill=PAPER, line=lighter("#7a4a94", 0.4), line_mm=1.2),
        tag_drawing(pieces.dictionary, piece.up, at, piece.kind.tag_mm, whose=piece.id),
    )


def _frame_tag(board: Board, tag: int, centre: Point) -> Drawing:
    frame, whose = board.frame, f"{board.name}: frame tag {tag}"
    least = label_side_mm(frame.dictionary, frame.side_mm, rim_modules=LEAST_RIM_MODULES)
    needs = Box(*centre, *centre).grown(least / 2)
    if not board_box(board).holds(needs):
        raise InputFault(
            f"{whose} at {centre[0]:g}, {centre[1]:g} reaches over the board's edge with the white that it "
            f"needs ({least:.1f} mm a side, board {board.size_mm[0]:g} x {board.size_mm[1]:g} mm); move it "
            "inwards, make it smaller or the board larger"
        )
    corners = [(cell, corner) for cell in board.surface.cells for corner in board.surface.corners_mm(cell)]
    near = [cell for cell, corner in corners if _inside(corner, needs)]
    if near:
        raise InputFault(
            f"{whose} at {centre[0]:g}, {centre[1]:g} covers a part of hex {near[0]} with the white that it "
            f"needs ({least:.1f} mm a side); move it outwards or make it smaller"
        )
    full = label_side_mm(frame.dictionary, frame.side_mm)
    label = Box(*centre, *centre).grown(full / 2)
    return drawing_of(
        Path((label.outline,), fill=PAPER),
        tag_drawing(frame.dictionary, tag, centre, frame.side_mm, whose=whose),
    )


def _inside(point: Point, box: Box) -> bool:
    return box.left < point[0] < box.right and box.bottom < point[1] < box.top
