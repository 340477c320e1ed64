"""The shared parts of the reader's tests: the reference board rendered, with pieces in chosen places."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np

from engine.core.board import Board, load_board
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.core.observations import Look, Seen
from engine.core.pieces import PieceSet, load_pieces
from vision.pictures.frame import Frame, Image
from vision.render.conditions import Conditions
from vision.render.hand import Hand
from vision.render.renderer import Renderer
from vision.render.solids import PlacedPiece
from vision.render.view import view_over

SLOTS_MM = ((-21.0, -11.0), (0.0, -11.0), (21.0, -11.0), (-21.0, 11.0), (0.0, 11.0), (21.0, 11.0))
"""Six tokens of 20 mm in two rows of three."""


@lru_cache
def board() -> Board:
    return load_board("mativen")


@lru_cache
def pieces() -> PieceSet:
    return load_pieces("mativen-pieces")


def at(
    piece: str,
    cell: str,
    *,
    off: tuple[float, float] = (0.0, 0.0),
    face: Face = Face.UP,
    turned: float = 0.0,
    lift: float = 0.0,
) -> PlacedPiece:
    x, y = board().surface.centre_mm(Cell(cell))
    return PlacedPiece(pieces().pieces[PieceId(piece)], x + off[0], y + off[1], face, turned, lift)


def mountains() -> list[PlacedPiece]:
    rocks = [piece for piece in pieces().pieces.values() if piece.kind.is_rock]
    return [at(rock.id, rock.id.rpartition(".")[2]) for rock in rocks]


def opening() -> list[PlacedPiece]:
    """Rocks, a castle, six pieces on one hex, one on a rock, one pushed, one face down."""
    crowd = ["w.inf.1", "w.inf.2", "w.cav.1", "w.cav.2", "w.arc.1", "gen.est"]
    return [
        *mountains(),
        at("w.castle.infantry", "c3", off=(0, 22), turned=40),
        *(at(piece, "f5", off=slot) for piece, slot in zip(crowd, SLOTS_MM, strict=True)),
        at("w.arc.2", "e4", off=(3, -4), turned=200, lift=24),
        at("n.cav.1", "h7", off=(25, 0), turned=77),
        at("n.inf.3", "j8", face=Face.DOWN, turned=130),
    ]


@dataclass
class Scene:
    """A camera over the board; each shot is the next frame."""

    tilt: float = 14.0
    turn: float = 2.0
    focal: float = 1.15
    width: int = 1600
    height: int = 1200
    conditions: Conditions = field(default_factory=Conditions)
    shots: int = 0

    def __post_init__(self) -> None:
        size = (self.width, self.height)
        self.renderer = _renderer(size, self.tilt, self.turn, self.focal, self.conditions)

    def shoot(
        self, placed: Sequence[PlacedPiece], *, held: Sequence[PlacedPiece] = (), hand: Hand | None = None
    ) -> Frame:
        self.shots += 1
        picture = _picture(self.renderer, tuple(placed), tuple(held), hand, self.shots)
        return frame(picture.copy(), self.shots)


@lru_cache(maxsize=8)
def _renderer(
    size: tuple[int, int], tilt: float, turn: float, focal: float, conditions: Conditions
) -> Renderer:
    view = view_over(board(), width_px=size[0], height_px=size[1], tilt_deg=tilt, turn_deg=turn, focal=focal)
    return Renderer(board(), pieces(), view, conditions)


@lru_cache(maxsize=16)
def _picture(
    renderer: Renderer,
    placed: tuple[PlacedPiece, ...],
    held: tuple[PlacedPiece, ...],
    hand: Hand | None,
    number: int,
) -> Image:
    # Many tests begin with the same first pictures of the same scene.
    content = np.frombuffer(
        renderer.jpeg(renderer.render(placed, held=held, hand=hand, number=number)), np.uint8
    )
    return np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8)


def frame(image: Image, number: int) -> Frame:
    return Frame(image, Seconds(number / 2), number)


def seen_of(look: Look) -> dict[str, Seen]:
    return {one.piece: one for one in look.pieces.seen}


def misread(look: Look, placed: Sequence[PlacedPiece]) -> list[str]:
    """Return which pieces are seen otherwise than they lie, or seen though they aren't there."""
    there = {one.piece.id: one for one in placed}
    wrong = []
    for one in look.pieces.seen:
        true = there.get(one.piece)
        if true is None:
            wrong.append(f"{one.piece} isn't there")
            continue
        surface = board().surface
        cell = surface.cell_at(true.x_mm, true.y_mm)
        moves = true.piece.kind.name in ("soldier", "general")
        edge = moves and cell is not None and surface.pushed(cell, true.x_mm, true.y_mm)
        # Whether it is pushed may be left open.
        if (one.cell, one.face) != (cell, true.face) or one.edge not in (None, edge):
            wrong.append(f"{one.piece} lies in {cell}, seen as {one}")
    return wrong
