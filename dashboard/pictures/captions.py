"""The texts around a picture's field: the state of the match, the players, and the last remark."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count

from dashboard.drawing.symbols import shape_path, symbol_paths
from dashboard.pictures.lettering import PictureText, text_width_mm, wrapped
from dashboard.printing.page_drawing import Path, Point, Rectangle, Shape
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
_SMALLER = 0.95
"""How much smaller a text is tried each time that even these sizes are too large."""
_PITCH = 1.15
"""The distance of two lines, in sizes of their letters."""
_NAME, _COUNT = 0.72, 0.6
"""The sizes of a player's name and counts, in line heights."""
_COUNTS = 0.4
"""The share of a plate that a player's counts keep beside the name. A longer name has lines of its own."""
_SIDE, _AROUND_NAME, _BETWEEN = 0.8, 2.0, 0.25
"""The room beside all texts, that on a plate beside its name, and that between rows, in line heights."""
_REASON = 70
"""The letters that a sentence has beside all names."""


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
    rows: tuple[int, ...] = ()
    """For each row of players, the lines of its longest name; 0: all names have room beside their counts."""
    head_lines: int = 2
    """The most lines of the text above the field."""

    @property
    def above_players(self) -> float:
        """The height of the room for the text above the field, in board millimetres."""
        return self.unit * (2.4 + (self.head_lines - 2) * _TWO_LINES[-1] * _PITCH)

    @property
    def head(self) -> float:
        """The height of the room above the field, in board millimetres."""
        rows = (self.plate(row) + self.unit * _BETWEEN for row in range(len(self.rows)))
        return self.above_players + self.unit * 0.3 + sum(rows)

    @property
    def foot(self) -> float:
        """The height of the room below the field, in board millimetres."""
        return self.unit * 2.4

    def plate(self, row: int) -> float:
        """Return the height of a row's plates, in board millimetres."""
        lines = self.rows[row]
        return self.unit * (1.5 if lines == 0 else _NAME * _PITCH * lines + _COUNT * _PITCH + 0.5)


def margins_of(unit: float, names: Sequence[str], width_mm: float) -> Margins:
    """Return the room that the texts around a field of this width need, given all players' names.

    All pictures of a match are of one size, so there's room for a sentence that names everybody.
    """
    room = width_mm - 2 * _SIDE * unit
    small = unit * _TWO_LINES[-1]
    sentence = ", ".join([*names, "n" * _REASON])
    beside = _plate_width(room, min(_ROW, len(names)) or 1, unit) - _AROUND_NAME * unit
    lines = [_name_lines(name, beside, unit) for name in names]
    rows = tuple(max(lines[first : first + _ROW]) for first in range(0, len(lines), _ROW))
    return Margins(unit, rows, max(2, len(wrapped(sentence, room, small, bold=True))))


def captions(caption: Caption, box: Rectangle, margins: Margins, look: Appearance) -> list[Shape]:
    """Return the drawn texts around a field that fills the rest of the box. Each is whole."""
    unit = margins.unit
    inner = Rectangle(box.left + unit * _SIDE, box.bottom, box.right - unit * _SIDE, box.top)
    at = (inner.left, box.top - unit * 1.75)
    shapes: list[Shape] = [*lines_at(caption.head, at, inner.width, unit, INK, most=margins.head_lines)]
    room = Rectangle(inner.left, 0.0, inner.right, box.top - margins.above_players)
    shapes += _players(caption, room, margins, look)
    if caption.foot:
        colour, at = _WARNS if caption.warns else INK, (inner.left, box.bottom + unit * 0.9)
        shapes += lines_at(caption.foot, at, inner.width, unit, colour, size=0.85)
    return shapes


def lines_at(  # noqa: PLR0913  # where and how large, by name
    text: str, at: Point, room_mm: float, unit: float, colour: str, *, size: float = 1.0, most: int = 2
) -> Iterator[PictureText]:
    """Yield a text that starts at a point: in one line of the size if it fits, else smaller in several.

    `size` is in line heights (`unit`), which are in mm as the room's width is. `most`: how many lines have
    room; a text that is too long for them is smaller yet, for nothing of a name may be lost.
    """
    if text_width_mm(text, unit * size, bold=True) <= room_mm:
        yield PictureText(at, text, unit * size, colour, bold=True)
        return
    for small in chain(_TWO_LINES, (_TWO_LINES[-1] * _SMALLER**step for step in count(1))):
        lines = wrapped(text, room_mm, unit * small, bold=True)
        if len(lines) <= most:
            break
    high = at[1] - unit * 0.3 + unit * small * _PITCH
    for number, line in enumerate(lines):
        height = high - number * unit * small * _PITCH
        yield PictureText((at[0], height), line, unit * small, colour, bold=True)


def _plate_width(room_mm: float, seats: int, unit: float) -> float:
    return (room_mm - (seats - 1) * unit * 0.4) / seats


def _name_lines(name: str, room_mm: float, unit: float) -> int:
    """Return how many lines a name takes on its plate; 0: it has room beside its counts."""
    size = unit * _NAME
    if text_width_mm(name, size, bold=True) <= room_mm * (1 - _COUNTS):
        return 0
    return len(wrapped(name, room_mm, size, bold=True))


def _players(caption: Caption, room: Rectangle, margins: Margins, look: Appearance) -> Iterator[Shape]:
    unit, order = margins.unit, tuple(one.seat for one in caption.players)
    wide = _plate_width(room.width, min(_ROW, len(order)) or 1, unit)
    top = room.top
    for row, first in enumerate(range(0, len(order), _ROW)):
        high = margins.plate(row)
        for column, one in enumerate(caption.players[first : first + _ROW]):
            left = room.left + column * (wide + unit * 0.4)
            plate = Rectangle(left, top - high, left + wide, top)
            on_turn = one.seat == caption.turn
            yield Path((plate.outline,), fill=_PLATE, line=INK if on_turn else None, line_mm=unit * 0.1)
            yield from _player(one, plate, unit, look, order, tall=margins.rows[row] > 0)
        top -= high + unit * _BETWEEN


def _player(
    one: PlayerCaption,
    plate: Rectangle,
    unit: float,
    look: Appearance,
    order: Sequence[Seat],
    *,
    tall: bool,
) -> Iterator[Shape]:
    seat = look.seat(one.seat, tuple(order))
    middle: Point = (plate.left + unit * 0.85, (plate.top + plate.bottom) / 2)
    scale = unit * 0.055
    yield shape_path(look, seat, middle, scale, fill=seat.body, line=seat.edge, line_mm=scale)
    if one.sign in look.signs:
        yield from symbol_paths(look.signs[one.sign], seat, middle, scale * 0.7)
    size, small = unit * _NAME, unit * _COUNT
    left, room = plate.left + unit * 1.7, plate.width - unit * _AROUND_NAME
    colour = "#8b8577" if one.out else INK
    lines = wrapped(one.name, room, size, bold=True) if tall else (one.name,)
    high = (plate.top - unit * 0.25 - size if tall else middle[1] - size * 0.35) + size * _PITCH
    for line in lines:
        high -= size * _PITCH
        yield PictureText((left, high), line, size, colour, bold=True)
    beside = 0.0 if tall else text_width_mm(one.name, size, bold=True) + unit * 0.5
    # A number that is cut off would be wrong, so only counts that fit whole are shown.
    counts = (_GAP.join(one.counts[:n]) for n in range(len(one.counts), 0, -1))
    shown = next((text for text in counts if text_width_mm(text, small) <= room - beside), "")
    if shown:
        at = (left + beside, high - (small * _PITCH * 1.1 if tall else 0.0))
        yield PictureText(at, shown, small, colour)
