"""Draws tags: the black modules of a tag form one path, so that no seams show between them."""

from dashboard.printing.page_drawing import PageDrawing, Path, Point, PrintedTag, Rectangle
from engine.core.faults import InputFault
from vision.tags.dictionary import load_dictionary, tag_modules

PAPER, BLACK = "#ffffff", "#000000"

LEAST_RIM_MODULES = 0.5
"""The least width of white around a tag, in the tag's modules. Where there's room, one module is printed."""


def tag_drawing(dictionary: str, tag: int, centre: Point, side_mm: float, *, whose: str) -> PageDrawing:
    """Return a tag's black modules, upright, without the white around.

    Raises:
        InputFault: there is no such dictionary, or it has no such tag.
    """
    try:
        modules = tag_modules(dictionary, tag)
    except InputFault as fault:
        raise InputFault(f"{whose}: {fault}; choose another id or another dictionary") from fault
    step = side_mm / len(modules)
    left, top = centre[0] - side_mm / 2, centre[1] + side_mm / 2
    outlines: list[tuple[Point, ...]] = []
    for row, line in enumerate(modules):
        start = 0
        while start < len(line):
            if line[start]:
                start += 1
                continue
            end = start
            while end < len(line) and not line[end]:
                end += 1
            box = Rectangle(left + start * step, top - (row + 1) * step, left + end * step, top - row * step)
            outlines.append(box.outline)
            start = end
    return PageDrawing(
        (Path(tuple(outlines), fill=BLACK),), (PrintedTag(dictionary, tag, centre, side_mm, whose),)
    )


def label_side_mm(dictionary: str, side_mm: float, *, rim_modules: float = 1.0) -> float:
    """Return the side of a tag with its white around, in mm, from the side of its black square."""
    return side_mm * (1 + 2 * rim_modules / load_dictionary(dictionary).modules)
