"""Draws the calibration sheet: a chessboard with tags, for measuring a lens."""

from dashboard.printing.flow import Item
from dashboard.printing.page_drawing import PageDrawing, Path, Rectangle, drawing_of
from dashboard.printing.tags import BLACK, tag_drawing
from vision.calibration.target import USUAL, CalibrationTarget


def target_item(target: CalibrationTarget = USUAL) -> Item:
    """Return the calibration sheet as one item, with the origin at the chessboard's lower left."""
    width, height = target.size_mm
    return Item("calibration sheet", width, height, _target_drawing(target))


def _target_drawing(target: CalibrationTarget) -> PageDrawing:
    """Return the target's drawing with y up; the target itself has y down."""
    height, side, half = target.size_mm[1], target.square_mm, target.tag_mm / 2
    squares = tuple(
        Rectangle(x, height - y - side, x + side, height - y).outline for x, y in target.black_squares_mm
    )
    tags = [
        tag_drawing(
            target.dictionary, tag, (x + half, height - y - half), target.tag_mm, whose="calibration sheet"
        )
        for tag, (x, y) in target.tags_mm.items()
    ]
    return drawing_of(Path(squares, fill=BLACK), *tags)
