"""The texts around a picture's field: the state of the match, the players, and the last remark."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dashboard.drawing.symbols import shape_path, symbol_paths
from dashboard.printing.page_drawing import Path, Point, Rectangle, Shape, Text
from dashboard.printing.typeface import text_width_mm, with_letters
from engine.core.appearance import Appearance
from engine.core.ids import Seat

INK = "#2b2620"
_PLATE = "#f4efe2"
_WARNS = "#a3241a"
_GAP = " · "
_ROW = 4
"""The number of players in a row."""


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
    shapes: list[Shape] = [
        Text(
            (inner.left, box.top - unit * 1.75),
            fitting(caption.head, inner.width, unit),
            unit,
            INK,
            bold=True,
        )
    ]
    shapes += _players(caption, Rectangle(inner.left, 0.0, inner.right, box.top - unit * 2.4), margins, look)
    if caption.foot:
        colour, small = _WARNS if caption.warns else INK, unit * 0.85
        at = (inner.left, box.bottom + unit * 0.9)
        shapes.append(Text(at, fitting(caption.foot, inner.width, small), small, colour, bold=True))
    return shapes


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
    name = fitting(one.name, room, size)
    yield Text((left, middle[1] - size * 0.35), name, size, colour, bold=True)
    after = text_width_mm(name, size, bold=True) + unit * 0.5
    # A number that is cut off would be wrong, so only counts that fit whole are shown.
    counts = [_GAP.join(one.counts[:n]) for n in range(len(one.counts), 0, -1)]
    shown = next((text for text in counts if text_width_mm(with_letters(text), small) <= room - after), "")
    if shown:
        yield Text((left + after, middle[1] - size * 0.35), with_letters(shown), small, colour)


def fitting(text: str, room_mm: float, size_mm: float) -> str:
    """Return the text, shortened with an ellipsis to the room's width."""
    text = with_letters(text)
    if text_width_mm(text, size_mm, bold=True) <= room_mm:
        return text
    while text and text_width_mm(f"{text}…", size_mm, bold=True) > room_mm:
        text = text[:-1]
    return f"{text}…"
