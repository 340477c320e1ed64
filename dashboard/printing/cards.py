"""Draws a game's cards for printing: faces with name, art, kind, text and a tag in the upper left; and backs.

When a pieces file has cards, those are printed, with the tags of that file. All other copies take free tags
of the dictionary, in the game's order, one a copy. The command's `--json` output names the tag of each card.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from dashboard.drawing.card_art import card_art
from dashboard.drawing.symbols import symbol_paths
from dashboard.printing.colours import lighter
from dashboard.printing.depicted import Depiction
from dashboard.printing.flow import Item
from dashboard.printing.page_drawing import PageDrawing, Path, Point, Rectangle, Shape, Text, drawing_of
from dashboard.printing.tags import PAPER, label_side_mm, tag_drawing
from dashboard.printing.typeface import text_width_mm, wrapped
from engine.core.appearance import CardLook, SeatLook, mixed
from engine.core.depiction import PrintedCard
from engine.core.faults import InputFault
from engine.core.ids import PieceId
from engine.core.pieces import Back, Piece, PieceSet

CARD_MM = (63.0, 88.0)
TOKEN_MM = (42.0, 42.0)

CARD_DICTIONARY = "DICT_5X5_1000"
"""The dictionary of cards' tags. Its first 250 tags are those of `DICT_5X5_250`, for boards and pieces."""

FIRST_CARD_TAG = 250
CARD_TAG_MM = 16.0
_CORNER_MM = 1.0
"""The distance of the tag's white from the card's upper and left edges, in mm."""

BLEED_MM = 0.7
"""The width of a back beyond the cut, in mm: printers don't place both sides exactly alike."""

_INK, _SOFT, _FACE, _CUT = "#23262b", "#5d574a", "#fffdf8", "#9a9a9a"
_LARGEST_TEXT_MM, _LEAST_TEXT_MM = 4.2, 1.7
_EDGE_MM = 3.5
_BAND_MM = 14.0
_MOST_MARKS = 5
"""The largest number that is drawn as symbols; a larger one is written."""
_COUNTED_MM = 3.4
_GAP = "  "


@dataclass(frozen=True, slots=True)
class TwoSided:
    """The two sides of a card, each with its lower left as origin."""

    front: Item
    """The card's face."""
    back: PageDrawing
    """The card's back, which reaches over the edges by `BLEED_MM`."""


@dataclass(frozen=True, slots=True)
class _Tag:
    dictionary: str
    """The name of the tag's dictionary."""
    id: int
    """The tag's number in the dictionary."""
    side_mm: float
    """The side of the tag's black square, in mm."""
    centre: Point
    """The tag's middle, in mm from the card's lower left."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A paragraph of a card's text."""

    text: str
    """The text."""
    share: float = 1.0
    """The size of its letters, as a share of the card's usual size."""
    colour: str = _INK
    """The colour, `#rrggbb`."""
    bold: bool = False
    """Whether the text is bold."""
    space: float = 0.35
    """The space above the paragraph, as a share of a line's height."""


def card_items(
    shown: Depiction, pieces: PieceSet | None = None, *, every_copy: bool = False
) -> tuple[TwoSided, ...]:
    """Return the cards that are in the pieces file; if none are, or with `every_copy`, all of the game's.

    Raises:
        InputFault: a card's text doesn't fit, or has letters that the typeface lacks.
    """
    copies = [(card, copy) for card in shown.cards for copy in range(1, card.copies + 1)]
    known = [(card, copy, _piece(pieces, card, copy)) for card, copy in copies]
    printed = known if every_copy else [one for one in known if one[2] is not None] or known
    taken = set() if pieces is None else {*pieces.by_tag, *pieces.backs}
    free = (tag for tag in count(FIRST_CARD_TAG) if tag not in taken)
    found: list[TwoSided] = []
    for card, copy, piece in printed:
        size = TOKEN_MM if card.small else CARD_MM if piece is None else piece.kind.sides_mm
        name = card.face.card if card.copies == 1 else f"{card.face.card}.{copy}"
        front = _front(shown, card, name, size, _tag(piece, card, size, free))
        found.append(TwoSided(front, _back(shown, card, size, None if piece is None else piece.back)))
    return tuple(found)


def _piece(pieces: PieceSet | None, card: PrintedCard, copy: int) -> Piece | None:
    known = {} if pieces is None else pieces.pieces
    return known.get(PieceId(f"{card.face.card}#{copy}")) or known.get(PieceId(card.face.card))


def _tag(
    piece: Piece | None, card: PrintedCard, size_mm: tuple[float, float], free: Iterator[int]
) -> _Tag | None:
    width, height = size_mm
    if piece is not None and piece.kind.is_card:
        x, y = piece.kind.tag_at_mm
        return _Tag(CARD_DICTIONARY, piece.up, piece.kind.tag_mm, (width / 2 + x, height / 2 + y))
    if not card.tagged:
        return None
    half = label_side_mm(CARD_DICTIONARY, CARD_TAG_MM) / 2 + _CORNER_MM
    return _Tag(CARD_DICTIONARY, next(free), CARD_TAG_MM, (half, height - half))


def _front(
    shown: Depiction, card: PrintedCard, name: str, size_mm: tuple[float, float], tag: _Tag | None
) -> Item:
    width, height = size_mm
    look, face = _look(shown, card), card.face
    outline = Rectangle(0, 0, width, height)
    # The tag stands beside the coloured band, so that a fan of cards shows tag and name.
    label = 0.0 if tag is None else label_side_mm(tag.dictionary, tag.side_mm)
    left = 0.0 if tag is None else tag.centre[0] + label / 2 + 0.6
    deep = _BAND_MM if tag is None else max(_BAND_MM, height - tag.centre[1] + label / 2 + 0.6)
    band = Rectangle(left, height - deep, width, height)
    shapes: list[Shape] = [
        Path((outline.outline,), fill=_FACE),
        Path((band.outline,), fill=look.colour),
        *_heading(shown, card, look, band),
    ]
    art_mm = 0.0 if card.small else 15.0 if card.parts else 24.0
    if art_mm:
        own = SeatLook("", look.colour, mixed(look.colour, "#000000", 0.4), "#ffffff")
        middle = (width / 2, band.bottom - art_mm / 2)
        shapes += symbol_paths(card_art(shown.look, card, width, art_mm), own, middle, 1.0)
    kind = shown.said(face.kind_label)
    if kind:
        size = min(2.6, 2.6 * (width - 2 * _EDGE_MM) / text_width_mm(kind, 2.6, bold=True))
        at = (_EDGE_MM, band.bottom - art_mm - 3.6)
        shapes.append(Text(at, kind, size, look.colour, bold=True))
    room = Rectangle(_EDGE_MM, 2.4, width - _EDGE_MM, band.bottom - art_mm - 4.6)
    shapes += _text(_parts(shown, card), room, name)
    shapes.append(Path((outline.outline,), line=_CUT, line_mm=0.12))
    drawing = drawing_of(shapes)
    if tag is not None:
        white = Rectangle(*tag.centre, *tag.centre).grown(label / 2)
        drawing += drawing_of(
            Path((white.outline,), fill=PAPER),
            tag_drawing(tag.dictionary, tag.id, tag.centre, tag.side_mm, whose=name),
        )
    return Item(name, width, height, drawing)


def _look(shown: Depiction, card: PrintedCard) -> CardLook:
    return shown.look.card(card.face.kind)


def _heading(shown: Depiction, card: PrintedCard, look: CardLook, band: Rectangle) -> Iterator[Shape]:
    """Yield a card's name, in one or two lines, and its numbers as symbols or as text."""
    inner = band.width - 2 * _EDGE_MM
    counted = [(shown.look.counters.get(one.key, ""), one) for one in card.face.numbers]
    marks = [(symbol, one.number) for symbol, one in counted if symbol and one.number <= _MOST_MARKS]
    written = [shown.said(one.label) for symbol, one in counted if not (symbol and one.number <= _MOST_MARKS)]
    room = inner - 5.0 * sum(number for _, number in marks)
    rows = _rows(written, room)
    below = max(5.4 if marks and not card.small else 0.0, 1.5 + 1.2 * _COUNTED_MM * len(rows))
    name = shown.said(card.face.label)
    size = 6.0
    while size > 3.0 and not _fits(name, size, inner, band.height - below - 1.0):
        size -= 0.2
    lines = wrapped(name, inner, size, bold=True)
    y = (band.bottom + band.top) / 2 + (1.15 * size * len(lines) + below * bool(counted)) / 2
    for line in lines:
        y -= 1.15 * size
        yield Text((band.left + _EDGE_MM, y + 0.25 * size), line, size, "#ffffff", bold=True)
    x = band.left + _EDGE_MM
    pale = SeatLook("", look.colour, look.colour, "#ffe9a8")
    for symbol, number in marks:
        for _ in range(number):
            yield from symbol_paths(shown.look.symbols[symbol], pale, (x + 2.0, y - 2.6), 0.26)
            x += 5.0
    small = min(
        [_COUNTED_MM, *(_COUNTED_MM * room / text_width_mm(row, _COUNTED_MM, bold=True) for row in rows)]
    )
    for number, row in enumerate(rows, start=1):
        yield Text((x, y - 0.2 - 1.2 * _COUNTED_MM * number), row, small, "#ffe9a8", bold=True)


def _rows(written: list[str], room: float) -> list[str]:
    """Return the written numbers in one row, or in two when one would be too long."""
    if text_width_mm(_GAP.join(written), _COUNTED_MM, bold=True) <= room:
        return [_GAP.join(written)] if written else []
    half = (len(written) + 1) // 2
    return [_GAP.join(part) for part in (written[:half], written[half:]) if part]


def _fits(name: str, size: float, width: float, height: float) -> bool:
    lines = wrapped(name, width, size, bold=True)
    widest = max((text_width_mm(line, size, bold=True) for line in lines), default=0.0)
    return len(lines) <= 2 and widest <= width and 1.15 * size * len(lines) <= height


def _parts(shown: Depiction, card: PrintedCard) -> list[_Part]:
    text = shown.said(card.face.text)
    found = [_Part(line) for line in text.splitlines() if line]
    for heading, said in card.parts:
        found.append(_Part(shown.said(heading), bold=True, space=0.6))
        found.append(_Part(shown.said(said), colour=_INK))
    return found


def _back(
    shown: Depiction, card: PrintedCard, size_mm: tuple[float, float], back: Back | None
) -> PageDrawing:
    """Return a card's back; all cards that share a back get the same drawing."""
    width, height = size_mm
    alike = [one for one in shown.cards if one.back == card.back]
    look = shown.look.cards.get(card.back) or _look(shown, alike[0])
    # The back must not show which card it is, so a kind's colour is used only if all these cards share it.
    colour = look.colour if len({_look(shown, one) for one in alike}) == 1 else "#3d4658"
    pale = lighter(colour, 0.55)
    whole = Rectangle(0, 0, width, height)
    inner = whole.grown(-4.0)
    lattice = tuple(_lattice(inner))
    middle = (width / 2, height / 2)
    own = SeatLook("", pale, pale, pale)
    emblem = (
        shown.look.symbols[look.symbol or "card"] if colour == look.colour else shown.look.symbols["card"]
    )
    title = shown.said(card.back_label) or ""
    plate = Rectangle(*middle, *middle).grown(11.0)
    drawing = drawing_of(
        Path((whole.grown(BLEED_MM).outline,), fill=colour),
        Path(lattice, line=mixed(colour, "#ffffff", 0.18), line_mm=0.4, closed=False),
        Path((inner.outline,), line=pale, line_mm=0.6),
        Path((plate.outline,), fill=colour, line=pale, line_mm=0.6),
        symbol_paths(emblem, own, (middle[0], middle[1] + (2.0 if title else 0.0)), 0.7),
        [_title(title, plate, pale)] if title else [],
    )
    if back is not None:
        x, y = back.kind.tag_at_mm
        centre = (width / 2 + x, height / 2 + y)
        side = back.kind.tag_mm
        white = Rectangle(*centre, *centre).grown(label_side_mm(CARD_DICTIONARY, side) / 2)
        drawing += drawing_of(
            Path((white.outline,), fill=PAPER),
            tag_drawing(CARD_DICTIONARY, back.tag, centre, side, whose=f"back {back.name}"),
        )
    return drawing


def _title(title: str, plate: Rectangle, colour: str) -> Text:
    size = min(4.0, 4.0 * (plate.width - 2.0) / text_width_mm(title, 4.0, bold=True))
    return Text(
        ((plate.left + plate.right) / 2, plate.bottom + 2.2), title, size, colour, bold=True, anchor="middle"
    )


def _lattice(box: Rectangle) -> Iterator[tuple[Point, ...]]:
    """Yield diagonal lines both ways across a box, each ending at the box's edge."""
    step = 6.0
    at = box.left - box.height
    while at < box.right:
        low, high = max(at, box.left), min(at + box.height, box.right)
        if high > low:
            yield ((low, box.bottom + low - at), (high, box.bottom + high - at))
            yield ((low, box.top - low + at), (high, box.top - high + at))
        at += step


def _text(parts: list[_Part], room: Rectangle, name: str) -> Iterator[Text]:
    """Yield the paragraphs' lines from the top, as large as the room allows.

    Raises:
        InputFault: the text doesn't fit even in the smallest letters.
    """
    size = _LARGEST_TEXT_MM
    while size >= _LEAST_TEXT_MM:
        lines = [
            (line, one, i == 0)
            for one in parts
            for i, line in enumerate(wrapped(one.text, room.width, size * one.share, bold=one.bold))
        ]
        step = [1.28 * size * one.share + one.space * size * first for _, one, first in lines]
        if sum(step) <= room.height:
            break
        size -= 0.1
    else:
        raise InputFault(
            f"{name}: its text doesn't fit a card, even with letters of {_LEAST_TEXT_MM} mm; shorten it"
        )
    y = room.top
    for (line, one, _), down in zip(lines, step, strict=True):
        y -= down
        yield Text((room.left, y), line, size * one.share, one.colour, bold=one.bold)
