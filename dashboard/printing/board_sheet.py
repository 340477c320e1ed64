"""Draws a board for printing: its field and rim, with the frame tags exactly where the board's file has them.

Lands are light and lines between cells dark, because vision looks for that. Only tags are black on white.
"""

from collections.abc import Iterable
from zlib import crc32

from dashboard.drawing.ground import lands_of, marks_of
from dashboard.drawing.outlines import outlines
from dashboard.drawing.symbols import land_marks, placed, symbol_of, symbol_paths
from dashboard.printing.colours import ROCK, ROCK_LINE, lighter
from dashboard.printing.depicted import Depiction
from dashboard.printing.page_drawing import (
    PageDrawing,
    Path,
    Point,
    Rectangle,
    Shape,
    Text,
    circle,
    drawing_of,
    turned,
)
from dashboard.printing.tags import LEAST_RIM_MODULES, PAPER, label_side_mm, tag_drawing
from engine.core.appearance import Appearance
from engine.core.board import Board
from engine.core.faults import InputFault
from engine.core.ids import Cell
from engine.core.pieces import Piece, PieceOutline, PieceSet

_LINE_MM = 1.6
_NAME_MM = 3.6


def board_box(board: Board) -> Rectangle:
    """Return the board's outline, in millimetres about its middle."""
    x, y = board.size_mm[0] / 2, board.size_mm[1] / 2
    return Rectangle(-x, -y, x, y)


def whole_parts(board: Board, pieces: PieceSet) -> tuple[Rectangle, ...]:
    """Return the places of all tags on the board with their white; no cut may go through them."""
    tags = [
        (centre, label_side_mm(board.frame.dictionary, board.frame.side_mm))
        for centre in board.frame.centres_mm.values()
    ]
    tags += [
        (board.surface.centre_mm(cell), label_side_mm(pieces.dictionary, piece.kind.tag_mm))
        for piece, cell in _printed(board, pieces)
    ]
    return tuple(Rectangle(*centre, *centre).grown(side / 2) for centre, side in tags)


def board_drawing(board: Board, pieces: PieceSet, shown: Depiction) -> PageDrawing:
    """Return the drawing of the board, with the origin in its middle.

    Raises:
        InputFault: a frame tag has too little white around it, or covers a part of the field.
    """
    outline = board_box(board)
    frame = [_frame_tag(board, tag, centre) for tag, centre in board.frame.centres_mm.items()]
    return drawing_of(
        Path((outline.outline,), fill=shown.look.field.margin[0]),
        _rim(board, shown.look.field.rim[0]),
        _field(board, shown.look),
        *[_place(board, piece, cell, shown) for piece, cell in _homes(board, pieces)],
        _marked(board, shown),
        _names(board),
        *[_printed_piece(board, pieces, piece, cell) for piece, cell in _printed(board, pieces)],
        *frame,
    )


def _rim(board: Board, colour: str) -> Iterable[Shape]:
    """Return a double line along the rim, and the board's name, both in the rim's colour."""
    outline = board_box(board)
    lines = tuple(outline.grown(-away).outline for away in (4.0, 6.0))
    return (
        Path(lines, line=colour, line_mm=0.5),
        Text(
            (0.25 * outline.left, outline.bottom + 10.0),
            _title(board),
            9.0,
            colour,
            bold=True,
            anchor="middle",
        ),
    )


def _title(board: Board) -> str:
    """Return a board's name as a title: `round@4` becomes `Round, 4`."""
    return board.name.title().replace("@", ", ")


def _field(board: Board, look: Appearance) -> Iterable[Path]:
    surface, lands = board.surface, look.field.lands
    taken = lands_of(board, len(lands))
    colours = [Path((surface.corners_mm(cell),), fill=lands[taken[cell]].day) for cell in surface.cells]
    marks: list[Path] = []
    for cell in surface.cells:
        # Zones have no marks: a card differs more clearly from plain paper.
        if surface.zone_of(cell) is None:
            land, (x, y), width = lands[taken[cell]], surface.centre_mm(cell), surface.width_mm(cell)
            places = [(x + across * width, y + up * width) for across, up in marks_of(board.name, cell)]
            marks += land_marks(look, land, places, land.strokes[0])
    line = look.field.line[0]
    lines = [Path((surface.corners_mm(cell),), line=line, line_mm=_LINE_MM) for cell in surface.cells]
    return (*colours, *marks, *lines)


def _place(board: Board, rock: Piece, cell: Cell, shown: Depiction) -> PageDrawing:
    """Return the ground beneath a rock, of the rock's size, with the rock's symbol in a pale colour."""
    x, y = board.surface.centre_mm(cell)
    radius = min(rock.kind.size_mm, 0.92 * board.surface.width_mm(cell)) / 2
    seed = crc32(rock.id.encode())
    rim = tuple(
        (x + (px - x) * share, y + (py - y) * share)
        for i, (px, py) in enumerate(circle((x, y), radius, sides=14))
        for share in (0.88 + 0.12 * ((seed >> i) & 1),)
    )
    face = shown.faces.get(rock.id)
    symbol = () if face is None else symbol_of(shown.look, face)
    scale = 0.72 * radius / 32
    drawn = [
        Path(
            tuple(placed(one, (x, y), scale) for one in outlines(layer.d)),
            fill=lighter(layer.fill, 0.55),
            line=ROCK_LINE,
            line_mm=0.5,
        )
        for layer in symbol
        if layer.fill.startswith("#")
    ]
    return drawing_of(Path((rim,), fill=ROCK, line=ROCK_LINE, line_mm=0.8), drawn)


def _marked(board: Board, shown: Depiction) -> Iterable[Path]:
    """Yield the game's marks on cells: a ring with symbols where a piece starts, a line for deployment."""
    for mark in shown.marks:
        seat = shown.look.seat(mark.seat)
        x, y = board.surface.centre_mm(mark.cell)
        if not mark.kind:
            corners = board.surface.corners_mm(mark.cell)
            inner = tuple((x + 0.86 * (px - x), y + 0.86 * (py - y)) for px, py in corners)
            yield Path((inner,), line=lighter(seat.body, 0.55), line_mm=0.9)
            continue
        scale = board.surface.width_mm(mark.cell) / 64
        soft = lighter(seat.body, 0.45)
        yield Path((circle((x, y), 25 * scale),), fill=lighter(seat.body, 0.75), line=soft, line_mm=1.6)
        sign = shown.look.symbols.get(shown.look.kind(mark.sign).symbol, ())
        yield from symbol_paths(sign, seat, (x, y), 0.95 * scale, ink=soft)
        stands = shown.look.symbols.get(shown.look.kind(mark.kind).symbol, ())
        for turn in range(0, 360, 60):
            # Six small symbols stand round the ring, each upright.
            at = turned(((x, y + 25 * scale),), turn, about=(x, y))[0]
            yield from symbol_paths(stands, seat, at, 0.42 * scale, ink=soft)


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
    return _of_shape(board, pieces, PieceOutline.ROCK)


def _printed(board: Board, pieces: PieceSet) -> tuple[tuple[Piece, Cell], ...]:
    return tuple(_of_shape(board, pieces, PieceOutline.PRINTED))


def _of_shape(board: Board, pieces: PieceSet, shape: PieceOutline) -> Iterable[tuple[Piece, Cell]]:
    """Yield the pieces of a shape whose id ends with a cell, such as `mountain.e4`, and that cell."""
    for piece in pieces.pieces.values():
        cell = Cell(piece.id.rpartition(".")[2])
        if piece.kind.shape is shape and cell in board.surface.index:
            yield piece, cell


def _printed_piece(board: Board, pieces: PieceSet, piece: Piece, cell: Cell) -> PageDrawing:
    at = board.surface.centre_mm(cell)
    label = label_side_mm(pieces.dictionary, piece.kind.tag_mm)
    ring = max(piece.kind.size_mm / 2, label * 0.75)
    return drawing_of(
        Path((circle(at, ring),), fill=PAPER, line=lighter("#7a4a94", 0.4), line_mm=1.2),
        tag_drawing(pieces.dictionary, piece.up, at, piece.kind.tag_mm, whose=piece.id),
    )


def _frame_tag(board: Board, tag: int, centre: Point) -> PageDrawing:
    frame, whose = board.frame, f"{board.name}: frame tag {tag}"
    least = label_side_mm(frame.dictionary, frame.side_mm, rim_modules=LEAST_RIM_MODULES)
    needs = Rectangle(*centre, *centre).grown(least / 2)
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
    label = Rectangle(*centre, *centre).grown(full / 2)
    return drawing_of(
        Path((label.outline,), fill=PAPER),
        tag_drawing(frame.dictionary, tag, centre, frame.side_mm, whose=whose),
    )


def _inside(point: Point, box: Rectangle) -> bool:
    return box.left < point[0] < box.right and box.bottom < point[1] < box.top
