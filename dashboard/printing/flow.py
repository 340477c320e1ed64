"""Lays small drawings out on sheets, side by side; each has its own lines for cutting or folding."""

from collections.abc import Iterable
from dataclasses import dataclass

from dashboard.printing.page_drawing import DrawingLayer, PageDrawing, PaperSheet, drawing_of
from dashboard.printing.paper import Paper, rulers, sheet_for
from engine.core.faults import InputFault

_GAP_MM = 3.0
_SHEET_MM = 840.0


@dataclass(frozen=True, slots=True)
class Item:
    """A drawing to lay out, with the room that it takes."""

    name: str
    """The name of the thing that is drawn."""
    width_mm: float
    """The drawing's width, in mm."""
    height_mm: float
    """The drawing's height, in mm."""
    drawing: PageDrawing
    """The drawing, with its lower left as origin."""


def pages_of(
    items: Iterable[Item], paper: Paper | None, *, title: str, gap_mm: float = _GAP_MM
) -> tuple[PaperSheet, ...]:
    """Return the items on as many sheets as they need; without a paper, on one sheet that is large enough.

    Raises:
        InputFault: an item is larger than the paper.
    """
    given = list(items)
    if paper is None:
        widest = max((item.width_mm for item in given), default=0.0)
        room_mm = max(_SHEET_MM, widest)
        rows, height = _rows(given, room_mm, gap_mm)
        sheet = sheet_for(room_mm, height)
        return (_page(sheet, rows, title=title, name="1  (1/1)"),)
    usable = paper.usable
    for item in given:
        if item.width_mm > usable.width or item.height_mm > usable.height:
            raise InputFault(
                f"{item.name}: {item.width_mm:g} x {item.height_mm:g} mm don't fit {paper.name}, which has "
                f"room for {usable.width:g} x {usable.height:g} mm; choose a larger --paper, or sheet"
            )
    sheets: list[list[tuple[Item, float, float]]] = [[]]
    placed, _ = _rows(given, usable.width, gap_mm)
    start = 0.0
    for item, x, y in placed:
        if y + item.height_mm - start > usable.height:
            sheets.append([])
            start = y
        sheets[-1].append((item, x, y - start))
    return tuple(
        _page(paper, sheet, title=title, name=f"{number}  ({number}/{len(sheets)})")
        for number, sheet in enumerate(sheets, start=1)
    )


def _rows(
    items: Iterable[Item], room_mm: float, gap_mm: float
) -> tuple[list[tuple[Item, float, float]], float]:
    """Return each item with its place (mm right and down from the upper left), and the height of all rows."""
    placed: list[tuple[Item, float, float]] = []
    row: list[tuple[Item, float]] = []
    x = y = 0.0

    def close() -> float:
        tallest = max((item.height_mm for item, _ in row), default=0.0)
        placed.extend((item, at, y) for item, at in row)
        return y + tallest + gap_mm

    for item in items:
        # An item of another height begins a new row, so that a row can be cut off in one go.
        if row and (x + item.width_mm > room_mm + 1e-6 or item.height_mm != row[0][0].height_mm):
            y = close()
            row, x = [], 0.0
        row.append((item, x))
        x += item.width_mm + gap_mm
    return placed, close() - gap_mm


def _page(paper: Paper, placed: Iterable[tuple[Item, float, float]], *, title: str, name: str) -> PaperSheet:
    usable = paper.usable
    drawings = [item.drawing.moved(usable.left + x, usable.top - y - item.height_mm) for item, x, y in placed]
    margins = rulers(paper, title=title, page=name)
    return PaperSheet(
        paper.width_mm,
        paper.height_mm,
        (DrawingLayer(drawing_of(*drawings)), DrawingLayer(margins)),
        name.partition(" ")[0],
    )
