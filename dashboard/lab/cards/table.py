"""A table of zones with a box of cards, laid out as by hands: a market, play areas, fans and piles."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.core.board import Board, FrameTags
from engine.core.ids import Cell, PieceId, Seat
from engine.core.layout import Face
from engine.core.pieces import Back, Piece, PieceKind, PieceOutline, PieceSet
from engine.core.surfaces import Point, Zone, ZoneKind, ZoneSurface
from engine.core.surfaces.polygons import rectangle
from vision.render.cards import crooked, fanned, stacked
from vision.render.solids import PlacedPiece

POKER = PieceKind("card", PieceOutline.CARD, 63.0, 16.0, 0.3, depth_mm=88.0, tag_at_mm=(-20.2, 32.7))
"""The kind of a poker card: 63 x 88 mm, with a tag of 16 mm in the upper left corner."""

_DICTIONARY = "DICT_5X5_1000"
_FIRST_FACE, _BACK = 20, 10
_SIZE_MM = (1200.0, 700.0)
_OVERLAP = 0.7
_FAN_STEP_MM, _FAN_DEG = 24.0, 24.0


@dataclass(frozen=True, slots=True)
class LaidTable:
    """Cards laid out on the table."""

    cards: tuple[PlacedPiece, ...]
    """The cards with their places, the lower ones first."""
    zones: dict[PieceId, str]
    """The kind of zone that each card lies in, by the card's id."""


def card_board(dictionary: str = _DICTIONARY) -> Board:
    """Return a table for six, with a market, two piles, and a play area and a fan's place for each seat."""
    zones: list[Zone] = []
    corners = []

    def add(name: str, kind: ZoneKind, at: Point, wide: float, facing: float = 0.0) -> None:
        seat = Seat(name.partition(".")[0]) if name.startswith("p") else None
        zones.append(Zone(name, kind, (Cell(name),), seat, facing))
        corners.append(rectangle(at, wide, 97.0, facing))

    for n in range(5):
        add(f"market.{n + 1}", ZoneKind.SLOTS, (-160.0 + 80.0 * n, 0.0), 72.0)
    for n, name in enumerate(("deck", "discard")):
        add(name, ZoneKind.PILE, (-340.0 + 680.0 * n, 0.0), 72.0)
    for n in range(3):
        for row, facing in ((-1, 0.0), (1, 180.0)):
            seat = 1 + n + 3 * (row > 0)
            add(f"p{seat}.play", ZoneKind.SPREAD, (-380.0 + 380.0 * n, row * 120.0), 340.0, facing)
            add(f"p{seat}.fan", ZoneKind.SPREAD, (-380.0 + 380.0 * n, row * 235.0), 340.0, facing)
    across, up = _SIZE_MM[0] / 2 - 25.0, _SIZE_MM[1] / 2 - 25.0
    frame = FrameTags(
        dictionary, 36.0, {0: (-across, up), 1: (across, up), 2: (across, -up), 3: (-across, -up)}
    )
    return Board("cards", ZoneSurface(tuple(zones), tuple(corners)), _SIZE_MM, frame, {})


def box_of(ids: range, dictionary: str = _DICTIONARY) -> PieceSet:
    """Return a box of cards with these ids on their faces, all with one back."""
    back = Back("card", POKER, _BACK)
    pieces = {PieceId(f"card{tag}"): Piece(PieceId(f"card{tag}"), POKER, tag, None, back) for tag in ids}
    by_tag = {one.up: (one, Face.UP) for one in pieces.values()}
    return PieceSet("cards", dictionary, {"card": POKER}, pieces, by_tag, {_BACK: back})


def all_faces(count: int) -> range:
    """Return the ids of this many faces, from the first id that no frame tag has."""
    return range(_FIRST_FACE, _FIRST_FACE + count)


def lay(board: Board, box: PieceSet, chance: Random) -> LaidTable:
    """Return cards laid in every zone, crooked by about 1.5 mm and 2.5 degrees as hands lay them.

    In play areas each card covers the one before by 30 %, and some lie across. Fans show a corner of each
    card. In the market one card in five lies face down.
    """
    names = iter(chance.sample(sorted(box.pieces), len(box.pieces)))
    laid: list[PlacedPiece] = []
    zones: dict[PieceId, str] = {}
    for zone in board.surface.zones:
        (cell,) = zone.cells
        kind = cell.partition(".")[2] or cell
        cards = list(
            _in_zone(board, cell, kind, [box.pieces[next(names)] for _ in range(_number(kind))], chance)
        )
        laid += crooked(cards, chance, off_mm=1.5, off_deg=2.5)
        zones |= dict.fromkeys((one.piece.id for one in cards), "market" if kind.isdecimal() else kind)
    return LaidTable(stacked(laid), zones)


def _number(kind: str) -> int:
    return {"play": 4, "fan": 5, "deck": 8, "discard": 4}.get(kind, 1)


def _in_zone(
    board: Board, cell: Cell, kind: str, cards: list[Piece], chance: Random
) -> Iterator[PlacedPiece]:
    x, y = board.surface.centre_mm(cell)
    facing = board.surface.facing_deg(cell)
    left = -1.0 if facing == 0.0 else 1.0
    if kind == "fan":
        first = [PlacedPiece(one, x + 75.0 * left, y, turned_deg=facing) for one in cards]
        yield from fanned(first, step_mm=_FAN_STEP_MM, spread_deg=_FAN_DEG)
        return
    for n, one in enumerate(cards):
        if kind == "play":
            step = _OVERLAP * POKER.size_mm
            sideways = 90.0 if chance.random() < 0.2 else 0.0
            yield PlacedPiece(one, x + left * (1.5 - n) * step, y, turned_deg=facing + sideways)
        else:
            down = kind == "deck" or (kind.isdecimal() and chance.random() < 0.2)
            yield PlacedPiece(one, x, y, Face.DOWN if down else Face.UP)
