"""A position as a picture, as the pages draw it: field, pieces, whose turn it is, the last news."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from dashboard.drawing.ground import lands_of, marks_of
from dashboard.drawing.places import places_in
from dashboard.drawing.symbols import land_marks, shape_path, symbol_of, symbol_paths
from dashboard.pictures.raster import paint, paper, reduced
from dashboard.printing.drawing import Box, Path, Point, Shape, Text, circle, drawing_of
from dashboard.printing.typeface import text_width_mm, with_letters
from engine.core.board import Board
from engine.core.depiction import PieceFace
from engine.core.ids import Cell, PieceId
from engine.core.look import PAPER, Drawn, Look, SeatLook, mixed
from engine.core.views import PieceView, View

Picture = Image.Image

_HEAD_MM, _FOOT_MM, _RIM_MM = 46.0, 40.0, 14.0
_TEXT_MM = 17.0
_INK, _DARK = "#2b2620", "#23262b"
_PIECE_UNITS = 11.0
"""A piece's symbol is drawn in a shape of radius 10; so many units are its radius, as on the pages."""


@dataclass(frozen=True, slots=True)
class Caption:
    """The two lines around the field: how the match stands, and what was told last."""

    head: str
    foot: str = ""
    warns: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """What pictures of a match are drawn with: its board, its game's look, and who its people are."""

    board: Board
    look: Look
    faces: dict[PieceId, PieceFace]

    def face(self, piece: PieceId) -> PieceFace | None:
        """Return what is known of a piece by its id, or by the id that its tag says."""
        return self.faces.get(piece) or self.faces.get(PieceId(piece.partition(".")[2]))


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """An empty field, painted once for all pictures of a match."""

    sight: Sight
    box: Box
    painted: Picture


def canvas_of(sight: Sight, *, width_px: int) -> Canvas:
    """Return the empty field in so many pixels; the height follows."""
    surface = sight.board.surface
    corners = [point for cell in surface.cells for point in surface.corners_mm(cell)]
    box = Box(
        min(x for x, _ in corners) - _RIM_MM,
        min(y for _, y in corners) - _RIM_MM - _FOOT_MM,
        max(x for x, _ in corners) + _RIM_MM,
        max(y for _, y in corners) + _RIM_MM + _HEAD_MM,
    )
    painted = paper(box, sight.look.field.margin[0], width_px=width_px)
    paint(painted, drawing_of(_field(sight)), box)
    return Canvas(sight, box, painted)


def draw_board(canvas: Canvas, view: View, caption: Caption) -> Picture:
    """Return the position as everybody at the table may see it."""
    painted = canvas.painted.copy()
    paint(painted, drawing_of(_lying(canvas.sight, view), _captions(caption, canvas.box)), canvas.box)
    return reduced(painted)


def _lying(sight: Sight, view: View) -> list[Shape]:
    order = tuple(one.seat for one in view.seats)
    lying: dict[Cell, list[PieceView]] = {}
    for piece in view.pieces:
        if piece.cell in sight.board.surface.index:
            lying.setdefault(Cell(str(piece.cell)), []).append(piece)
    return [shape for cell, pieces in lying.items() for shape in _cell(sight, cell, pieces, order)]


def _field(sight: Sight) -> list[Shape]:
    surface, field = sight.board.surface, sight.look.field
    taken = lands_of(sight.board, len(field.lands))
    shapes: list[Shape] = [
        Path((surface.corners_mm(cell),), fill=field.lands[taken[cell]].day) for cell in surface.cells
    ]
    for cell in surface.cells:
        (x, y), width = surface.centre_mm(cell), surface.width_mm(cell)
        if surface.zone_of(cell) is None:
            land = field.lands[taken[cell]]
            places = [(x + across * width, y + up * width) for across, up in marks_of(sight.board.name, cell)]
            shapes += land_marks(sight.look, land, places, land.strokes[0])
        line = mixed(field.line[0], field.lands[0].day, 0.38)
        shapes.append(Path((surface.corners_mm(cell),), line=line, line_mm=0.9))
        top = max(high for _, high in surface.corners_mm(cell))
        shapes.append(Text((x, top - 11.5), cell, 8.6, field.name[0], anchor="middle"))
    return shapes


def _cell(sight: Sight, cell: Cell, pieces: Sequence[PieceView], order: tuple[str, ...]) -> list[Shape]:
    surface, look = sight.board.surface, sight.look
    x, y = surface.centre_mm(cell)
    drawn = [(piece, look.kind(piece.kind).drawn, look.seat(piece.seat, order)) for piece in pieces]
    plates = [(piece, seat) for piece, how, seat in drawn if how is Drawn.PLATE]
    tokens = [(piece, seat) for piece, how, seat in drawn if how is Drawn.PIECE]
    shapes: list[Shape] = []
    for piece, how, seat in drawn:
        if how is Drawn.GROUND:
            symbol = look.symbols[look.kind(piece.kind).symbol]
            shapes += symbol_paths(symbol, seat, (x, y - 4), 0.92)
    for piece, seat in plates:
        inner = tuple((x + 0.9 * (px - x), y + 0.9 * (py - y)) for px, py in surface.corners_mm(cell))
        shapes.append(Path((inner,), fill=seat.tint, line=seat.body, line_mm=3.0))
        at, scale = ((x - 6.5, y - 23.0), 0.66) if tokens else ((x, y + 1.0), 1.9)
        symbol = look.symbols.get(look.kind(piece.kind).symbol, ())
        shapes += symbol_paths(symbol, seat, at, scale, ink=seat.edge)
        shapes += _life(piece, (x + 6.5, y - 23.0) if tokens else (x, y - 20.5), 0.75 if tokens else 1.0)
    places, radius = places_in(len(tokens), has_plate=bool(plates))
    for (piece, seat), (dx, dy) in zip(tokens, places, strict=True):
        # Alone in its cell there's room to show that a piece was pushed to the edge.
        push = -11.0 if len(tokens) == 1 and piece.edge else 0.0
        shapes += _token(sight, piece, seat, (x + dx, y + dy + push), 17.0 if push else radius)
    return shapes


def _token(sight: Sight, piece: PieceView, seat: SeatLook, at: Point, radius: float) -> list[Shape]:
    scale = radius / _PIECE_UNITS
    down = piece.face == "down"
    body = PAPER if down else mixed(seat.body, "#d8cdb6", 0.58) if piece.spent else seat.body
    ink = seat.edge if down else seat.ink
    look = sight.look
    shapes: list[Shape] = [
        shape_path(look, seat, at, scale, fill=body, line=seat.edge, line_mm=scale * (2.0 if down else 1.1))
    ]
    face = sight.face(piece.piece)
    symbol = look.symbols.get(look.kind(piece.kind).symbol, ())
    if face is not None and face.person:
        lifted = (at[0], at[1] + 1.9 * scale)
        shapes += symbol_paths(symbol_of(look, face), seat, lifted, 0.88 * scale, ink=ink)
        plate = Box(at[0] - 7.6 * scale, at[1] - 8.4 * scale, at[0] + 7.6 * scale, at[1] - 2.5 * scale)
        shapes.append(Path((plate.outline,), fill=seat.edge))
        name, base = with_letters(face.label[:4]), (at[0], at[1] - 7.2 * scale)
        shapes.append(Text(base, name, 5.6 * scale, "#ffffff", bold=True, anchor="middle"))
    elif symbol:
        shapes += symbol_paths(symbol, seat, at, 0.88 * scale, ink=ink)
    else:
        letter = with_letters((piece.label or piece.kind)[:1].upper())
        base = (at[0], at[1] - 4.6 * scale)
        shapes.append(Text(base, letter, 13 * scale, ink, bold=True, anchor="middle"))
    return [*shapes, *_life(piece, (at[0], at[1] - 0.98 * radius), 0.62 * scale)]


def _life(piece: PieceView, at: Point, scale: float) -> list[Shape]:
    """Return a piece's life as dots on a dark bar, where it has more than one."""
    if piece.hp is None or piece.hp_max is None or piece.hp_max < 2:
        return []
    half = (piece.hp_max * 6.4 / 2 + 1) * scale
    bar = Box(at[0] - half, at[1] - 4 * scale, at[0] + half, at[1] + 4 * scale)
    shapes: list[Shape] = [Path((bar.outline,), fill=_DARK)]
    for number in range(piece.hp_max):
        dot = circle((at[0] + (number - (piece.hp_max - 1) / 2) * 6.4 * scale, at[1]), 2.3 * scale, sides=16)
        full = number < piece.hp
        shapes.append(
            Path((dot,), fill="#ffffff" if full else None, line=None if full else "#b9b4a8", line_mm=scale)
        )
    return shapes


def _captions(caption: Caption, box: Box) -> list[Shape]:
    left, room = box.left + _RIM_MM, box.width - 2 * _RIM_MM
    head = Text(
        (left, box.top - _HEAD_MM * 0.65), _fitting(caption.head, room, _TEXT_MM), _TEXT_MM, _INK, bold=True
    )
    if not caption.foot:
        return [head]
    colour = "#a3241a" if caption.warns else _INK
    small = _TEXT_MM * 0.85
    foot = Text(
        (left, box.bottom + _FOOT_MM * 0.4), _fitting(caption.foot, room, small), small, colour, bold=True
    )
    return [head, foot]


def _fitting(text: str, room_mm: float, size_mm: float) -> str:
    """Return the text, cut where it would run out of the picture."""
    text = with_letters(text)
    if text_width_mm(text, size_mm, bold=True) <= room_mm:
        return text
    while text and text_width_mm(f"{text}…", size_mm, bold=True) > room_mm:
        text = text[:-1]
    return f"{text}…"
