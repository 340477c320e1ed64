"""Draws labels for pieces: a strip that is folded round the piece, with one tag on top and another beneath.

The white around a tag reaches to the piece's edge. The marks there are so light that a camera takes them for
white. The triangle points to the top of the face. Two strokes mark its left edge, which points away from the
player when the piece is turned.
"""

from collections.abc import Iterable
from math import sqrt

from dashboard.drawing.symbols import shape_path, symbol_of, symbol_paths
from dashboard.printing.colours import NEUTRAL, lighter
from dashboard.printing.depicted import Depiction
from dashboard.printing.flow import Item
from dashboard.printing.page_drawing import PageDrawing, Path, Point, Rectangle, Text, circle, drawing_of
from dashboard.printing.tags import LEAST_RIM_MODULES, PAPER, label_side_mm, tag_drawing
from dashboard.printing.typeface import text_width_mm
from engine.core.faults import InputFault
from engine.core.pieces import Piece, PieceOutline, PieceSet

_HIGHEST_FOLDED_MM = 14.0
_CUT, _FOLD = "#9a9a9a", "#7d7d7d"
_LEAST_TEXT_MM = 1.6


def piece_items(pieces: PieceSet, shown: Depiction) -> tuple[Item, ...]:
    """Return a label for each piece, in the file's order, except for cards and pieces printed on the board.

    Raises:
        InputFault: a kind's tag is too large for its pieces, or the dictionary lacks a tag.
    """
    return tuple(_item(pieces, piece, shown) for piece in pieces.pieces.values() if piece.kind.is_labelled)


def _item(pieces: PieceSet, piece: Piece, shown: Depiction) -> Item:
    kind = piece.kind
    if kind.is_rock:
        return _rock_label(pieces, piece, shown)
    least = label_side_mm(pieces.dictionary, kind.tag_mm, rim_modules=LEAST_RIM_MODULES)
    has = kind.size_mm if kind.shape is PieceOutline.SQUARE else kind.size_mm / sqrt(2)
    if least > has + 1e-6:
        raise InputFault(
            f"{piece.id}: a tag of {kind.tag_mm:g} mm needs a square of {least:.1f} mm with its white, but a "
            f"{kind.shape} piece of {kind.size_mm:g} mm has room for {has:.1f} mm; make tag_mm of kind "
            f"'{kind.name}' smaller or size_mm larger"
        )
    if kind.shape is PieceOutline.ROUND:
        return _discs(pieces, piece, shown)
    return _strip(pieces, piece, shown)


def folds_of(piece: Piece) -> tuple[float, float, tuple[float, ...]]:
    """Return the width and height of a square piece's strip, and its folds' heights from below, in mm."""
    side, height = piece.kind.size_mm, piece.kind.height_mm
    wall = height if height <= _HIGHEST_FOLDED_MM else 0.0
    whole = 2 * side + 2 * wall
    return side, whole, tuple(sorted({wall, wall + side, side + 2 * wall} - {0.0, whole}))


def _strip(pieces: PieceSet, piece: Piece, shown: Depiction) -> Item:
    """Return the strip of a square piece: from the top the face, a side, the back, and the other side."""
    side, whole, folded = folds_of(piece)
    wall = whole / 2 - side
    top = Rectangle(0, side + 2 * wall, side, whole)
    back = Rectangle(0, wall, side, wall + side)
    walls = [Rectangle(0, at, side, at + wall) for at in (0.0, side + wall)] if wall else []
    parts = [_face(pieces, piece, piece.up, top, shown), _face(pieces, piece, piece.down, back, shown)]
    for one in walls:
        parts.append(drawing_of(Path((one.outline,), fill=shown.seat(piece).body)))
        parts.append(_named(piece, shown, one, min(2.8, 0.6 * wall)))
    folds = [
        Path((((0.0, y), (side, y)),), line=_FOLD, line_mm=0.12, closed=False, dash_mm=(1.0, 0.8))
        for y in folded
    ]
    edge = Path((Rectangle(0, 0, side, whole).outline,), line=_CUT, line_mm=0.12)
    return Item(piece.id, side, whole, drawing_of(*parts, folds, edge))


def _discs(pieces: PieceSet, piece: Piece, shown: Depiction) -> Item:
    """Return the two round labels of a piece, the back below the face."""
    side = piece.kind.size_mm
    parts: list[PageDrawing] = []
    for tag, low in ((piece.up, side + 1.0), (piece.down, 0.0)):
        box = Rectangle(0, low, side, low + side)
        middle = (side / 2, low + side / 2)
        rim = circle(middle, side / 2)
        tint = lighter(shown.seat(piece).body, 0.82)
        parts.append(drawing_of(Path((rim,), fill=tint, line=_CUT, line_mm=0.12)))
        inner = Rectangle(*middle, *middle).grown(side / sqrt(2) / 2)
        parts.append(
            drawing_of(Path((inner.outline,), fill="#ffffff"))
            + _tag(pieces, piece, tag, middle, piece.kind.tag_mm)
            if tag is not None
            else _fitted(shown.name(piece), box, 2.8, shown.seat(piece).edge)
        )
    return Item(piece.id, side, 2 * side + 1.0, drawing_of(*parts))


def _rock_label(pieces: PieceSet, piece: Piece, shown: Depiction) -> Item:
    """Return the label for a rock's flat top, with the rock's name below, which is cut off."""
    side = label_side_mm(pieces.dictionary, piece.kind.tag_mm)
    label = Rectangle(0, 4.0, side, 4.0 + side)
    return Item(
        piece.id,
        side,
        side + 4.0,
        drawing_of(
            Path((label.outline,), line=_CUT, line_mm=0.12),
            _tag(pieces, piece, piece.up, (side / 2, 4.0 + side / 2), piece.kind.tag_mm),
            _fitted(shown.name(piece), Rectangle(0, 0, side, 3.6), 2.4, NEUTRAL),
        ),
    )


def _face(pieces: PieceSet, piece: Piece, tag: int | None, box: Rectangle, shown: Depiction) -> PageDrawing:
    """Return a face with its tag; without a tag, with the owner's colour and the piece's symbol and name."""
    seat = shown.seat(piece)
    if tag is None:
        x, y = (box.left + box.right) / 2, (box.bottom + box.top) / 2
        under = Rectangle(box.left, box.bottom + 0.8, box.right, box.bottom + 4.4)
        return drawing_of(
            Path((box.outline,), fill=seat.tint),
            _icon(piece, shown, (x, y + 1.6), 0.62),
            _fitted(shown.name(piece), under, 2.4, seat.edge),
        )
    middle = ((box.left + box.right) / 2, (box.bottom + box.top) / 2)
    rim = (box.width - piece.kind.tag_mm) / 2
    return drawing_of(
        Path((box.outline,), fill="#ffffff"),
        _marks(box, rim, lighter(seat.body, 0.55)),
        _tag(pieces, piece, tag, middle, piece.kind.tag_mm),
    )


def _named(piece: Piece, shown: Depiction, wall: Rectangle, size_mm: float) -> PageDrawing:
    """Return the print on a side of the strip: the piece's symbol in its seat's shape, and its name."""
    seat = shown.seat(piece)
    if piece.id not in shown.faces:
        return _fitted(shown.name(piece), wall, size_mm, seat.ink)
    width = min(wall.height, 0.28 * wall.width)
    middle = (wall.left + width / 2 + 0.2, (wall.bottom + wall.top) / 2)
    beside = Rectangle(wall.left + width, wall.bottom, wall.right, wall.top)
    icon = _icon(piece, shown, middle, width / 26, on_body=True)
    return drawing_of(icon, _fitted(shown.name(piece), beside, size_mm, seat.ink))


def _icon(piece: Piece, shown: Depiction, at: Point, scale: float, *, on_body: bool = False) -> PageDrawing:
    """Return the piece's symbol as the pages draw it; with `on_body` in white, on its seat's colour."""
    seat, face = shown.seat(piece), shown.faces.get(piece.id)
    if face is None:
        return PageDrawing()
    fill, ink = (PAPER, seat.edge) if on_body else (seat.body, seat.ink)
    shape = shape_path(shown.look, seat, at, scale, fill=fill, line=seat.edge, line_mm=scale)
    return drawing_of(shape, symbol_paths(symbol_of(shown.look, face), seat, at, 0.88 * scale, ink=ink))


def _marks(box: Rectangle, rim_mm: float, colour: str) -> Iterable[Path]:
    """Yield a triangle at the top edge and two strokes at the left edge, in the outer half of the rim."""
    size = min(0.55 * rim_mm, 1.6)
    x, top = (box.left + box.right) / 2, box.top - 0.1
    yield Path((((x - size, top - size), (x + size, top - size), (x, top)),), fill=colour)
    y, left = (box.bottom + box.top) / 2, box.left + 0.2
    strokes = tuple(((left, y + off), (left + size, y + off)) for off in (-0.6 * size, 0.6 * size))
    yield Path(strokes, line=colour, line_mm=0.5 * size, closed=False)


def _tag(pieces: PieceSet, piece: Piece, tag: int, centre: Point, side_mm: float) -> PageDrawing:
    return tag_drawing(pieces.dictionary, tag, centre, side_mm, whose=piece.id)


def _fitted(text: str, box: Rectangle, size_mm: float, colour: str) -> PageDrawing:
    """Return a name in the middle of a box, in smaller letters if it's too long."""
    wide = text_width_mm(text, size_mm, bold=True)
    size = max(_LEAST_TEXT_MM, size_mm * min(1.0, (box.width - 1.0) / wide))
    at = ((box.left + box.right) / 2, (box.bottom + box.top) / 2 - 0.36 * size)
    return drawing_of(Text(at, text, size, colour, bold=True, anchor="middle"))
