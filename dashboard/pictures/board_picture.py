"""A position as a picture: the field, what lies on it, whose turn it is, and what was just told."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from zlib import crc32

from PIL import Image, ImageDraw, ImageFont

from dashboard.printing.colours import BORDER, LANDS, MARGIN, ROCK, ROCK_LINE
from dashboard.printing.typeface import face, font_file
from engine.bus.messages.match import Surface, SurfaceCell
from engine.core.ids import Seat
from engine.core.views import PieceView, View

Picture = Image.Image
Point = tuple[float, float]

_FINER = 2
"""Everything is drawn so many times larger and then reduced: Pillow's edges are jagged."""

_SEATS = (
    ("#14509e", "#0a2f63", "#ffffff"),
    ("#b8410f", "#702404", "#ffffff"),
    ("#86d5c4", "#1d6f60", "#0d332c"),
    ("#f2b91c", "#8a6200", "#2d2100"),
)
"""The pages' own: a seat's body, edge and ink, in their order."""

_COMPASS = {Seat(name): i for i, name in enumerate(("west", "south", "east", "north"))}
_NOBODY = ("#8b8577", "#4c473c", "#ffffff")
_GROUND = ("mountain", "volcano", "warp")
_INK, _LAVA, _WARP = "#2b2620", "#c9502c", "#7d5aa6"
_HEAD_MM, _FOOT_MM, _RIM_MM = 46.0, 40.0, 14.0
_TEXT_MM = 17.0


@dataclass(frozen=True, slots=True)
class Caption:
    """The two lines around the field: how the match stands, and what was told last."""

    head: str
    foot: str = ""
    warns: bool = False


def draw_board(surface: Surface, view: View, caption: Caption, *, width_px: int) -> Picture:
    """Return the position as everybody at the table may see it; the height follows from the field's."""
    sheet = _Sheet(surface, width_px * _FINER)
    for cell in surface.cells:
        sheet.outline(cell, 0.985, LANDS[crc32(cell.cell.encode()) % len(LANDS)], BORDER, 0.8)
        sheet.text(cell.cell, (cell.x_mm, _top(cell) - 9.0), 7.0, "#8a7d68")
    # A seat looks as on the pages, however many there are.
    seats = {one.seat: _COMPASS.get(one.seat, i % len(_SEATS)) for i, one in enumerate(view.seats)}
    lying: dict[str, list[PieceView]] = {}
    for piece in view.pieces:
        if piece.cell is not None:
            lying.setdefault(piece.cell, []).append(piece)
    for cell in surface.cells:
        _draw_cell(sheet, cell, lying.get(cell.cell, []), seats)
    sheet.captions(caption)
    return sheet.reduced(width_px)


def _draw_cell(
    sheet: "_Sheet", cell: SurfaceCell, pieces: Sequence[PieceView], seats: dict[Seat, int]
) -> None:
    tokens = []
    low = 0.0
    for piece in pieces:
        shape = None if piece.seat is None else seats.get(piece.seat)
        look = _NOBODY if shape is None else _SEATS[shape]
        if piece.kind in _GROUND:
            sheet.ground(cell, piece.kind)
        elif "castle" in piece.kind:
            sheet.outline(cell, 0.86, _mixed(look[0], 0.72), look[0], 2.6)
            low = 5.0
            sheet.tower((cell.x_mm, cell.y_mm + (22.0 if len(pieces) > 1 else 2.0)), look[1])
            sheet.hearts((cell.x_mm, cell.y_mm - (31.0 if len(pieces) > 1 else 18.0)), piece)
        else:
            tokens.append((piece, look, shape))
    count = len(tokens)
    radius = 17.0 - low if count == 1 else 11.5 if count <= 3 else 9.0
    for number, (piece, look, shape) in enumerate(tokens):
        turn = 2 * pi * number / max(count, 1) + pi / 2
        away = 0.0 if count == 1 else 14.5 if count <= 3 else 17.5
        at = (cell.x_mm + away * cos(turn), cell.y_mm - low + away * sin(turn))
        sheet.token(at, radius, piece, look, shape)


class _Sheet:
    """A canvas in board millimetres, y up."""

    def __init__(self, surface: Surface, width_px: int) -> None:
        points = [point for cell in surface.cells for point in cell.outline_mm]
        self._left = min(x for x, _ in points) - _RIM_MM
        self._top = max(y for _, y in points) + _RIM_MM + _HEAD_MM
        self._width_mm = max(x for x, _ in points) + _RIM_MM - self._left
        height_mm = self._top - min(y for _, y in points) + _RIM_MM + _FOOT_MM
        self._scale = width_px / self._width_mm
        # Films want even sizes.
        self._image = Image.new("RGB", (width_px, round(height_mm * self._scale / 4) * 4), MARGIN)
        self._draw = ImageDraw.Draw(self._image)

    def reduced(self, width_px: int) -> Picture:
        """Return the picture in the size that was asked for."""
        height_px = self._image.height // _FINER
        return self._image.resize((width_px, height_px), Image.Resampling.LANCZOS)

    def outline(self, cell: SurfaceCell, inset: float, fill: str, line: str, line_mm: float) -> None:
        points = [
            (cell.x_mm + (x - cell.x_mm) * inset, cell.y_mm + (y - cell.y_mm) * inset)
            for x, y in cell.outline_mm
        ]
        self._polygon(points, fill, line, line_mm)

    def ground(self, cell: SurfaceCell, kind: str) -> None:
        x, y = cell.x_mm, cell.y_mm
        if kind == "warp":
            for radius in (18.0, 12.0, 6.0):
                self._circle((x, y), radius, None, _WARP, 2.0)
            return
        rock = ((-27, -19), (-15, 7), (-8, -1), (3, 25), (14, 4), (18, 9), (28, -19), (0, -23))
        self._polygon([(x + dx, y + dy) for dx, dy in rock], ROCK, ROCK_LINE, 1.4)
        peak = ((-4, 11), (3, 25), (9.5, 12), (4, 8))
        self._polygon([(x + dx, y + dy) for dx, dy in peak], _LAVA if kind == "volcano" else "#ffffff")

    def tower(self, at: Point, colour: str) -> None:
        # Three merlons on a wall.
        steps = ((-9, -10), (-9, 9), (-5, 9), (-5, 5), (-2, 5), (-2, 9), (2, 9), (2, 5), (5, 5), (5, 9))
        wall = (*steps, (9, 9), (9, -10), (3, -10), (3, -3), (-3, -3), (-3, -10))
        self._polygon([(at[0] + dx, at[1] + dy) for dx, dy in wall], colour)

    def token(
        self, at: Point, radius: float, piece: PieceView, look: tuple[str, str, str], shape: int | None
    ) -> None:
        body, edge, ink = look
        if piece.face == "down":
            body, ink = "#fffdf8", edge
        elif piece.spent:
            body = _mixed(body, 0.5)
        x, y = at
        corners: dict[int, tuple[Point, ...]] = {
            1: (
                (-0.94, 0.9),
                (0.94, 0.9),
                (0.94, -0.2),
                (0.45, -0.9),
                (0, -1.1),
                (-0.45, -0.9),
                (-0.94, -0.2),
            ),
            2: ((0, 1.22), (1.22, 0), (0, -1.22), (-1.22, 0)),
            3: ((-0.92, 0.92), (0.92, 0.92), (0.92, -0.92), (-0.92, -0.92)),
        }
        if shape is not None and shape in corners:
            self._polygon([(x + dx * radius, y + dy * radius) for dx, dy in corners[shape]], body, edge, 1.4)
        else:
            self._circle(at, radius, body, edge, 1.4)
        general = "general" in piece.kind
        letters = (piece.label or piece.kind).split(" ")[-1][:2] if general else piece.kind[:1].upper()
        self.text(
            letters, (x, y - (radius * 0.14 if general else 0)), radius * (0.9 if general else 1.15), ink
        )
        if general:
            crown = ((-0.4, 0), (-0.46, 0.36), (-0.2, 0.18), (0, 0.5), (0.2, 0.18), (0.46, 0.36), (0.4, 0))
            self._polygon([(x + dx * radius, y + (dy + 0.38) * radius) for dx, dy in crown], ink)
        self.hearts((x, y - radius * 1.05), piece)

    def hearts(self, at: Point, piece: PieceView) -> None:
        """Draw a piece's life as dots, where it has more than one."""
        if piece.hp is None or piece.hp_max is None or piece.hp_max < 2:
            return
        for number in range(piece.hp_max):
            dot = (at[0] + (number - (piece.hp_max - 1) / 2) * 5.6, at[1])
            self._circle(dot, 2.3, "#d23c3c" if number < piece.hp else "#ffffff", _INK, 0.6)

    def text(self, text: str, at: Point, size_mm: float, colour: str, *, anchor: str = "mm") -> None:
        font = _font(max(8, round(size_mm * self._scale)))
        self._draw.text(self._px(at), text, fill=colour, font=font, anchor=anchor)

    def captions(self, caption: Caption) -> None:
        left = self._left + _RIM_MM
        foot_y = self._top - self._image.height / self._scale + _FOOT_MM * 0.6
        self.text(
            self._fitting(caption.head), (left, self._top - _HEAD_MM * 0.55), _TEXT_MM, _INK, anchor="lm"
        )
        colour = "#a3241a" if caption.warns else _INK
        self.text(self._fitting(caption.foot), (left, foot_y), _TEXT_MM * 0.85, colour, anchor="lm")

    def _fitting(self, text: str) -> str:
        """Return the text, cut where it would run out of the picture."""
        font = _font(max(8, round(_TEXT_MM * self._scale)))
        room_px = (self._width_mm - 2 * _RIM_MM) * self._scale
        if font.getlength(text) <= room_px:
            return text
        while text and font.getlength(f"{text}…") > room_px:
            text = text[:-1]
        return f"{text}…"

    def _polygon(
        self, points: Sequence[Point], fill: str | None, line: str | None = None, line_mm: float = 0.0
    ) -> None:
        width = round(line_mm * self._scale) if line is not None else 0
        self._draw.polygon([self._px(point) for point in points], fill=fill, outline=line, width=width)

    def _circle(
        self, at: Point, radius: float, fill: str | None, line: str | None = None, line_mm: float = 0.0
    ) -> None:
        width = round(line_mm * self._scale) if line is not None else 0
        self._draw.circle(self._px(at), radius * self._scale, fill=fill, outline=line, width=width)

    def _px(self, at: Point) -> Point:
        return (at[0] - self._left) * self._scale, (self._top - at[1]) * self._scale


@cache
def _font(size_px: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(font_file(face(bold=True))), size_px)


def _top(cell: SurfaceCell) -> float:
    return max(y for _, y in cell.outline_mm)


def _mixed(colour: str, share: float) -> str:
    """Return a colour with this share of paper in it."""
    paper = (0xF4, 0xF0, 0xE6)
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(
        f"{round(part + (light - part) * share):02x}" for part, light in zip(parts, paper, strict=True)
    )
