"""Draws the picture that explains how a print is cut, glued and folded, from the sheets that are printed.

The sentences are given by the caller. Each stands beside its numbered part of the picture.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from dashboard.printing.board_sheet import board_box, whole_parts
from dashboard.printing.depicted import Depiction
from dashboard.printing.page_drawing import (
    DrawingLayer,
    PageDrawing,
    PaperSheet,
    Path,
    Point,
    Rectangle,
    Shape,
    Text,
    drawing_of,
)
from dashboard.printing.paper import GLUE_MM, Paper, Tiling, tile_name, tiling
from dashboard.printing.piece_labels import folds_of
from dashboard.printing.typeface import text_width_mm, wrapped
from engine.core.board import Board
from engine.core.pieces import Piece, PieceOutline, PieceSet

_WIDE = 360.0
_TEXT, _LINE = 7.0, 9.4
_INK, _CUT, _FOLD, _GLUE, _PAPER, _SHADE = "#23262b", "#b3261e", "#1d6f60", "#f3d48a", "#ffffff", "#e9e4d6"
_DASH = (2.4, 1.8)


@dataclass(frozen=True, slots=True)
class Steps:
    """The sentences beside the parts of the picture."""

    cut: str
    """The sentence about cutting a tile."""
    glue: str
    """The sentence about gluing tiles; it's left out when the board is one sheet."""
    fold: str
    """The sentence about folding a piece's label; it's left out when no piece is folded."""


def gluing_page(
    board: Board, pieces: PieceSet, paper: Paper | None, shown: Depiction, steps: Steps
) -> PaperSheet:
    """Return the picture for a board on a paper (None: on one sheet) and its pieces.

    Raises:
        InputFault: the board can't be cut for this paper.
    """
    parts: list[tuple[PageDrawing, float, str]] = []
    if paper is not None:
        cut = tiling(board_box(board), whole_parts(board, pieces), paper)
        parts.append((_tile(cut), 92.0, steps.cut))
        if cut.sheets > 1:
            laid = _laid(cut, board)
            parts.append((laid, _height(laid), steps.glue))
    folded = next((one for one in pieces.pieces.values() if _is_folded(one)), None)
    if folded is not None:
        parts.append((_label(folded, shown), 92.0, steps.fold))
    return _page(parts)


def _page(parts: Sequence[tuple[PageDrawing, float, str]]) -> PaperSheet:
    """Return a page with the parts one below the other, each with its sentence on the right."""
    room = _WIDE - 176.0
    rows = [
        (drawing, max(high, _LINE * (len(wrapped(text, room, _TEXT)) + 1)), text)
        for drawing, high, text in parts
    ]
    height = sum(high for _, high, _ in rows) + 14.0 * (len(rows) + 1)
    top, shapes = height - 14.0, drawing_of()
    for number, (drawing, high, text) in enumerate(rows, start=1):
        shapes += drawing.moved(14.0, top - high)
        lines = [Text((160.0, top - _LINE), f"{number}", 1.6 * _TEXT, _INK, bold=True)]
        lines += [
            Text((174.0, top - _LINE * (i + 1)), line, _TEXT, _INK)
            for i, line in enumerate(wrapped(text, room, _TEXT))
        ]
        shapes += drawing_of(lines)
        top -= high + 14.0
    return PaperSheet(_WIDE, height, (DrawingLayer(shapes),), "1")


def _tile(cut: Tiling) -> PageDrawing:
    """Return the drawing of one sheet: the waste in grey, the lines for scissors, and the strips for glue."""
    sheet, usable = cut.paper, cut.paper.usable
    scale = min(130.0 / sheet.width_mm, 92.0 / sheet.height_mm)
    width, height = cut.columns[1] - cut.columns[0], cut.rows[1] - cut.rows[0]
    right, up = len(cut.columns) > 2, len(cut.rows) > 2
    trim = _scaled(Rectangle(usable.left, usable.bottom, usable.left + width, usable.bottom + height), scale)
    glue = GLUE_MM * scale
    whole = Rectangle(trim.left, trim.bottom, trim.right + glue * right, trim.top + glue * up)
    page = Rectangle(0.0, 0.0, sheet.width_mm * scale, sheet.height_mm * scale)
    shapes: list[Shape] = [
        Path((page.outline,), fill=_SHADE, line=_INK, line_mm=0.5),
        Path((whole.outline,), fill=_GLUE),
        Path((trim.outline,), fill=_PAPER),
        Path((whole.outline,), line=_CUT, line_mm=0.9),
        *_scissors((whole.left - 4.0, whole.bottom + 14.0)),
        _name(tile_name(0, 0), trim),
    ]
    if right:
        shapes.append(_dashed((trim.right, trim.bottom), (trim.right, trim.top)))
    if up:
        shapes.append(_dashed((trim.left, trim.top), (trim.right, trim.top)))
    return drawing_of(shapes)


def _laid(cut: Tiling, board: Board) -> PageDrawing:
    """Return the drawing of all tiles, overlapping in the order of gluing, with the board's cells."""
    left, right, bottom = cut.columns[0], cut.columns[-1], cut.rows[0]
    gap = 16.0
    columns, rows = len(cut.columns) - 1, len(cut.rows) - 1
    scale = 132.0 / (right - left + gap * (columns - 1))

    def at(point: Point, column: int, row: int) -> Point:
        return (point[0] - left + gap * column) * scale, (point[1] - bottom + gap * row) * scale

    shapes: list[Shape] = []
    number = 0
    # Each tile lies over the strips of the tiles before it; A1 is the first.
    for row in range(rows):
        for column in range(columns):
            number += 1
            low, high = cut.rows[row], cut.rows[row + 1]
            start, end = cut.columns[column], cut.columns[column + 1]
            more_right, more_up = GLUE_MM * (column < columns - 1), GLUE_MM * (row < rows - 1)
            tile = Rectangle(*at((start, low), column, row), *at((end, high), column, row))
            strip = Rectangle(
                tile.left, tile.bottom, tile.right + more_right * scale, tile.top + more_up * scale
            )
            shapes.append(Path((strip.outline,), fill=_GLUE, line=_INK, line_mm=0.3))
            shapes.append(Path((tile.outline,), fill=_PAPER))
            for cell in board.surface.cells:
                corners = board.surface.corners_mm(cell)
                inside = [start <= x <= end and low <= y <= high for x, y in corners]
                if all(inside):
                    outline = tuple(at(corner, column, row) for corner in corners)
                    shapes.append(Path((outline,), line="#c9bfa6", line_mm=0.25))
            shapes.append(_name(tile_name(row, column), tile, f"{number}"))
    return drawing_of(shapes)


def _height(drawing: PageDrawing) -> float:
    return max(shape.box.top for shape in drawing.shapes if isinstance(shape, Path))


def _label(piece: Piece, shown: Depiction) -> PageDrawing:
    """Return the drawing of a piece's strip with its folds, and of the strip round the piece."""
    width, height, folds = folds_of(piece)
    scale = min(92.0 / height, 60.0 / width)
    strip = Rectangle(0.0, 0.0, width * scale, height * scale)
    seat = shown.seat(piece)
    edges = [0.0, *folds, height]
    shapes: list[Shape] = []
    for number, (low, high) in enumerate(pairwise(edges)):
        part = Rectangle(0.0, low * scale, strip.right, high * scale)
        # From below: a side, the back, the other side, the face. A piece too high for folding has no sides.
        is_wall = len(folds) == 3 and number % 2 == 0
        shapes.append(Path((part.outline,), fill=seat.body if is_wall else _PAPER))
        if not is_wall:
            tag = Rectangle(part.left, part.bottom, part.right, part.top).grown(-0.16 * part.width)
            shapes.append(Path((tag.outline,), fill=_INK))
            letter = "A" if number == len(edges) - 2 else "B"
            middle = ((tag.left + tag.right) / 2, (tag.bottom + tag.top) / 2)
            shapes.append(
                Text((middle[0], middle[1] - 4.0), letter, 11.0, _PAPER, bold=True, anchor="middle")
            )
    shapes.append(Path((strip.outline,), line=_CUT, line_mm=0.9))
    shapes += [_dashed((0.0, at * scale), (strip.right, at * scale)) for at in folds]
    shapes += _scissors((strip.right + 5.0, strip.top - 10.0))
    side, wall = 44.0, max(6.0, 44.0 * piece.kind.height_mm / piece.kind.size_mm)
    body = Rectangle(strip.right + 22.0, 30.0, strip.right + 22.0 + side, 30.0 + wall)
    shapes += [
        Path((body.outline,), fill=_SHADE),
        Path(((body.outline),), line=seat.body, line_mm=2.2),
        Text(((body.left + body.right) / 2, body.top + 4.0), "A", 9.0, _INK, bold=True, anchor="middle"),
        Text(((body.left + body.right) / 2, body.bottom - 11.0), "B", 9.0, _INK, bold=True, anchor="middle"),
    ]
    return drawing_of(shapes)


def _is_folded(piece: Piece) -> bool:
    return piece.kind.shape is PieceOutline.SQUARE


def _name(name: str, box: Rectangle, number: str = "") -> Text:
    text = f"{number}: {name}" if number else name
    size = min(10.0, box.height / 3.2, 10.0 * (box.width - 2.0) / text_width_mm(text, 10.0, bold=True))
    middle = ((box.left + box.right) / 2, (box.bottom + box.top) / 2 - size / 3)
    return Text(middle, text, size, _INK, bold=True, anchor="middle")


def _dashed(start: Point, end: Point) -> Path:
    return Path(((start, end),), line=_FOLD, line_mm=0.9, closed=False, dash_mm=_DASH)


def _scissors(at: Point) -> Iterator[Path]:
    """Yield a pair of scissors about a point, opened upwards."""
    x, y = at
    for side in (-1, 1):
        yield Path(
            (((x - side * 1.6, y - 2.0), (x + side * 2.2, y + 7.0)),), line=_CUT, line_mm=1.1, closed=False
        )
        ring = tuple((x - side * 2.4 + 1.7 * dx, y - 3.8 + 1.9 * dy) for dx, dy in _RING)
        yield Path((ring,), line=_CUT, line_mm=0.9)


_RING = ((1.0, 0.0), (0.7, 0.7), (0.0, 1.0), (-0.7, 0.7), (-1.0, 0.0), (-0.7, -0.7), (0.0, -1.0), (0.7, -0.7))


def _scaled(box: Rectangle, scale: float) -> Rectangle:
    return Rectangle(box.left * scale, box.bottom * scale, box.right * scale, box.top * scale)
