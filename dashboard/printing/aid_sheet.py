"""Draws a player aid: a card of half a sheet, in two columns, with the symbols of cards and boards.

The ground stays white, and no letter is smaller than 10 points. An aid that is too long for one card is two
cards, one above the other, which are folded back to back.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

from dashboard.drawing.symbols import symbol_paths
from dashboard.printing.flow import Item
from dashboard.printing.page_drawing import Path, Point, Rectangle, Shape, Text, drawing_of
from dashboard.printing.typeface import wrapped
from engine.core.aids import AidLine, AidSymbol, PlayerAid
from engine.core.appearance import Appearance, DrawnKind, SeatLook
from engine.core.faults import InputFault

AID_MM = (190.0, 127.0)
"""The width and height of an aid: two fit on A4 and on Letter."""

LEAST_AID_TEXT_MM = 10 * 25.4 / 72
"""The size of the smallest letters, 10 points, in mm."""

_EDGE_MM = 5.0
_GUTTER_MM = 7.0
_TITLE_MM = 6.0
_STEP = 1.22
"""The height of a line, as a share of its letters' size."""
_BETWEEN = 0.22
"""The space above each line that begins a sentence, as a share of its letters' size."""
_ABOVE_HEADING = 0.55
"""The space above a heading, as a share of the letters' size."""
_SIGN = 1.45
"""The width of a symbol with the space behind it, as a share of the letters' size."""
_GROUND_SCALE = 0.4
"""The scale of the ground's symbols, which are as large as a cell, beside that of others."""
_INK, _SOFT, _CUT = "#23262b", "#5d574a", "#9a9a9a"
_ON_WHITE = SeatLook("", "#ffffff", _INK, _INK)
_ON_CARD = SeatLook("", "#ffffff", "#ffffff", "#ffffff")


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of text in a column."""

    text: str
    """The text."""
    down: float
    """The distance from the row above it to its baseline, in mm."""
    indent: float = 0.0
    """The room before the text, in mm."""
    bold: bool = False
    """Whether it's a heading."""
    before: str = ""
    """A number or dot before the text."""
    symbols: tuple[AidSymbol, ...] = ()
    """The symbols before the text."""


def aid_items(aid: PlayerAid, look: Appearance, language: str, *, copies: int) -> tuple[Item, ...]:
    """Return a player aid in a language, once for each copy.

    A short aid is one card. A longer one is two cards, one above the other, to be folded back to back.

    Raises:
        InputFault: its text doesn't fit with letters of 10 points, or has letters that the typeface lacks.
    """
    return (_item(aid, look, language),) * copies


def _item(aid: PlayerAid, look: Appearance, language: str) -> Item:
    width, height = AID_MM
    name = aid.title.said_in(language)
    top = height - _EDGE_MM - _TITLE_MM - 1.0
    column = (width - 2 * _EDGE_MM - _GUTTER_MM) / 2
    sizes = [LEAST_AID_TEXT_MM + 0.1 * step for step in range(8, -1, -1)]
    # One card rather than two, and whole parts rather than parts that go on in the next column.
    tries = ((sides, whole, size) for sides in (1, 2) for whole in (True, False) for size in sizes)
    for sides, whole, size in tries:
        parts = _parts(aid, language, column, size)
        kept = [[row for rows in part for row in rows] for part in parts] if whole else [*chain(*parts)]
        columns = _columns(kept, top - _EDGE_MM, 2 * sides)
        if columns is not None:
            break
    else:
        raise InputFault(
            f"the player aid of {name} in '{language}' doesn't fit a folded card of {width:g} x {height:g} "
            "mm with letters of 10 points; shorten it"
        )
    shapes: list[Shape] = []
    for side in range(sides):
        base = height * (sides - 1 - side)
        at = (_EDGE_MM, base + height - _EDGE_MM - 0.8 * _TITLE_MM)
        shapes.append(Text(at, name, _TITLE_MM, _INK, bold=True))
        for number, rows in enumerate(columns[2 * side : 2 * side + 2]):
            left, y = _EDGE_MM + number * (column + _GUTTER_MM), base + top
            for row in rows:
                y -= row.down
                shapes += _drawn(row, look, (left, y), column, size)
        if side:
            fold = ((0.0, height), (width, height))
            shapes.append(Path((fold,), line=_CUT, line_mm=0.12, closed=False, dash_mm=(2.0, 1.6)))
    outline = Rectangle(0, 0, width, sides * height).outline
    shapes.append(Path((outline,), line=_CUT, line_mm=0.12))
    return Item(f"player aid of {name}", width, sides * height, drawing_of(shapes))


def _parts(aid: PlayerAid, language: str, width: float, size: float) -> list[list[list[_Row]]]:
    """Return by part the rows of each sentence; those of the first have the heading before them."""
    found: list[list[list[_Row]]] = []
    for part in aid.parts:
        found.append([])
        heading = _Row(part.title.said_in(language), (_STEP + _ABOVE_HEADING) * size, bold=True)
        for number, line in enumerate(part.lines, start=1):
            before = f"{number}." if part.ordered else ""
            rows = [*_of_line(line, before, language, width, size)]
            found[-1].append([heading, *rows] if number == 1 else rows)
    return found


def _of_line(line: AidLine, before: str, language: str, width: float, size: float) -> Iterator[_Row]:
    hanging = _SIGN * size
    first = max(1, len(line.symbols) + bool(before)) * hanging
    for number, text in enumerate(_hung(line.text.said_in(language), width, size, first=first, then=hanging)):
        leads = number == 0
        yield _Row(
            text,
            (_STEP + _BETWEEN * leads) * size,
            indent=first if leads else hanging,
            before=(before or "•" * (not line.symbols)) if leads else "",
            symbols=line.symbols if leads else (),
        )


def _hung(text: str, width: float, size: float, *, first: float, then: float) -> tuple[str, ...]:
    """Return a text in lines. The first may begin further right, behind several symbols."""
    narrow = wrapped(text, width - first, size)
    rest = text.removeprefix(narrow[0]).strip()
    return (narrow[0], *wrapped(rest, width - then, size)) if rest else narrow


def _columns(kept: list[list[_Row]], height: float, most: int) -> list[list[_Row]] | None:
    """Return the rows in at most this many columns, which are about as high; None: they don't fit.

    `kept`: the rows that stay in one column with each other.
    """
    whole = sum(row.down for rows in kept for row in rows)
    room = whole / most
    while room <= height:
        found: list[list[_Row]] = [[]]
        for rows in kept:
            if found[-1] and sum(row.down for row in found[-1] + rows) > room:
                found.append([])
            found[-1] += rows
        if len(found) <= most and all(sum(row.down for row in rows) <= height for rows in found):
            return found
        room += 1.0
    return None


def _drawn(row: _Row, look: Appearance, at: Point, width: float, size: float) -> Iterator[Shape]:
    x, y = at
    yield Text((x + row.indent, y), row.text, size, _INK, bold=row.bold)
    if row.bold:
        under = ((x, y - 0.28 * size), (x + width, y - 0.28 * size))
        yield Path((under,), line=_SOFT, line_mm=0.2, closed=False)
    if row.before:
        yield Text((x + 0.15 * size, y), row.before, size, _SOFT)
        x += _SIGN * size
    for symbol in row.symbols:
        yield from _sign(symbol, look, (x + 0.6 * size, y + 0.36 * size), size)
        x += _SIGN * size


def _sign(symbol: AidSymbol, look: Appearance, middle: Point, size: float) -> Iterator[Shape]:
    """Yield a symbol as the game shows it: a card's in white on its colour, others in ink on white."""
    scale = 0.058 * size
    if symbol.group != "cards":
        kind = look.kinds[symbol.name] if symbol.group == "kinds" else None
        names = {"counters": look.counters, "effects": look.effects}
        name = names[symbol.group][symbol.name] if kind is None else kind.symbol
        if kind is not None and kind.drawn is DrawnKind.GROUND:
            scale *= _GROUND_SCALE
        yield from symbol_paths(look.symbols[name], _ON_WHITE, middle, scale, ink=_INK)
        return
    card = look.cards[symbol.name]
    half = (0.46 * size, 0.58 * size)
    box = Rectangle(middle[0] - half[0], middle[1] - half[1], middle[0] + half[0], middle[1] + half[1])
    yield Path((box.outline,), fill=card.colour)
    yield from symbol_paths(look.symbols[card.symbol or "card"], _ON_CARD, middle, 0.7 * scale)
