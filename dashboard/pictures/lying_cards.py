"""Draws the cards on a table for pictures of a match, with the same faces, places and piles as on the page.

Held cards aren't known here. Cards that lie face down come as a number of backs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import atan2, cos, degrees, dist, radians, sin

from dashboard.drawing.card_art import card_art
from dashboard.drawing.symbols import symbol_paths
from dashboard.pictures.lettering import PictureText, text_width_mm
from dashboard.printing.page_drawing import (
    PageDrawing,
    Path,
    Point,
    Rectangle,
    Shape,
    circle,
    drawing_of,
)
from engine.core.appearance import PAPER, Appearance, SeatLook, mixed
from engine.core.depiction import PrintedCard
from engine.core.phrase import Phrase

CARD = Rectangle(-31.5, -44.0, 31.5, 44.0)
"""The outline of a card about (0, 0), in millimetres."""

PLATE = Rectangle(-17.0, -13.0, 17.0, 13.0)
"""The outline of the plate with a pile's number, about its middle; it's upright for the pile's owner."""

ROUND_MM, PLATE_ROUND_MM = 4.0, 13.0
"""The radius of the corners of a card and of a plate, in mm."""

_GAP_MM, _BAND_MM, _NAME_MM, _KIND_MM = 4.0, 17.0, 12.0, 8.0
_ART = (57.0, 44.0)
_INK, _EDGE, _BACK, _LATTICE = "#23262b", "#4c463a", "#33405a", "#a9b6cf"


@dataclass(frozen=True, slots=True)
class Lain:
    """The place of a card in a picture."""

    at: Point
    """The card's middle, in board millimetres."""
    turned_deg: float
    """The card's turn, in degrees counter-clockwise."""
    scale: float
    """The card's size, as a share of the printed card's."""

    def below(self, by_mm: float) -> "Lain":
        """Return the place that lies this far below the card's middle, as its owner sees it."""
        along, by = radians(self.turned_deg), by_mm * self.scale
        return replace(self, at=(self.at[0] + by * sin(along), self.at[1] - by * cos(along)))


def places_of(corners: tuple[Point, ...], sideways: Sequence[bool]) -> list[Lain]:
    """Return the places of cards side by side in a zone's cell; they overlap when the room is too small.

    Args:
        corners: The cell's corners, in board millimetres.
        sideways: For each card, whether it lies across.
    """
    width, depth = dist(corners[1], corners[2]), dist(corners[0], corners[1])
    scale = min(1.0, (depth - 2) / CARD.height, (width - 2) / CARD.width)
    wide = [(CARD.height if across else CARD.width) * scale for across in sideways]
    last = wide[-1] if wide else 0.0
    before = [sum(wide[:i]) + _GAP_MM * i for i in range(len(wide))]
    whole = (before[-1] if before else 0.0) + last
    share = 1.0 if whole <= width or whole == last else max(0.0, width - last) / (whole - last)
    turned = degrees(atan2(corners[1][1] - corners[2][1], corners[1][0] - corners[2][0]))
    x, y = (sum(one[i] for one in corners) / len(corners) for i in (0, 1))
    found = []
    for start, one, across in zip(before, wide, sideways, strict=True):
        at = start * share + one / 2 - min(whole, width) / 2
        middle = (x + at * cos(radians(turned)), y + at * sin(radians(turned)))
        found.append(Lain(middle, turned - 90.0 * across, scale))
    return found


def card_face(look: Appearance, card: PrintedCard, says: Callable[[Phrase], str]) -> PageDrawing:
    """Return the drawing of a card's face: its name, art and kind, and its first two numbers."""
    kind, face = look.card(card.face.kind), card.face
    band = Rectangle(CARD.left, CARD.top - _BAND_MM, CARD.right, CARD.top)
    own = SeatLook("", kind.colour, mixed(kind.colour, "#000000", 0.4), "#ffffff")
    shapes: list[Shape] = [
        Path((CARD.outline,), fill=kind.paper, line=_EDGE, line_mm=1.8),
        Path((band.outline,), fill=kind.colour),
        _fitted(says(face.label), (0.0, band.bottom + _BAND_MM / 2), CARD.width - 6, _NAME_MM, "#ffffff"),
        *symbol_paths(card_art(look, card, *_ART), own, (0.0, 0.0), 1.0),
    ]
    if foot := says(face.kind_label):
        at, room = (CARD.right - 4, CARD.bottom + 7), CARD.width - 26
        size = min(_KIND_MM, _KIND_MM * room / max(1.0, text_width_mm(foot, _KIND_MM)))
        shapes.append(PictureText((at[0], at[1] - size * 0.35), foot, size, kind.colour, anchor="end"))
    for i, one in enumerate(face.numbers[:2]):
        x, y = CARD.left + 11 + i * 20, CARD.bottom + 11
        shapes.append(Path((circle((x, y), 9.0),), fill="#ffffff", line=kind.colour, line_mm=1.6))
        shapes.append(PictureText((x, y - 5), f"{one.number}", 14.0, _INK, bold=True, anchor="middle"))
    return drawing_of(shapes)


def card_back() -> PageDrawing:
    """Return the drawing of a card's back, which is the same for all cards."""
    mark = ((0.0, -16.0), (12.0, 0.0), (0.0, 16.0), (-12.0, 0.0))
    return drawing_of(
        Path((CARD.outline,), fill=_BACK, line="#1d2536", line_mm=1.8),
        Path((CARD.grown(-5.0).outline,), line=_LATTICE, line_mm=1.4),
        Path((mark,), fill=_LATTICE),
    )


def counted(number: int) -> PageDrawing:
    """Return a plate with the number of cards in a pile, drawn about (0, 0)."""
    return drawing_of(
        Path((PLATE.outline,), fill=PAPER, line=_INK, line_mm=2.4),
        PictureText((0.0, -6.5), f"{number}", 18.0, _INK, bold=True, anchor="middle"),
    )


def _fitted(text: str, middle: Point, room_mm: float, largest_mm: float, colour: str) -> PictureText:
    """Return a line of text about a point, as large as the room allows."""
    size = min(largest_mm, largest_mm * room_mm / max(1.0, text_width_mm(text, largest_mm, bold=True)))
    return PictureText((middle[0], middle[1] - 0.35 * size), text, size, colour, bold=True, anchor="middle")
