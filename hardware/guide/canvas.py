"""A sheet to draw on, in px, x right and y down. It remembers where its words stand."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

Place = tuple[float, float]

INK, GREY, WOOD, CHIP, PAPER, METAL = "#333333", "#777777", "#d9b98a", "#2f5d4a", "#fbf7ef", "#b8bcc2"
RED, BLUE, GREEN, WHITE, YELLOW = "#d0342c", "#2f6fb5", "#2e8b57", "#ffffff", "#f2c230"

NARROW = "\u00a0\u00a0"
"""Two spaces that a viewer keeps."""
SIZE_PX, LETTER = 13.0, 0.6
"""The usual size of letters, and the width of a letter as a share of its height, at most on average."""


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle, px."""

    left: float
    """Its left edge."""
    top: float
    """Its upper edge."""
    right: float
    """Its right edge."""
    bottom: float
    """Its lower edge."""

    def meets(self, other: "Box") -> bool:
        """Return whether both have a place in common."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass(slots=True)
class Canvas:
    """A drawing of a fixed size."""

    wide: float
    """Its width, px."""
    high: float
    """Its height, px."""
    about: str
    """A description of the picture for those who don't see it."""
    drawn: list[str] = field(default_factory=list)
    """Its elements, the lowest first."""
    words: list[tuple[str, Box]] = field(default_factory=list)
    """Each text, and the room that it takes."""

    def text(
        self,
        at: Place,
        words: str,
        *,
        anchor: str = "start",
        size: float = SIZE_PX,
        fill: str = INK,
        bold: bool = False,
    ) -> None:
        """Write words; `at` is on their base line, at their `start`, `middle` or `end`."""
        wide = LETTER * size * len(words)
        left = at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
        self.words.append((words, Box(left, at[1] - 0.8 * size, left + wide, at[1] + 0.25 * size)))
        weight = ' font-weight="bold"' if bold else ""
        self.drawn.append(
            f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" text-anchor="{anchor}" font-size="{size:g}"'
            f' fill="{fill}"{weight}>{escape(words).replace("  ", NARROW)}</text>'
        )

    def box(
        self, at: Place, wide: float, high: float, fill: str, *, edge: str = INK, round_px: float = 0.0
    ) -> None:
        """Draw an upright rectangle; `at` is its upper left corner."""
        self.drawn.append(
            f'<rect x="{at[0]:.1f}" y="{at[1]:.1f}" width="{wide:.1f}" height="{high:.1f}" rx="{round_px:g}"'
            f' fill="{fill}" stroke="{edge}"/>'
        )

    def disc(self, at: Place, radius: float, fill: str, *, edge: str = INK) -> None:
        """Draw a disc around a place."""
        self.drawn.append(
            f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius:.1f}" fill="{fill}" stroke="{edge}"/>'
        )

    def line(self, *places: Place, colour: str = INK, width: float = 2.0, dashes: str = "") -> None:
        """Draw straight lines from place to place."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.drawn.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width:g}"{dashed}/>'
        )

    def shape(self, places: Sequence[Place], fill: str, *, edge: str = INK) -> None:
        """Draw a closed shape with straight sides."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        self.drawn.append(f'<polygon points="{points}" fill="{fill}" stroke="{edge}"/>')

    def arrow(self, begins: Place, ends: Place, *, colour: str = RED) -> None:
        """Draw an arrow."""
        self.line(begins, ends, colour=colour, width=3)
        dx, dy = ends[0] - begins[0], ends[1] - begins[1]
        long = (dx * dx + dy * dy) ** 0.5
        x, y = dx / long, dy / long
        back = (ends[0] - 11 * x, ends[1] - 11 * y)
        wings = [(back[0] - 6 * y, back[1] + 6 * x), (back[0] + 6 * y, back[1] - 6 * x)]
        self.shape([(ends[0] + 2 * x, ends[1] + 2 * y), *wings], colour, edge=colour)

    def svg(self) -> str:
        """Return the drawing's file."""
        size = f'viewBox="0 0 {self.wide:g} {self.high:g}" width="{self.wide:g}"'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" role="img"'
            f' aria-label="{escape(self.about)}">'
        )
        back = f'<rect width="{self.wide:g}" height="{self.high:g}" fill="#ffffff"/>'
        return "\n".join([head, back, *self.drawn, "</svg>", ""])
