"""The shapes on a page, as values in millimetres. PDF, SVG and pictures are written from them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from typing import Literal

from dashboard.printing.typeface import expect_letters, text_width_mm

Point = tuple[float, float]
"""A point in millimetres: x to the right, y up."""

Anchor = Literal["start", "middle", "end"]
_BEFORE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True, slots=True)
class Rectangle:
    """An upright rectangle, in millimetres."""

    left: float
    """The left edge."""
    bottom: float
    """The lower edge."""
    right: float
    """The right edge."""
    top: float
    """The upper edge."""

    @property
    def width(self) -> float:
        """The width, in mm."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height, in mm."""
        return self.top - self.bottom

    @property
    def outline(self) -> tuple[Point, ...]:
        """The four corners, counter-clockwise from the lower left."""
        return (
            (self.left, self.bottom),
            (self.right, self.bottom),
            (self.right, self.top),
            (self.left, self.top),
        )

    def meets(self, other: "Rectangle") -> bool:
        """Tell whether the two rectangles have a point in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.bottom <= other.top
            and other.bottom <= self.top
        )

    def holds(self, other: "Rectangle") -> bool:
        """Tell whether the other rectangle lies within this one, to a thousandth of a millimetre."""
        return (
            self.left <= other.left + 1e-3
            and other.right <= self.right + 1e-3
            and self.bottom <= other.bottom + 1e-3
            and other.top <= self.top + 1e-3
        )

    def grown(self, by_mm: float) -> "Rectangle":
        """Return the rectangle that reaches further by this length on all sides; below 0: less far."""
        return Rectangle(self.left - by_mm, self.bottom - by_mm, self.right + by_mm, self.top + by_mm)


@dataclass(frozen=True, slots=True)
class Path:
    """Outlines that are filled together by the even-odd rule, drawn as lines, or both."""

    outlines: tuple[tuple[Point, ...], ...]
    """The corners of each outline, in mm."""
    fill: str | None = None
    """The colour of the area, `#rrggbb`; None: it isn't filled."""
    line: str | None = None
    """The colour of the line, `#rrggbb`; None: no line is drawn."""
    line_mm: float = 0.25
    """The line's width, in mm."""
    closed: bool = True
    """Whether each outline's last corner is joined to its first."""
    dash_mm: tuple[float, ...] = ()
    """The lengths of dashes and gaps in turn, in mm; empty: the line is whole."""

    @property
    def box(self) -> Rectangle:
        """The smallest rectangle around all corners, without the line's width."""
        xs = [x for outline in self.outlines for x, _ in outline]
        ys = [y for outline in self.outlines for _, y in outline]
        return Rectangle(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text."""

    at: Point
    """The point of the baseline that `anchor` names, in mm."""
    text: str
    """The text."""
    size_mm: float
    """The size of the letters, in mm."""
    colour: str = "#23262b"
    """The colour, `#rrggbb`."""
    bold: bool = False
    """Whether the text is bold."""
    anchor: Anchor = "start"
    """The part of the text that lies at `at`."""
    turned_deg: float = 0.0
    """The turn about `at`, in degrees counter-clockwise."""

    def __post_init__(self) -> None:
        """Check that the typeface has all letters, which would print as empty boxes otherwise.

        Raises:
            InputFault: the typeface lacks a letter.
        """
        expect_letters(self.text)

    @property
    def before(self) -> float:
        """The share of the line's length that stands before `at`, from 0 to 1."""
        return _BEFORE[self.anchor]

    @property
    def box(self) -> Rectangle:
        """A square about `at` that holds the text at any turn."""
        reach = text_width_mm(self.text, self.size_mm, bold=self.bold) + self.size_mm
        return Rectangle(self.at[0], self.at[1], self.at[0], self.at[1]).grown(reach)


Shape = Path | Text


@dataclass(frozen=True, slots=True)
class PrintedTag:
    """A tag on a drawing or a page."""

    dictionary: str
    """The name of the tag's dictionary."""
    id: int
    """The tag's number in the dictionary."""
    centre_mm: Point
    """The middle of the tag's black square, in mm."""
    side_mm: float
    """The side of the tag's black square, in mm."""
    whose: str
    """The name of the piece, card or corner that the tag belongs to."""


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """A drawing: shapes, and a list of the tags that some of them form."""

    shapes: tuple[Shape, ...] = ()
    """The shapes, in the order of painting."""
    tags: tuple[PrintedTag, ...] = ()
    """The tags in the drawing."""

    def __add__(self, other: "PageDrawing") -> "PageDrawing":
        return PageDrawing(self.shapes + other.shapes, self.tags + other.tags)

    def moved(self, right_mm: float, up_mm: float) -> "PageDrawing":
        """Return the drawing moved by these distances."""
        return PageDrawing(
            tuple(_moved(shape, right_mm, up_mm) for shape in self.shapes),
            tuple(
                replace(tag, centre_mm=(tag.centre_mm[0] + right_mm, tag.centre_mm[1] + up_mm))
                for tag in self.tags
            ),
        )


def drawing_of(*parts: Shape | PageDrawing | Iterable[Shape]) -> PageDrawing:
    """Return one drawing made of shapes and drawings, which are painted in this order."""
    shapes: list[Shape] = []
    tags: list[PrintedTag] = []
    for part in parts:
        match part:
            case PageDrawing():
                shapes += part.shapes
                tags += part.tags
            case Path() | Text():
                shapes.append(part)
            case _:
                shapes += part
    return PageDrawing(tuple(shapes), tuple(tags))


@dataclass(frozen=True, slots=True)
class DrawingLayer:
    """A drawing on a page, or a part of it."""

    drawing: PageDrawing
    """The drawing, in the page's millimetres."""
    within: Rectangle | None = None
    """The part that is printed; None: the whole drawing."""


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One printed sheet of paper, with its origin at the lower left."""

    width_mm: float
    """The sheet's width, in mm."""
    height_mm: float
    """The sheet's height, in mm."""
    layers: tuple[DrawingLayer, ...]
    """The sheet's drawings, in the order of painting."""
    name: str = ""
    """The sheet's name for people, such as `B2`; empty: none."""

    @property
    def tags(self) -> tuple[PrintedTag, ...]:
        """The tags that are printed whole on this sheet."""
        return tuple(
            tag
            for layer in self.layers
            for tag in layer.drawing.tags
            if layer.within is None or layer.within.holds(_tag_box(tag))
        )


def circle(centre: Point, radius_mm: float, *, sides: int = 48) -> tuple[Point, ...]:
    """Return a circle as an outline with this number of sides."""
    turns = [2 * pi * i / sides for i in range(sides)]
    return tuple((centre[0] + radius_mm * cos(t), centre[1] + radius_mm * sin(t)) for t in turns)


def turned(outline: Iterable[Point], deg: float, *, about: Point = (0.0, 0.0)) -> tuple[Point, ...]:
    """Return an outline turned counter-clockwise about a point, in degrees."""
    c, s = cos(radians(deg)), sin(radians(deg))
    x0, y0 = about
    return tuple((x0 + c * (x - x0) - s * (y - y0), y0 + s * (x - x0) + c * (y - y0)) for x, y in outline)


def _tag_box(tag: PrintedTag) -> Rectangle:
    return Rectangle(*tag.centre_mm, *tag.centre_mm).grown(tag.side_mm / 2)


def _moved(shape: Shape, right_mm: float, up_mm: float) -> Shape:
    if isinstance(shape, Text):
        return replace(shape, at=(shape.at[0] + right_mm, shape.at[1] + up_mm))
    return replace(
        shape,
        outlines=tuple(tuple((x + right_mm, y + up_mm) for x, y in outline) for outline in shape.outlines),
    )


def half_turned(drawing: PageDrawing, width_mm: float, height_mm: float) -> PageDrawing:
    """Return a drawing of this size turned by 180 degrees; its tags are turned with it."""
    return PageDrawing(
        tuple(_half_turned(shape, width_mm, height_mm) for shape in drawing.shapes),
        tuple(
            replace(tag, centre_mm=(width_mm - tag.centre_mm[0], height_mm - tag.centre_mm[1]))
            for tag in drawing.tags
        ),
    )


def _half_turned(shape: Shape, width_mm: float, height_mm: float) -> Shape:
    if isinstance(shape, Text):
        at = (width_mm - shape.at[0], height_mm - shape.at[1])
        return replace(shape, at=at, turned_deg=shape.turned_deg + 180.0)
    return replace(
        shape,
        outlines=tuple(tuple((width_mm - x, height_mm - y) for x, y in one) for one in shape.outlines),
    )
