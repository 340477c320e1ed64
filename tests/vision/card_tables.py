"""The shared parts of the tests of cards: the bazaar's table, rendered, with cards in its zones."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from engine.core.board import Board, load_board
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face
from engine.core.pieces import PieceSet, load_pieces
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer
from vision.render.solids import PlacedPiece
from vision.render.view import CameraView, view_over

BOARDS = Path(__file__).parent.parent / "bazaar/boards"


@lru_cache
def board() -> Board:
    return load_board(str(BOARDS / "bazaar.yaml"))


@lru_cache
def pieces() -> PieceSet:
    return load_pieces(str(BOARDS / "bazaar-pieces.yaml"))


@lru_cache
def view(width_px: int = 1920, height_px: int = 1080, tilt_deg: float = 12.0) -> CameraView:
    return view_over(board(), width_px=width_px, height_px=height_px, tilt_deg=tilt_deg)


@lru_cache(maxsize=4)
def renderer(conditions: Conditions | None = None, seen: CameraView | None = None) -> Renderer:
    return Renderer(board(), pieces(), seen or view(), conditions)


def card(
    name: str,
    cell: str,
    *,
    off: tuple[float, float] = (0.0, 0.0),
    face: Face = Face.UP,
    turned: float = 0.0,
    lift: float = 0.0,
) -> PlacedPiece:
    x, y = board().surface.centre_mm(Cell(cell))
    return PlacedPiece(pieces().pieces[PieceId(name)], x + off[0], y + off[1], face, turned, lift)


def picture(cards: Sequence[PlacedPiece], conditions: Conditions | None = None) -> Image:
    return renderer(conditions).render(cards)
