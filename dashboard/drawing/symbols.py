"""Drawings of symbols, seats' shapes and ground in millimetres, for paper and pictures."""

from collections.abc import Iterable, Iterator

from dashboard.drawing.outlines import PathPart, outlines
from dashboard.drawing.portraits import portrait
from dashboard.printing.page_drawing import Path, Point
from engine.core.appearance import Appearance, Land, SeatLook, Symbol
from engine.core.depiction import PieceFace


def symbol_paths(
    symbol: Symbol, seat: SeatLook, at: Point, scale: float, *, ink: str | None = None
) -> Iterator[Path]:
    """Yield a symbol's layers about a point, `scale` millimetres for each of its units.

    `ink` replaces the seat's ink, as for pieces that lie face down and symbols on paper; None: the seat's.
    """

    def colour(role: str) -> str:
        return ink if ink is not None and role == "ink" else seat.colour(role)

    for layer in symbol:
        found = outlines(layer.d)
        if layer.fill:
            yield Path(tuple(placed(one, at, scale) for one in found), fill=colour(layer.fill))
        if layer.line:
            yield from _lines(found, at, scale, colour(layer.line), layer.width * scale)


def symbol_of(look: Appearance, face: PieceFace) -> Symbol:
    """Return a piece's symbol: a person's portrait, else the symbol of its kind; empty: it has none."""
    if face.person:
        return portrait(look, face.person, face.faction)
    return look.symbols.get(look.kind(face.kind).symbol, ())


def shape_path(  # noqa: PLR0913  # a path's place and its pen
    look: Appearance, seat: SeatLook, at: Point, scale: float, *, fill: str, line: str, line_mm: float
) -> Path:
    """Return the outline of a seat's shape about a point, `scale` millimetres for each of its units."""
    found = outlines(look.shapes[seat.shape])
    return Path(tuple(placed(one, at, scale) for one in found), fill=fill, line=line, line_mm=line_mm)


def land_marks(look: Appearance, land: Land, places: Iterable[Point], colour: str) -> Iterator[Path]:
    """Yield a land's marks at these places, one millimetre for each of their units."""
    for place in places:
        for layer in look.symbols[land.marks]:
            yield from _lines(outlines(layer.d), place, 1.0, colour, layer.width)


def placed(outline: PathPart, at: Point, scale: float) -> tuple[Point, ...]:
    """Return an outline's points on a drawing, with y up."""
    return tuple((at[0] + x * scale, at[1] - y * scale) for x, y in outline.points)


def _lines(found: tuple[PathPart, ...], at: Point, scale: float, colour: str, mm: float) -> Iterator[Path]:
    for closed in (True, False):
        parts = tuple(placed(one, at, scale) for one in found if one.closed is closed)
        if parts:
            yield Path(parts, line=colour, line_mm=mm, closed=closed)
