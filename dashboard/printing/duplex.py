"""Lays cards out on sheets printed on both sides, each back exactly behind its face, with cutting marks."""

from collections.abc import Sequence

from dashboard.printing.cards import TwoSided
from dashboard.printing.order import Flip
from dashboard.printing.page_drawing import (
    DrawingLayer,
    PageDrawing,
    PaperSheet,
    Path,
    Rectangle,
    Text,
    drawing_of,
    half_turned,
)
from dashboard.printing.paper import Paper, rulers, sheet_for
from engine.core.faults import InputFault

_GAP_MM = 1.5
_MARK_MM = 2.2
_ACROSS = 10


def duplex_pages(
    cards: Sequence[TwoSided], paper: Paper | None, *, title: str, flip: Flip
) -> tuple[PaperSheet, ...]:
    """Return pages of faces and backs in turn: each odd page has faces, and the next page has their backs.

    Raises:
        InputFault: there are no cards, or a card is larger than the paper.
    """
    pages: list[PaperSheet] = []
    groups = _groups(cards)
    if not groups:
        raise InputFault("this game has no cards to print; print board or pieces")
    sheets = [
        (group[i : i + each], across, sheet)
        for group in groups
        for across, each, sheet in (_grid(group, paper),)
        for i in range(0, len(group), each)
    ]
    for number, (held, across, sheet) in enumerate(sheets, start=1):
        name = f"{number}  ({number}/{len(sheets)})"
        pages += _sides(held, across, sheet, title=title, name=name, flip=flip)
    return tuple(pages)


def _groups(cards: Sequence[TwoSided]) -> list[list[TwoSided]]:
    """Return the cards grouped by size, because a sheet is cut in whole rows and columns."""
    by_size: dict[tuple[float, float], list[TwoSided]] = {}
    for card in cards:
        by_size.setdefault((card.front.width_mm, card.front.height_mm), []).append(card)
    return list(by_size.values())


def _grid(group: list[TwoSided], paper: Paper | None) -> tuple[int, int, Paper]:
    front = group[0].front
    wide, high = front.width_mm + _GAP_MM, front.height_mm + _GAP_MM
    if paper is None:
        rows = -(-len(group) // _ACROSS)
        return _ACROSS, len(group), sheet_for(_ACROSS * wide, rows * high)
    usable = paper.usable
    across = int((usable.width + _GAP_MM + 1e-6) // wide)
    down = int((usable.height + _GAP_MM + 1e-6) // high)
    if across * down == 0:
        raise InputFault(
            f"{front.name}: {front.width_mm:g} x {front.height_mm:g} mm don't fit {paper.name}, which has "
            f"room for {usable.width:g} x {usable.height:g} mm; choose a larger --paper, or sheet"
        )
    return across, across * down, paper


def _sides(
    held: Sequence[TwoSided], across: int, sheet: Paper, *, title: str, name: str, flip: Flip
) -> tuple[PaperSheet, PaperSheet]:
    usable = sheet.usable
    front: list[PageDrawing] = []
    back: list[PageDrawing] = []
    trims: list[Rectangle] = []
    for i, card in enumerate(held):
        width, height = card.front.width_mm, card.front.height_mm
        x = usable.left + (i % across) * (width + _GAP_MM)
        y = usable.top - height - (i // across) * (height + _GAP_MM)
        trims.append(Rectangle(x, y, x + width, y + height))
        front.append(card.front.drawing.moved(x, y))
        if flip == "long":
            back.append(card.back.moved(sheet.width_mm - x - width, y))
        else:
            # A sheet that is turned over its short edge stands upside down.
            back.append(half_turned(card.back, width, height).moved(x, sheet.height_mm - y - height))
    margins = rulers(sheet, title=title, page=name)
    note = Text(
        (sheet.width_mm / 2, 6.6 if flip == "long" else sheet.height_mm - 9.0),
        f"backs of sheet {name.partition(' ')[0]}: print on both sides, turned over the {flip} edge",
        2.6,
        "#6b6b6b",
        anchor="middle",
    )
    short = name.partition(" ")[0]
    return (
        PaperSheet(
            sheet.width_mm,
            sheet.height_mm,
            (DrawingLayer(drawing_of(*front)), DrawingLayer(drawing_of(margins, _crop_marks(trims)))),
            short,
        ),
        PaperSheet(
            sheet.width_mm, sheet.height_mm, (DrawingLayer(drawing_of(*back, [note])),), f"{short} back"
        ),
    )


def _crop_marks(trims: Sequence[Rectangle]) -> list[Path]:
    """Return lines in the margins that show where whole rows and columns are cut."""
    left, right = min(one.left for one in trims), max(one.right for one in trims)
    bottom, top = min(one.bottom for one in trims), max(one.top for one in trims)
    marks: list[Path] = []
    for x in sorted({edge for one in trims for edge in (one.left, one.right)}):
        marks += [
            _line(x, top + 0.6, x, top + 0.6 + _MARK_MM),
            _line(x, bottom - 0.6, x, bottom - 0.6 - _MARK_MM),
        ]
    for y in sorted({edge for one in trims for edge in (one.bottom, one.top)}):
        marks += [
            _line(left - 0.6, y, left - 0.6 - _MARK_MM, y),
            _line(right + 0.6, y, right + 0.6 + _MARK_MM, y),
        ]
    return marks


def _line(x0: float, y0: float, x1: float, y1: float) -> Path:
    return Path((((x0, y0), (x1, y1)),), line="#000000", line_mm=0.15, closed=False)
