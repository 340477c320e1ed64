"""The texts around a picture's field: the state of the match, the players, and the last remark."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dashboard.drawing.symbols import shape_path, symbol_paths
from dashboard.printing.page_drawing import Path, Point, Rectangle, Shape, Text
from dashboard.printing.typeface import text_width_mm, with_letters, wrapped
from engine.core.appearance import Appearance
from engine.core.ids import Seat

INK = "#2b2620"
_PLATE = "#f4efe2"
_WARNS = "#a3241a"
_GAP = " · "
_ROW = 4
"""The number of players in a row."""
_TWO_LINES = (0.8, 0.75, 0.7)
"""The sizes of a text in two lines, in line heights, the largest first.

Smaller letters can't be read in a GIF.
"""
_COUNTS = 0.5
"""The share of a plate that a player's counts keep, however long the name is."""


@dataclass(frozen=True, slots=True)
class PlayerCaption:
    """The texts about one player."""

    seat: Seat
    """The player's seat."""
    name: str
    """The player's name."""
    counts: tuple[str, ...] = ()
    """The player's counts, such as cards in the hand, each as text."""
    sign: str = ""
    """The sign that the player has chosen; empty: none."""
    out: bool = False
    """Whether the player has left the match."""


@dataclass(frozen=True, slots=True)
class Caption:
    """The texts around the field."""

    head: str
    """The line above the field, about the state of the match."""
    foot: str = ""
    """The line below the field, with the newest remark; empty: none."""
    warns: bool = False
    """Whether `foot` is a warning."""
    players: tuple[PlayerCaption, ...] = ()
    """The texts about the players, in the order of the seats."""
    turn: Seat | None = None
    """The seat whose turn it is; None: nobody's."""


@dataclass(frozen=True, slots=True)
class Margins:
    """The room for texts around a field."""

    unit: float
    """The height of a line, in board millimetres."""
    seats: int
    """The number of seats, each with its own plate."""

    @property
    def rows(self) -> int:
        """The number of rows of players."""
        return -(-self.seats // _ROW)

    @property
    def head(self) -> float:
        """The height of the room above the field, in board millimetres."""
        return self.unit * (2.7 + 1.75 * self.rows)

    @property
    def foot(self) -> float:
        """The height of the room below the field, in board millimetres."""
        return self.unit * 2.4


def captions(caption: Caption, box: Rectangle, margins: Margins, look: Appearance) -> list[Shape]:
    """Return the drawn texts around a field that fills the rest of the box."""
    unit = margins.unit
    inner = Rectangle(box.left + unit * 0.8, box.bottom, box.right - unit * 0.8, box.top)
    shapes: list[Shape] = [*_lines(caption.head, (inner.left, box.top - unit * 1.75), inner.width, unit, INK)]
    shapes += _players(caption, Rectangle(inner.left, 0.0, inner.right, box.top - unit * 2.4), margins, look)
    if caption.foot:
        colour, at = _WARNS if caption.warns else INK, (inner.left, box.bottom + unit * 0.9)
        shapes += _lines(caption.foot, at, inner.width, unit, colour, size=0.85)
    return shapes


def _lines(
    text: str, at: Point, room_mm: float, unit: float, colour: str, *, size: float = 1.0
) -> Iterator[Text]:
    """Yield a text that starts at a point: in one line of the size if it fits, else smaller in two.

    `size` is in line heights (`unit`), which are in mm as the room's width is.
    """
    text = with_letters(text)
    if text_width_mm(text, unit * size, bold=True) <= room_mm:
        yield Text(at, text, unit * size, colour, bold=True)
        return
    for small in _TWO_LINES:
        first, *others = wrapped(text, room_mm, unit * small, bold=True)
        if len(others) <= 1:
            break
    rest = " ".join(text.split()).removeprefix(first).lstrip()
    low = at[1] - unit * 0.3
    for height, line in ((low + unit * small * 1.15, first), (low, rest)):
        yield Text((at[0], height), fitting(line, room_mm, unit * small), unit * small, colour, bold=True)


def _players(caption: Caption, room: Rectangle, margins: Margins, look: Appearance) -> Iterator[Shape]:
    unit, order = margins.unit, tuple(one.seat for one in caption.players)
    count = min(_ROW, len(order)) or 1
    wide = (room.width - (count - 1) * unit * 0.4) / count
    for number, one in enumerate(caption.players):
        row, column = divmod(number, _ROW)
        left, top = room.left + column * (wide + unit * 0.4), room.top - row * unit * 1.75
        plate = Rectangle(left, top - unit * 1.5, left + wide, top)
        on_turn = one.seat == caption.turn
        yield Path((plate.outline,), fill=_PLATE, line=INK if on_turn else None, line_mm=unit * 0.1)
        yield from _player(one, plate, unit, look, order)


def _player(
    one: PlayerCaption, plate: Rectangle, unit: float, look: Appearance, order: Sequence[Seat]
) -> Iterator[Shape]:
    seat = look.seat(one.seat, tuple(order))
    middle: Point = (plate.left + unit * 0.85, (plate.top + plate.bottom) / 2)
    scale = unit * 0.055
    yield shape_path(look, seat, middle, scale, fill=seat.body, line=seat.edge, line_mm=scale)
    if one.sign in look.signs:
        yield from symbol_paths(look.signs[one.sign], seat, middle, scale * 0.7)
    size, small = unit * 0.72, unit * 0.6
    left, room = plate.left + unit * 1.7, plate.width - unit * 2.0
    colour = "#8b8577" if one.out else INK
    gap = unit * 0.5
    left_mm = room - text_width_mm(with_letters(one.name), size, bold=True)
    # A number that is cut off would be wrong, so only counts that fit whole are shown.
    counts = [with_letters(_GAP.join(one.counts[:n])) for n in range(len(one.counts), 0, -1)]
    widths = [(text, gap + text_width_mm(text, small)) for text in counts]
    shown, wide = next((each for each in widths if each[1] <= max(left_mm, room * _COUNTS)), ("", 0.0))
    name = fitting(one.name, room - wide, size)
    yield Text((left, middle[1] - size * 0.35), name, size, colour, bold=True)
    if shown:
        at = (left + text_width_mm(name, size, bold=True) + gap, middle[1] - size * 0.35)
        yield Text(at, shown, small, colour)


def fitting(text: str, room_mm: float, size_mm: float) -> str:
    """Return the text, shortened with an ellipsis to the room's width."""
    text = with_letters(text)
    if text_width_mm(text, size_mm, bold=True) <= room_mm:
        return text
    while text and text_width_mm(f"{text}…", size_mm, bold=True) > room_mm:
        text = text[:-1]
    return f"{text}…"
