"""Draws a position as a picture, as the pages draw it: field, pieces, cards, players and the last remark."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from PIL import Image

from dashboard.drawing.ground import lands_of, marks_of
from dashboard.drawing.places import places_in
from dashboard.drawing.symbols import land_marks, shape_path, symbol_of, symbol_paths
from dashboard.pictures.captions import Caption, Margins, captions, margins_of
from dashboard.pictures.lettering import PictureText, text_width_mm
from dashboard.pictures.lying_cards import (
    CARD,
    PLATE,
    PLATE_ROUND_MM,
    ROUND_MM,
    Lain,
    card_back,
    card_face,
    counted,
    places_of,
)
from dashboard.pictures.raster import paint, paper, paste, reduced
from dashboard.pictures.table_part import Outlines, middle
from dashboard.printing.page_drawing import (
    PageDrawing,
    Path,
    Point,
    Rectangle,
    Shape,
    circle,
    drawing_of,
)
from engine.core.appearance import PAPER, Appearance, DrawnKind, SeatLook, mixed
from engine.core.board import Board
from engine.core.depiction import PieceFace, PrintedCard
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face
from engine.core.phrase import Phrase
from engine.core.views import PieceView, View

Picture = Image.Image

_RIM_MM, _LINE_MM, _BOARD_MM = 14.0, 17.0, 800.0
"""The width of the bare rim, the height of a line of text, and the usual width of a board, in mm.

On a wider board a line is higher.
"""
_DARK = "#23262b"
_ZONE = "#ebe4d2"
_ZONE_NAME_MM = 9.6
_PIECE_UNITS = 11.0
"""A piece's radius in the units of its symbol, as on the pages. The shape itself has radius 10."""


@dataclass(frozen=True, slots=True)
class PictureLook:
    """The names, drawings and outlines that all pictures of a match share."""

    board: Board
    """The match's board."""
    look: Appearance
    """The game's appearance."""
    faces: dict[PieceId, PieceFace]
    """The pieces' faces, which say who or what each piece is."""
    part: Outlines
    """The outlines of the cells that are shown, in board millimetres."""
    cards: Mapping[str, PrintedCard] = field(default_factory=dict)
    """The cards, by their names without a copy's number."""
    zones: Mapping[Cell, tuple[str, str]] = field(default_factory=dict)
    """The name of each zone's cell, with its owner and without."""
    says: Callable[[Phrase], str] = str
    """Returns a phrase as text in the pictures' language."""
    names: tuple[str, ...] = ()
    """The names of the players, or of their seats, in the order of the seats."""

    def face(self, piece: PieceId) -> PieceFace | None:
        """Return a piece's face, found by its id, else by its id without the first part; None: unknown."""
        return self.faces.get(piece) or self.faces.get(PieceId(piece.partition(".")[2]))

    def card(self, piece: PieceId) -> PrintedCard | None:
        """Return the card that a piece is a copy of; None: the piece is no card."""
        return self.cards.get(piece.partition("#")[0])


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """An empty field, painted once for all pictures of a match."""

    sight: PictureLook
    """The names, drawings and outlines that the pictures share."""
    box: Rectangle
    """The area of the whole picture, in board millimetres."""
    margins: Margins
    """The room around the field."""
    painted: Picture
    """The picture of the empty field."""
    drawn: dict[str, PageDrawing] = field(default_factory=dict)
    """The cards that were drawn so far, by name; the empty name is a card's back."""


def canvas_of(sight: PictureLook, *, width_px: int) -> Canvas:
    """Return the empty field for pictures of this width in pixels; the height follows from the board."""
    corners = [point for outline in sight.part.values() for point in outline]
    across, along = [x for x, _ in corners], [y for _, y in corners]
    wide = max(across) - min(across)
    margins = margins_of(_LINE_MM * max(1.0, wide / _BOARD_MM), sight.names, wide + 2 * _RIM_MM)
    box = Rectangle(
        min(across) - _RIM_MM,
        min(along) - _RIM_MM - margins.foot,
        max(across) + _RIM_MM,
        max(along) + _RIM_MM + margins.head,
    )
    painted = paper(box, sight.look.field.margin[0], width_px=width_px)
    paint(painted, drawing_of(_field(sight)), box)
    return Canvas(sight, box, margins, painted)


def draw_board(canvas: Canvas, view: View, caption: Caption) -> Picture:
    """Return a picture of the position that the view shows."""
    painted, sight = canvas.painted.copy(), canvas.sight
    _lay_cards(painted, canvas, view)
    around = captions(caption, canvas.box, canvas.margins, sight.look)
    paint(painted, drawing_of(_zone_names(sight, view), _lying(sight, view), around), canvas.box)
    return reduced(painted)


def _in_zone(sight: PictureLook, piece: PieceView) -> bool:
    return piece.cell is not None and sight.board.surface.zone_of(piece.cell) is not None


def _lay_cards(painted: Picture, canvas: Canvas, view: View) -> None:
    """Paste the cards that lie in zones, each turned towards its owner; of a pile, only the top card."""
    sight = canvas.sight
    lying: dict[Cell, list[PieceView]] = {}
    for piece in view.pieces:
        if piece.cell in sight.part and _in_zone(sight, piece) and sight.card(piece.piece):
            lying.setdefault(Cell(str(piece.cell)), []).append(piece)
    for heap in view.heaps:
        if heap.cell in sight.part and heap.number:
            (lain,) = places_of(sight.part[heap.cell], (False,))
            _paste(painted, canvas, "", lain)
            if heap.number > 1:
                _count(painted, canvas, heap.number, lain)
    number_of = {heap.cell: heap.number for heap in view.heaps}
    for cell, pieces in lying.items():
        zone = sight.board.surface.zone_of(cell)
        is_pile = zone is not None and zone.kind == "pile"
        shown = pieces[:1] if is_pile else pieces
        count = len(pieces) + number_of.get(cell, 0) if is_pile else 0
        for piece, lain in zip(
            shown, places_of(sight.part[cell], [one.sideways for one in shown]), strict=True
        ):
            _paste(painted, canvas, piece.piece.partition("#")[0], lain)
            if count > 1:
                _count(painted, canvas, count, lain)


def _paste(painted: Picture, canvas: Canvas, card: str, lain: Lain) -> None:
    """Paste a card at its place; an empty name means a card's back."""
    sight = canvas.sight
    if card not in canvas.drawn:
        canvas.drawn[card] = card_face(sight.look, sight.cards[card], sight.says) if card else card_back()
    _put(painted, canvas, canvas.drawn[card], CARD, lain, round_mm=ROUND_MM)


def _count(painted: Picture, canvas: Canvas, number: int, lain: Lain) -> None:
    _put(painted, canvas, counted(number), PLATE, lain.below(20.0), round_mm=PLATE_ROUND_MM)


def _put(
    painted: Picture, canvas: Canvas, drawing: PageDrawing, box: Rectangle, lain: Lain, *, round_mm: float
) -> None:
    scale = painted.width / canvas.box.width
    at = ((lain.at[0] - canvas.box.left) * scale, (canvas.box.top - lain.at[1]) * scale)
    paste(
        painted,
        drawing,
        box,
        at,
        px_per_mm=scale * lain.scale,
        turned_deg=lain.turned_deg,
        round_mm=round_mm,
    )


def _lying(sight: PictureLook, view: View) -> list[Shape]:
    order = tuple(one.seat for one in view.seats)
    lying: dict[Cell, list[PieceView]] = {}
    for piece in view.pieces:
        if piece.cell in sight.part and not (_in_zone(sight, piece) and sight.card(piece.piece)):
            lying.setdefault(Cell(str(piece.cell)), []).append(piece)
    return [shape for cell, pieces in lying.items() for shape in _cell(sight, cell, pieces, order)]


def _field(sight: PictureLook) -> list[Shape]:
    surface, ground = sight.board.surface, sight.look.field
    taken = lands_of(sight.board, len(ground.lands))
    shapes: list[Shape] = []
    for cell, corners in sight.part.items():
        is_zone = surface.zone_of(cell) is not None
        shapes.append(Path((corners,), fill=_ZONE if is_zone else ground.lands[taken[cell]].day))
    for cell, corners in sight.part.items():
        (x, y), width = middle(corners), surface.width_mm(cell)
        zone = surface.zone_of(cell)
        if zone is None:
            land = ground.lands[taken[cell]]
            places = [(x + across * width, y + up * width) for across, up in marks_of(sight.board.name, cell)]
            shapes += land_marks(sight.look, land, places, land.strokes[0])
        line = mixed(ground.line[0], ground.lands[0].day, 0.38)
        shapes.append(Path((corners,), line=line, line_mm=0.9))
        top = max(high for _, high in corners)
        if zone is None:
            shapes.append(PictureText((x, top - 11.5), cell, 8.6, ground.name[0], anchor="middle"))
    return shapes


def _zone_names(sight: PictureLook, view: View) -> Iterator[PictureText]:
    """Yield the names of empty zones, always upright. A name that doesn't fit leaves its owner out."""
    taken = {one.cell for one in view.pieces} | {one.cell for one in view.heaps}
    for cell, corners in sight.part.items():
        if cell not in sight.zones or cell in taken:
            continue
        (x, y), room = middle(corners), max(at for at, _ in corners) - min(at for at, _ in corners) - 4.0
        whole, bare = sight.zones[cell]
        name = whole if text_width_mm(whole, _ZONE_NAME_MM) <= room else bare
        size = min(_ZONE_NAME_MM, _ZONE_NAME_MM * room / max(1.0, text_width_mm(name, _ZONE_NAME_MM)))
        yield PictureText((x, y - size / 3), name, size, sight.look.field.name[0], anchor="middle")


def _cell(sight: PictureLook, cell: Cell, pieces: Sequence[PieceView], order: tuple[str, ...]) -> list[Shape]:
    look, corners = sight.look, sight.part[cell]
    x, y = middle(corners)
    drawn = [(piece, look.kind(piece.kind).drawn, look.seat(piece.seat, order)) for piece in pieces]
    plates = [(piece, seat) for piece, how, seat in drawn if how is DrawnKind.PLATE]
    tokens = [(piece, seat) for piece, how, seat in drawn if how is DrawnKind.PIECE]
    shapes: list[Shape] = []
    for piece, how, seat in drawn:
        if how is DrawnKind.GROUND:
            symbol = look.symbols[look.kind(piece.kind).symbol]
            shapes += symbol_paths(symbol, seat, (x, y - 4), 0.92)
    for piece, seat in plates:
        inner = tuple((x + 0.9 * (px - x), y + 0.9 * (py - y)) for px, py in corners)
        shapes.append(Path((inner,), fill=seat.tint, line=seat.body, line_mm=3.0))
        at, scale = ((x - 6.5, y - 23.0), 0.66) if tokens else ((x, y + 1.0), 1.9)
        symbol = look.symbols.get(look.kind(piece.kind).symbol, ())
        shapes += symbol_paths(symbol, seat, at, scale, ink=seat.edge)
        shapes += _life(piece, (x + 6.5, y - 23.0) if tokens else (x, y - 20.5), 0.75 if tokens else 1.0)
    places, radius = places_in(len(tokens), has_plate=bool(plates))
    for (piece, seat), (dx, dy) in zip(tokens, places, strict=True):
        # Only a piece that is alone in its cell is shown pushed to the edge: there's room for it.
        push = -11.0 if len(tokens) == 1 and piece.edge else 0.0
        shapes += _token(sight, piece, seat, (x + dx, y + dy + push), 17.0 if push else radius)
    return shapes


def _token(sight: PictureLook, piece: PieceView, seat: SeatLook, at: Point, radius: float) -> list[Shape]:
    scale = radius / _PIECE_UNITS
    down = piece.face is Face.DOWN
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
        plate = Rectangle(at[0] - 7.6 * scale, at[1] - 8.4 * scale, at[0] + 7.6 * scale, at[1] - 2.5 * scale)
        shapes.append(Path((plate.outline,), fill=seat.edge))
        name, base = sight.says(face.label)[:4], (at[0], at[1] - 7.2 * scale)
        shapes.append(PictureText(base, name, 5.6 * scale, "#ffffff", bold=True, anchor="middle"))
    elif symbol:
        shapes += symbol_paths(symbol, seat, at, 0.88 * scale, ink=ink)
    else:
        letter = (piece.label or piece.kind)[:1].upper()
        base = (at[0], at[1] - 4.6 * scale)
        shapes.append(PictureText(base, letter, 13 * scale, ink, bold=True, anchor="middle"))
    return [*shapes, *_life(piece, (at[0], at[1] - 0.98 * radius), 0.62 * scale)]


def _life(piece: PieceView, at: Point, scale: float) -> list[Shape]:
    """Return a piece's hit points as dots on a dark bar; empty: it has at most one."""
    if piece.hp is None or piece.hp_max is None or piece.hp_max < 2:
        return []
    half = (piece.hp_max * 6.4 / 2 + 1) * scale
    bar = Rectangle(at[0] - half, at[1] - 4 * scale, at[0] + half, at[1] + 4 * scale)
    shapes: list[Shape] = [Path((bar.outline,), fill=_DARK)]
    for number in range(piece.hp_max):
        dot = circle((at[0] + (number - (piece.hp_max - 1) / 2) * 6.4 * scale, at[1]), 2.3 * scale, sides=16)
        full = number < piece.hp
        shapes.append(
            Path((dot,), fill="#ffffff" if full else None, line=None if full else "#b9b4a8", line_mm=scale)
        )
    return shapes
