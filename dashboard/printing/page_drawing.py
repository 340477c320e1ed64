"""The shapes of a page, as values in millimetres; the writers turn the same values into PDF and SVG."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import cos, pi, radians, sin
from typing import Literal

from dashboard.printing.typeface import expect_letters, text_width_mm

Point = tuple[float, float]
"""x right, y up, millimetres."""

Anchor = Literal["start", "middle", "end"]
_BEFORE: dict[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True, slots=True)
class Rectangle:
    """An upright rectangle, mm."""

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
        """From left to right."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From bottom to top."""
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
        """Tell whether the two have a point in common."""
        return (
            self.left <= other.right
            and other.left <= self.right
            and self.bottom <= other.top
            and other.bottom <= self.top
        )

    def holds(self, other: "Rectangle") -> bool:
        """Tell whether the other lies within, to a thousandth of a millimetre."""
        return (
            self.left <= other.left + 1e-3
            and other.right <= self.right + 1e-3
            and self.bottom <= other.bottom + 1e-3
            and other.top <= self.top + 1e-3
        )

    def grown(self, by_mm: float) -> "Rectangle":
        """Return the rectangle that reaches further on all sides."""
        return Rectangle(self.left - by_mm, self.bottom - by_mm, self.right + by_mm, self.top + by_mm)


@dataclass(frozen=True, slots=True)
class Path:
    """Outlines, filled together (even-odd), drawn as a line, or both."""

    outlines: tuple[tuple[Point, ...], ...]
    """The corners of each outline, mm."""
    fill: str | None = None
    """The colour that fills it, `#rrggbb`; None: it isn't filled."""
    line: str | None = None
    """The line's colour, `#rrggbb`; None: no line is drawn."""
    line_mm: float = 0.25
    """The line's width, mm."""
    closed: bool = True
    """Whether each outline's last corner is joined to its first."""
    dash_mm: tuple[float, ...] = ()
    """The lengths of dashes and gaps, mm; empty: the line is whole."""

    @property
    def box(self) -> Rectangle:
        """The area that it covers, without the line's width."""
        xs = [x for outline in self.outlines for x, _ in outline]
        ys = [y for outline in self.outlines for _, y in outline]
        return Rectangle(min(xs), min(ys), max(xs), max(ys))


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text."""

    at: Point
    """The point on its baseline that `anchor` names, mm."""
    text: str
    """The text."""
    size_mm: float
    """The height of a line, mm."""
    colour: str = "#23262b"
    """The colour, `#rrggbb`."""
    bold: bool = False
    """Whether it's set in bold."""
    anchor: Anchor = "start"
    """The part of the text that lies at `at`."""
    turned_deg: float = 0.0
    """Its turn, degrees counter-clockwise."""

    def __post_init__(self) -> None:
        """Refuse what would print as empty boxes.

        Raises:
            InputFault: a letter that the typeface doesn't have.
        """
        expect_letters(self.text)

    @property
    def before(self) -> float:
        """Which share of the line stands before `at`."""
        return _BEFORE[self.anchor]

    @property
    def box(self) -> Rectangle:
        """A square round `at` that the text can't leave."""
        reach = text_width_mm(self.text, self.size_mm, bold=self.bold) + self.size_mm
        return Rectangle(self.at[0], self.at[1], self.at[0], self.at[1]).grown(reach)


Shape = Path | Text


@dataclass(frozen=True, slots=True)
class PrintedTag:
    """A tag on a drawing or a page."""

    dictionary: str
    """The name of its dictionary."""
    id: int
    """Its number in the dictionary."""
    centre_mm: Point
    """The middle of its black square, mm."""
    side_mm: float
    """The side of its black square, mm."""
    whose: str
    """The name of the piece, card or corner that it belongs to."""


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """Shapes and the tags among them."""

    shapes: tuple[Shape, ...] = ()
    """The shapes, in their order of painting."""
    tags: tuple[PrintedTag, ...] = ()
    """The tags."""

    def __add__(self, other: "PageDrawing") -> "PageDrawing":
        return PageDrawing(self.shapes + other.shapes, self.tags + other.tags)

    def moved(self, right_mm: float, up_mm: float) -> "PageDrawing":
        """Return the drawing at another place."""
        return PageDrawing(
            tuple(_moved(shape, right_mm, up_mm) for shape in self.shapes),
            tuple(
                replace(tag, centre_mm=(tag.centre_mm[0] + right_mm, tag.centre_mm[1] + up_mm))
                for tag in self.tags
            ),
        )


def drawing_of(*parts: Shape | PageDrawing | Iterable[Shape]) -> PageDrawing:
    """Return one drawing of shapes and drawings, painted in this order."""
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
    """A drawing on a page."""

    drawing: PageDrawing
    """The drawing."""
    within: Rectangle | None = None
    """Only what lies inside is printed; None: all is."""


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """One sheet of paper, its origin at the lower left."""

    width_mm: float
    """Its width, mm."""
    height_mm: float
    """Its height, mm."""
    layers: tuple[DrawingLayer, ...]
    """Its drawings, in their order of painting."""
    name: str = ""
    """The name that people call it by (`B2`); empty: none."""

    @property
    def tags(self) -> tuple[PrintedTag, ...]:
        """The tags that are printed whole."""
        return tuple(
            tag
            for layer in self.layers
            for tag in layer.drawing.tags
            if layer.within is None or layer.within.holds(_tag_box(tag))
        )


def circle(centre: Point, radius_mm: float, *, sides: int = 48) -> tuple[Point, ...]:
    """Return an outline that is a circle to the eye."""
    turns = [2 * pi * i / sides for i in range(sides)]
    return tuple((centre[0] + radius_mm * cos(t), centre[1] + radius_mm * sin(t)) for t in turns)


def turned(outline: Iterable[Point], deg: float, *, about: Point = (0.0, 0.0)) -> tuple[Point, ...]:
    """Return an outline turned counter-clockwise."""
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
    """Return a drawing of this size on its head; its tags' places move, the tags are drawn turned."""
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
