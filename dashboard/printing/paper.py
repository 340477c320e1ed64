"""Sheets of paper: their sizes, the rulers that prove a print's scale, and the cutting of large drawings."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from dashboard.printing.page_drawing import (
    DrawingLayer,
    PageDrawing,
    PaperSheet,
    Path,
    Rectangle,
    Text,
    drawing_of,
)
from engine.core.faults import InputFault

GLUE_MM = 8.0
"""The width of a tile's strip beneath its neighbours to the right and above, in mm."""

RULER_MM = 100.0
"""The length of the rulers on each page, in mm."""

_LEFT_MM, _BOTTOM_MM, _RIGHT_MM, _TOP_MM = 12.0, 16.0, 6.0, 6.0
_MARK_MM = 4.0
_MARK = "#000000"
_FAINT = "#6b6b6b"


@dataclass(frozen=True, slots=True)
class Paper:
    """A kind of paper. Printers leave its margins white."""

    name: str
    """The paper's name for people, such as `A4`."""
    width_mm: float
    """The paper's width, in mm."""
    height_mm: float
    """The paper's height, in mm."""

    @property
    def lying(self) -> "Paper":
        """The same paper in landscape."""
        return Paper(self.name, self.height_mm, self.width_mm)

    @property
    def usable(self) -> Rectangle:
        """The area for a drawing, without the margins and rulers."""
        return Rectangle(_LEFT_MM, _BOTTOM_MM, self.width_mm - _RIGHT_MM, self.height_mm - _TOP_MM)


PAPERS: dict[str, Paper] = {
    "a4": Paper("A4", 210.0, 297.0),
    "a3": Paper("A3", 297.0, 420.0),
    "letter": Paper("Letter", 215.9, 279.4),
}
"""The papers that a drawing can be cut for, by their names for `--paper`."""


def sheet_for(width_mm: float, height_mm: float) -> Paper:
    """Return one sheet that is large enough for a drawing of this size and for the rulers."""
    width = max(width_mm, RULER_MM + 60.0) + _LEFT_MM + _RIGHT_MM
    return Paper("one sheet", width, max(height_mm, RULER_MM) + _BOTTOM_MM + _TOP_MM)


def rulers(paper: Paper, *, title: str, page: str) -> PageDrawing:
    """Return the drawing in the margins: two rulers, the titles, and a note about printing to scale."""
    shapes: list[Path | Text] = []
    for steps in range(int(RULER_MM / 10) + 1):
        at, length = 10.0 * steps, 3.0 if steps % 5 == 0 else 1.8
        shapes.append(_line((_LEFT_MM + at, 10.0), (_LEFT_MM + at, 10.0 + length)))
        shapes.append(_line((6.0, _BOTTOM_MM + at), (6.0 + length, _BOTTOM_MM + at)))
    shapes.append(_line((_LEFT_MM, 10.0), (_LEFT_MM + RULER_MM, 10.0)))
    shapes.append(_line((6.0, _BOTTOM_MM), (6.0, _BOTTOM_MM + RULER_MM)))
    note = f"0 to {RULER_MM:g} mm. Print at 100 % (actual size); measure both rulers."
    shapes.append(Text((_LEFT_MM, 6.6), note, 2.6, _FAINT))
    shapes.append(Text((_LEFT_MM + RULER_MM + 6.0, 10.2), page, 4.2, _MARK, bold=True))
    shapes.append(Text((paper.width_mm - _RIGHT_MM, 6.6), title, 2.6, _FAINT, anchor="end"))
    return drawing_of(shapes)


def cut_marks(trim: Rectangle) -> PageDrawing:
    """Return the eight short lines outside a rectangle's corners that show where it's cut out."""
    marks: list[Path] = []
    for x, away_x in ((trim.left, -1), (trim.right, 1)):
        for y, away_y in ((trim.bottom, -1), (trim.top, 1)):
            marks.append(_line((x + away_x, y), (x + away_x * _MARK_MM, y)))
            marks.append(_line((x, y + away_y), (x, y + away_y * _MARK_MM)))
    return drawing_of(marks)


@dataclass(frozen=True, slots=True)
class Tiling:
    """The lines that cut a drawing into tiles, in the drawing's millimetres."""

    paper: Paper
    """The paper of each tile, upright or in landscape."""
    columns: tuple[float, ...]
    """The x of the columns' borders, from the left; one more than there are columns."""
    rows: tuple[float, ...]
    """The y of the rows' borders, from below; one more than there are rows."""

    @property
    def sheets(self) -> int:
        """The number of sheets."""
        return (len(self.columns) - 1) * (len(self.rows) - 1)


def tiling(size: Rectangle, whole: Sequence[Rectangle], paper: Paper) -> Tiling:
    """Return the cutting of a drawing into the fewest sheets of a paper, upright or in landscape.

    No cut goes through a rectangle of `whole`: a frame tag that is glued from two sheets would be inexact.

    Raises:
        InputFault: a part that must stay whole doesn't fit the paper.
    """
    found = []
    for turned in (paper, paper.lying):
        columns = _cuts(size.left, size.right, [(b.left, b.right) for b in whole], turned.usable.width)
        rows = _cuts(size.bottom, size.top, [(b.bottom, b.top) for b in whole], turned.usable.height)
        if columns and rows:
            found.append(Tiling(turned, columns, rows))
    if not found:
        raise InputFault(
            f"{paper.name}: too small to keep each tag whole on one sheet; choose a larger --paper, or sheet"
        )
    return min(found, key=lambda one: one.sheets)


def tile_pages(drawing: PageDrawing, cut: Tiling, *, title: str) -> tuple[PaperSheet, ...]:
    """Return the tiles as pages, from the lower left (A1) to the right, row by row.

    Each tile has its part of the drawing, and a strip for glue towards its neighbours on the right and above.
    """
    pages: list[PaperSheet] = []
    for row, (bottom, top) in enumerate(zip(cut.rows, cut.rows[1:], strict=False)):
        for column, (left, right) in enumerate(zip(cut.columns, cut.columns[1:], strict=False)):
            more_right, more_up = column < len(cut.columns) - 2, row < len(cut.rows) - 2
            usable = cut.paper.usable
            across, up = usable.left - left, usable.bottom - bottom
            trim = Rectangle(left + across, bottom + up, right + across, top + up)
            shown = Rectangle(
                trim.left, trim.bottom, trim.right + GLUE_MM * more_right, trim.top + GLUE_MM * more_up
            )
            name = tile_name(row, column)
            glue = _glue_notes(
                trim, shown, beside=tile_name(row, column + 1), above=tile_name(row + 1, column)
            )
            margins = rulers(
                cut.paper,
                title=title,
                page=f"{name}  ({column + 1 + row * (len(cut.columns) - 1)}/{cut.sheets})",
            )
            pages.append(
                PaperSheet(
                    cut.paper.width_mm,
                    cut.paper.height_mm,
                    (
                        DrawingLayer(drawing.moved(across, up), shown),
                        DrawingLayer(glue),
                        DrawingLayer(drawing_of(cut_marks(shown), cut_marks(trim), margins)),
                    ),
                    name,
                )
            )
    return tuple(pages)


def _glue_notes(trim: Rectangle, shown: Rectangle, *, beside: str, above: str) -> PageDrawing:
    """Return the notes on the strips for glue, with the lines where the neighbours begin and cover them."""
    notes: list[Path | Text] = []
    if shown.right > trim.right:
        notes.append(_line((trim.right, trim.bottom), (trim.right, trim.top), dash=(2.0, 1.5)))
        middle = (trim.right + 5.0, (trim.bottom + trim.top) / 2)
        notes.append(
            Text(middle, f"glue, {beside} goes on here", 2.6, _MARK, anchor="middle", turned_deg=90.0)
        )
    if shown.top > trim.top:
        notes.append(_line((trim.left, trim.top), (trim.right, trim.top), dash=(2.0, 1.5)))
        at = ((trim.left + trim.right) / 2, trim.top + 3.0)
        notes.append(Text(at, f"glue, {above} goes on here", 2.6, _MARK, anchor="middle"))
    return drawing_of(notes)


def _cuts(
    start: float, end: float, whole: Sequence[tuple[float, float]], room_mm: float
) -> tuple[float, ...] | None:
    """Return the borders of the fewest parts from `start` to `end`, as even as possible; None: impossible."""
    longest = room_mm - GLUE_MM
    for count in range(1, int((end - start) / max(longest, 1.0)) + 12):
        # The last part has no strip for glue beside it.
        even = [start + (end - start - GLUE_MM) * i / count for i in range(1, count)]
        cuts = [start, *(_beside(cut, whole) for cut in even), end]
        steps = [b - a for a, b in itertools.pairwise(cuts)]
        if all(0 < step <= longest for step in steps[:-1]) and 0 < steps[-1] <= room_mm:
            return tuple(cuts)
    return None


def _beside(cut: float, whole: Sequence[tuple[float, float]]) -> float:
    """Return the place nearest to a cut that goes through no part that must stay whole."""
    places = [cut, *(edge for both in whole for edge in both)]
    free = [at for at in places if not any(low + 1e-6 < at < high - 1e-6 for low, high in whole)]
    return min(free, key=lambda at: abs(at - cut))


def tile_name(row: int, column: int) -> str:
    """Return the name of a tile, counted from the lower left.

    >>> tile_name(0, 2)
    'A3'
    """
    return f"{_letter(row)}{column + 1}"


def _letter(row: int) -> str:
    return chr(ord("A") + row) if row < 26 else f"{_letter(row // 26 - 1)}{_letter(row % 26)}"


def _line(start: tuple[float, float], end: tuple[float, float], *, dash: tuple[float, ...] = ()) -> Path:
    return Path(((start, end),), line=_MARK, line_mm=0.15, closed=False, dash_mm=dash)
