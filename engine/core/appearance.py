"""How a game looks: seats, kinds of pieces and cards, symbols, ground; the one source for all drawings.

Page, printed board, labels, cards, pictures and films draw from a game's `look.yaml` on top of what all games
share (`usual_look.yaml` beside this module): colours, symbols and shapes stand nowhere else. A symbol is a
few layers of SVG path data about (0, 0) in a box of radius 10, y down; symbols of the ground are as large as
a cell of radius 32.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import TypeVar
from zlib import crc32

from engine.core.board import portable_board
from engine.core.document import Entry, read_document

T = TypeVar("T")

_USUAL = Path(__file__).parent / "usual_look.yaml"
_COLOUR = re.compile(r"#[0-9a-f]{6}")
_PATH = re.compile(r"[MmLlHhVvCcQqZz0-9eE.,\s-]+")
ROLES = ("body", "edge", "ink", "tint", "paper")
"""The roles that a layer may name instead of a colour of its own: a seat's, or paper's."""


class DrawnKind(StrEnum):
    """How a kind is drawn: as a piece of its seat's shape, a plate in its cell, or the cell's ground."""

    PIECE = "piece"
    PLATE = "plate"
    GROUND = "ground"


@dataclass(frozen=True, slots=True)
class SymbolLayer:
    """One outline of a symbol."""

    d: str
    """The outline as an SVG path."""
    fill: str = ""
    """The colour inside: a role or `#rrggbb`; empty for none."""
    line: str = ""
    """The colour of its line: a role or `#rrggbb`; empty for none."""
    width: float = 0.0
    """The width of its line, in the symbol's own units."""


Symbol = tuple[SymbolLayer, ...]
"""Its layers in their order of painting."""


@dataclass(frozen=True, slots=True)
class SeatLook:
    """A seat's colours and shape."""

    shape: str
    """The name of the outline of its pieces."""
    body: str
    """The colour of a piece's face."""
    edge: str
    """The colour of a piece's rim by day."""
    ink: str
    """The colour of what is drawn on a piece."""
    seat: str = ""
    """The seat that always has this look; empty where seats take looks in order."""

    @property
    def tint(self) -> str:
        """The body's colour on paper: the colour of a plate."""
        return mixed(self.body, "#ffffff", 0.76)

    @property
    def rim(self) -> str:
        """The colour of a piece's outline at night, where its rim would be as dark as the ground."""
        return mixed(self.body, "#ffffff", 0.6)

    @property
    def dusk(self) -> str:
        """The colour of a plate at night."""
        return mixed(self.body, "#101214", 0.62)

    def colour(self, role: str) -> str:
        """Return the colour that a layer's `fill` or `line` means for this seat; a plain colour stays."""
        return str(getattr(self, role)) if role in ROLES[:4] else PAPER if role == "paper" else role


PAPER = "#fffdf8"
"""The colour of cards and of faces turned down."""


@dataclass(frozen=True, slots=True)
class KindLook:
    """How a kind of piece is drawn."""

    symbol: str
    """The name of its symbol; empty: the first letter of its label."""
    drawn: DrawnKind = DrawnKind.PIECE
    """The kind of drawing."""


@dataclass(frozen=True, slots=True)
class CardLook:
    """How a kind of card is drawn."""

    colour: str
    """The colour of its band."""
    symbol: str = ""
    """The name of its sign; empty for none."""
    pattern: str = "rays"
    """The name of the pattern behind its art."""

    @property
    def paper(self) -> str:
        """The colour behind a card's text on a screen."""
        return mixed(self.colour, "#ffffff", 0.93)


@dataclass(frozen=True, slots=True)
class Land:
    """A colour of the field, by day and by night, and the marks on it."""

    day: str
    """The colour by day."""
    night: str
    """The colour by night."""
    marks: str
    """The symbol on its cells, drawn as lines."""

    @property
    def strokes(self) -> tuple[str, str]:
        """The colours of the marks by day and by night: near the land's own, so that they are unobtrusive."""
        return mixed(self.day, "#4a5a22", 0.3), mixed(self.night, "#f2f0d8", 0.2)


@dataclass(frozen=True, slots=True)
class BoardGround:
    """The ground of a board."""

    lands: tuple[Land, ...]
    """The lands, which cells take by their names."""
    line: tuple[str, str]
    """The colour of the lines between cells, by day and by night."""
    margin: tuple[str, str]
    """The colour of the margin round the cells, by day and by night."""
    rim: tuple[str, str]
    """The colour of the margin's rim, by day and by night."""
    name: tuple[str, str]
    """The colour of the cells' names, by day and by night."""


@dataclass(frozen=True, slots=True)
class Appearance:
    """How a game's board and pieces are drawn: its own file, with what all games share."""

    boards: tuple[str, ...]
    """The boards that come with the game, by name or path, the usual one first."""
    seats: tuple[SeatLook, ...]
    """The seats' looks."""
    nobody: SeatLook
    """The look of pieces that belong to no seat."""
    kinds: Mapping[str, KindLook]
    """The looks of pieces, by kind."""
    cards: Mapping[str, CardLook]
    """The looks of cards, by kind."""
    other_cards: tuple[CardLook, ...]
    """The looks for kinds of cards that `cards` doesn't name."""
    counters: Mapping[str, str]
    """The names of symbols, by what is counted."""
    hats: Mapping[str, str]
    """The hats that portraits wear, by faction."""
    effects: Mapping[str, str]
    """The names of symbols in cards' art, by effect."""
    symbols: Mapping[str, Symbol]
    """The symbols, by name."""
    shapes: Mapping[str, str]
    """The outlines of pieces as SVG paths, by name."""
    field: BoardGround
    """The ground of the board."""
    signs: Mapping[str, Symbol]
    """The signs that players choose from to be known by, by name."""

    def seat_number(self, seat: str | None, order: tuple[str, ...] = ()) -> int | None:
        """Return the number of a seat's look, by the seat's name or else by its place in the order.

        None: there is no such seat.
        """
        if not seat:
            return None
        for number, one in enumerate(self.seats):
            if one.seat == seat:
                return number
        return (order.index(seat) if seat in order else 0) % len(self.seats)

    def seat(self, seat: str | None, order: tuple[str, ...] = ()) -> SeatLook:
        """Return the look of a seat; of what belongs to nobody, for None."""
        number = self.seat_number(seat, order)
        return self.nobody if number is None else self.seats[number]

    def card(self, kind: str) -> CardLook:
        """Return the look of a kind of card. A kind that the game's file leaves out takes one by its name."""
        return self.cards.get(kind) or self.other_cards[crc32(kind.encode()) % len(self.other_cards)]

    def kind(self, kind: str) -> KindLook:
        """Return the look of a kind of piece; an unknown kind shows the first letter of its label."""
        return self.kinds.get(kind, KindLook(""))


def read_look(path: Path) -> Appearance:
    """Return the look of a file, on top of what all games share.

    Raises:
        InputFault: no such file, or a broken one; with file, line and what's expected.
    """
    found = read_document(path).fields(required=("boards",), optional=_PARTS)
    usual = _usual()
    boards = tuple(_board(one, path) for one in found["boards"].sequence())
    if not boards:
        raise found["boards"].fault("expected at least one board, found none")
    symbols = {**usual.symbols, **(_symbols(found["symbols"]) if "symbols" in found else {})}
    seats = usual.seats
    if "seats" in found:
        named = tuple(_seat(one, usual.shapes) for one in found["seats"].sequence())
        seats = (*named, *usual.seats[len(named) :])
    return Appearance(
        boards,
        seats,
        usual.nobody,
        _by_name(found, "kinds", lambda one: _kind(one, symbols)),
        {**usual.cards, **_by_name(found, "cards", lambda one: _card(one, symbols))},
        usual.other_cards,
        _by_name(found, "counters", lambda one: _known(one, symbols)),
        _by_name(found, "hats", lambda one: _known(one, symbols)),
        _by_name(found, "effects", lambda one: _known(one, symbols)),
        symbols,
        usual.shapes,
        usual.field,
        usual.signs,
    )


_PARTS = ("seats", "kinds", "cards", "counters", "hats", "effects", "symbols")


@cache
def _usual() -> Appearance:
    found = read_document(_USUAL).fields(
        required=("seats", "nobody", "shapes", "symbols", "signs", "cards", "other_cards", "field")
    )
    shapes = {name: _outline(one) for name, one in found["shapes"].mapping().items()}
    symbols = _symbols(found["symbols"])
    field = found["field"].fields(required=("lands", "line", "margin", "rim", "name"))
    return Appearance(
        (),
        tuple(_seat(one, shapes) for one in found["seats"].sequence()),
        _seat(found["nobody"], shapes),
        {},
        {name: _card(one, symbols) for name, one in found["cards"].mapping().items()},
        tuple(_card(one, symbols) for one in found["other_cards"].sequence()),
        {},
        {},
        {},
        symbols,
        shapes,
        BoardGround(
            tuple(_land(one, symbols) for one in field["lands"].sequence()),
            *(_day_and_night(field[part]) for part in ("line", "margin", "rim", "name")),
        ),
        _symbols(found["signs"]),
    )


def player_signs() -> Mapping[str, Symbol]:
    """Return the signs that players choose from, in their order, by name; the same in all games."""
    return _usual().signs


def mixed(colour: str, other: str, share: float) -> str:
    """Return a mixture of two colours. `share` is the other's part: 0 returns `colour`, 1 returns `other`.

    >>> mixed("#000000", "#ffffff", 0.5)
    '#808080'
    """
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * share + 1e-9):02x}" for one, two in pairs)


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21 (WCAG 2.2).

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _by_name(found: Mapping[str, Entry], part: str, read: Callable[[Entry], T]) -> dict[str, T]:
    return {name: read(one) for name, one in found[part].mapping().items()} if part in found else {}


def _board(entry: Entry, path: Path) -> str:
    # A board file may lie in the game's own folder. The project's boards are known by name.
    name = entry.text()
    return portable_board(str(path.parent / name)) if name.endswith((".yaml", ".yml")) else name


def _seat(entry: Entry, shapes: Mapping[str, str]) -> SeatLook:
    given = entry.fields(required=("shape", "body", "edge", "ink"), optional=("seat",))
    return SeatLook(
        given["shape"].text(tuple(shapes)),
        body=_colour(given["body"]),
        edge=_colour(given["edge"]),
        ink=_colour(given["ink"]),
        seat=given["seat"].text() if "seat" in given else "",
    )


def _kind(entry: Entry, symbols: Mapping[str, Symbol]) -> KindLook:
    given = entry.fields(required=("symbol",), optional=("drawn",))
    drawn = DrawnKind(given["drawn"].text(tuple(DrawnKind))) if "drawn" in given else DrawnKind.PIECE
    return KindLook(_known(given["symbol"], symbols), drawn)


def _card(entry: Entry, symbols: Mapping[str, Symbol]) -> CardLook:
    given = entry.fields(required=("colour",), optional=("symbol", "pattern"))
    return CardLook(
        _colour(given["colour"]),
        _known(given["symbol"], symbols) if "symbol" in given else "",
        given["pattern"].text(PATTERNS) if "pattern" in given else PATTERNS[0],
    )


PATTERNS = ("rays", "hills", "waves", "sky", "scales")
"""The patterns that may lie behind a card's art."""


def _land(entry: Entry, symbols: Mapping[str, Symbol]) -> Land:
    given = entry.fields(required=("day", "night", "marks"))
    return Land(_colour(given["day"]), _colour(given["night"]), _known(given["marks"], symbols))


def _day_and_night(entry: Entry) -> tuple[str, str]:
    day, night = (_colour(one) for one in entry.sequence())
    return day, night


def _symbols(entry: Entry) -> dict[str, Symbol]:
    return {name: tuple(_layer(layer) for layer in one.sequence()) for name, one in entry.mapping().items()}


def _layer(entry: Entry) -> SymbolLayer:
    given = entry.fields(required=("d",), optional=("fill", "line", "width"))
    fill, line = (_role(given[part]) if part in given else "" for part in ("fill", "line"))
    return SymbolLayer(_outline(given["d"]), fill, line, given["width"].number() if "width" in given else 0.0)


def _role(entry: Entry) -> str:
    return entry.text() if entry.text() in ROLES else _colour(entry)


def _colour(entry: Entry) -> str:
    if not _COLOUR.fullmatch(entry.text()):
        raise entry.fault(f"expected a colour as #rrggbb in lower case, found '{entry.text()}'")
    return entry.text()


def _outline(entry: Entry) -> str:
    if not _PATH.fullmatch(entry.text()):
        raise entry.fault("expected an SVG path of M, L, H, V, C, Q and Z")
    return entry.text()


def _known(entry: Entry, symbols: Mapping[str, Symbol]) -> str:
    return entry.text(tuple(symbols))
