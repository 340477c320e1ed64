"""Draws the dice tray's floor, cut so that it lies at its right place when it touches the board's edge."""

from dashboard.printing.board_sheet import board_box
from dashboard.printing.colours import FELT, FELT_LINE
from dashboard.printing.flow import Item
from dashboard.printing.page_drawing import PageDrawing, Path, Point, Rectangle, Text, drawing_of
from engine.core.board import Board, Tray
from engine.core.faults import InputFault

AROUND_MM = 8.0
"""The width of floor that is printed around the tray, in mm. Vision looks there too, at dice by the rim."""

_NOTE = "#6b6b6b"
_NOTE_MM = 2.6
_ARROW_MM = 3.0

_AWAY: dict[str, Point] = {"left": (-1, 0), "right": (1, 0), "lower": (0, -1), "upper": (0, 1)}
"""The direction from the board to a tray beside it, by the board's edge."""


def tray_item(board: Board) -> Item:
    """Return a board's dice tray as one item, upright as on the table, with notes below on how to lay it.

    Raises:
        InputFault: the board's file has no tray.
    """
    if board.tray is None:
        raise InputFault(
            f"the board '{board.name}' has no tray to print; say where it lies in the board's file "
            "(tray: {centre_mm: [x, y], size_mm: [w, h], die_mm: 16})"
        )
    tray = _box(board.tray)
    side = _side(board_box(board), tray)
    sheet = tray.grown(AROUND_MM) if side is None else _sheet(board_box(board), tray, side)
    arrow, notes = _laid(tray, sheet, side)
    below = 1.6 * _NOTE_MM * len(notes)
    drawing = drawing_of(
        Path((_shared(tray.grown(AROUND_MM), sheet).outline,), fill=FELT),
        Path((tray.outline,), line=FELT_LINE, line_mm=0.4),
        arrow,
        Path((sheet.outline,), line=_NOTE, line_mm=0.2),
        [
            Text((sheet.left, sheet.bottom - 1.6 * _NOTE_MM * row), note, _NOTE_MM, _NOTE)
            for row, note in enumerate(notes, start=1)
        ],
    )
    return Item(
        "dice tray", sheet.width, sheet.height + below, drawing.moved(-sheet.left, below - sheet.bottom)
    )


def _box(tray: Tray) -> Rectangle:
    (left, top), _, (right, bottom), _ = tray.corners_mm()
    return Rectangle(left, bottom, right, top)


def _shared(box: Rectangle, other: Rectangle) -> Rectangle:
    return Rectangle(
        max(box.left, other.left),
        max(box.bottom, other.bottom),
        min(box.right, other.right),
        min(box.top, other.top),
    )


def _side(board: Rectangle, tray: Rectangle) -> str | None:
    """Return the board's edge that a tray lies beside; None: the tray lies on the board."""
    gaps = {
        "left": board.left - tray.right,
        "right": tray.left - board.right,
        "lower": board.bottom - tray.top,
        "upper": tray.bottom - board.top,
    }
    side = max(gaps, key=lambda one: gaps[one])
    return side if gaps[side] >= 0 else None


def _sheet(board: Rectangle, tray: Rectangle, side: str) -> Rectangle:
    """Return the part to cut out: the tray with the floor around it, up to the board's edge."""
    sheet = tray.grown(AROUND_MM)
    return Rectangle(
        board.right if side == "right" else sheet.left,
        board.top if side == "upper" else sheet.bottom,
        board.left if side == "left" else sheet.right,
        board.bottom if side == "lower" else sheet.top,
    )


def _laid(tray: Rectangle, sheet: Rectangle, side: str | None) -> tuple[PageDrawing, tuple[str, ...]]:
    """Return an arrow to the middle of the board's edge, and the notes on how to lay the sheet."""
    cut = "Cut out along the thin line."
    x, y = (tray.left + tray.right) / 2, (tray.bottom + tray.top) / 2
    if side is None:
        return drawing_of(), (cut, f"Its middle belongs {x:g} mm right of the board's, {y:g} mm above it.")
    right, up = _AWAY[side]
    if right:
        tip, off, ways = (sheet.left if right > 0 else sheet.right, 0.0), y, ("above", "below")
    else:
        tip, off, ways = (0.0, sheet.bottom if up > 0 else sheet.top), x, ("right of", "left of")
    against = f"Lay it against the board's {side} edge,"
    if not sheet.grown(-_ARROW_MM).meets(Rectangle(*tip, *tip).grown(_ARROW_MM)):
        way = ways[0] if off > 0 else ways[1]
        return drawing_of(), (cut, against, f"its middle {abs(off):g} mm {way} that edge's middle.")
    back = (tip[0] + right * _ARROW_MM, tip[1] + up * _ARROW_MM)
    corners = ((back[0] + up * 1.5, back[1] + right * 1.5), (back[0] - up * 1.5, back[1] - right * 1.5))
    return drawing_of(Path(((tip, *corners),), fill=_NOTE)), (
        cut,
        against,
        "the arrow at that edge's middle.",
    )
