"""The effects of faults on the camera's picture: light, a knocked camera, foreign things and hands."""

from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace

from dashboard.simulator.faults import Fault, Trouble, Troubles
from engine.core.board import Board
from engine.core.ids import PieceId
from engine.core.layout import Face
from engine.core.pieces import Piece, PieceKind, PieceOutline, PieceSet
from vision.render.conditions import Conditions, MirroredLamp
from vision.render.hand import Hand
from vision.render.renderer import Renderer
from vision.render.solids import PlacedPiece
from vision.render.view import CameraView, view_over

_CUP = Piece(PieceId("thing.cup"), PieceKind("cup", PieceOutline.ROUND, 58.0, 10.0, 40.0), up=0, down=None)
"""The foreign thing on the board. It needs no tag, because only its plain back is shown."""
_SCRAP = Piece(
    PieceId("thing.scrap"), PieceKind("scrap", PieceOutline.SQUARE, 27.0, 10.0, 0.6), up=0, down=None
)
"""The scrap of paper that covers a label."""

_DIM, _DIM_NOISE = 0.34, 5.0
"""The brightness and the noise in dim light; a camera's noise is higher there."""
_GLARE_WIDE_MM = 60.0
_GLARE_STRENGTH = 0.93
_BUMPED_TILT_DEG, _BUMPED_TURN_DEG = 14.5, -3.0
_KEPT = 4
"""The number of renderers that are kept; each takes about 30 MB."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The light, the camera's stand, and foreign things over the board."""

    hand_mm: tuple[float, float] | None = None
    """The place of a resting hand, in board millimetres; None: there's none."""
    thing_mm: tuple[float, float] | None = None
    """The place of a foreign thing, in board millimetres; None: there's none."""
    glare_mm: tuple[float, float] | None = None
    """The middle of a mirrored lamp, in board millimetres; None: there's none."""
    dim: bool = False
    """Whether the light is dim."""
    bumped: bool = False
    """Whether the camera was knocked out of its place."""
    unplugged: bool = False
    """Whether the camera is unplugged."""

    @property
    def hand(self) -> Hand | None:
        """The hand that rests over the board, from the nearer side; None: there's none."""
        if self.hand_mm is None:
            return None
        x, y = self.hand_mm
        return Hand(x, y, 90.0 if y > 0 else 270.0, height_mm=30.0, spread=0.8)

    @property
    def things(self) -> tuple[PlacedPiece, ...]:
        """The foreign things on the board."""
        if self.thing_mm is None:
            return ()
        return (PlacedPiece(_CUP, *self.thing_mm, face=Face.DOWN),)


CALM = Surroundings()


def surroundings_of(troubles: Troubles) -> Surroundings:
    """Return the surroundings with these faults."""

    def where(fault: Fault) -> tuple[float, float] | None:
        trouble: Trouble | None = troubles.get(fault)
        return None if trouble is None else trouble.at_mm or (0.0, 0.0)

    return Surroundings(
        hand_mm=where(Fault.HAND),
        thing_mm=where(Fault.THING),
        glare_mm=where(Fault.GLARE),
        dim=Fault.DIM in troubles,
        bumped=Fault.BUMP in troubles,
        unplugged=Fault.UNPLUG in troubles,
    )


def scrap_on(placed: PlacedPiece) -> PlacedPiece:
    """Return a scrap of paper that covers a piece's label."""
    return PlacedPiece(_SCRAP, placed.x_mm, placed.y_mm, Face.DOWN, placed.turned_deg + 9.0, placed.top_mm)


def fallen(placed: PlacedPiece) -> PlacedPiece:
    """Return a piece that lies on its side; it's as high as it was wide, and shows no label."""
    kind = placed.piece.kind
    on_side = replace(kind, height_mm=kind.size_mm, shape=PieceOutline.SQUARE)
    return replace(placed, piece=replace(placed.piece, kind=on_side, down=None), face=Face.DOWN)


class Circumstances:
    """The renderers for each light and stand of the camera, made when they're first needed.

    A renderer takes a second or more to make. Meanwhile the camera uses the one before, so that its pictures
    don't stop.

    Args:
        board: The board.
        pieces: The set of pieces.
        plain: The renderer for usual light and the camera's usual stand.
        at_once: Whether the camera waits for a new renderer, as a recording must.
    """

    def __init__(self, board: Board, pieces: PieceSet, plain: Renderer, *, at_once: bool = False) -> None:
        self._board = board
        self._pieces = pieces
        self._plain = plain
        self._at_once = at_once
        self._made: dict[Surroundings, Renderer] = {}
        self._making: tuple[Surroundings, Future[Renderer]] | None = None
        self._shown = plain
        self._maker = ThreadPoolExecutor(1, thread_name_prefix="circumstances")

    def renderer(self, about: Surroundings) -> Renderer:
        """Return the renderer for these surroundings, or the one before while the new one is being made."""
        key = Surroundings(glare_mm=about.glare_mm, dim=about.dim, bumped=about.bumped)
        if self._making is not None and (self._at_once or self._making[1].done()):
            while len(self._made) >= _KEPT:
                del self._made[next(iter(self._made))]
            made_for, making = self._making
            self._made[made_for] = making.result()
            self._making = None
        if key == CALM:
            self._shown = self._plain
        elif key in self._made:
            self._shown = self._made[key]
        elif self._making is None:
            self._making = (key, self._maker.submit(self._make, key))
            if self._at_once:
                return self.renderer(about)
        return self._shown

    def close(self) -> None:
        """Make no more renderers."""
        self._maker.shutdown(cancel_futures=True)

    def _make(self, key: Surroundings) -> Renderer:
        return Renderer(self._board, self._pieces, self._view(key), _conditions(key))

    def _view(self, about: Surroundings) -> CameraView:
        view = self._plain.view
        if not about.bumped:
            return view
        return view_over(
            self._board,
            width_px=view.width_px,
            height_px=view.height_px,
            tilt_deg=_BUMPED_TILT_DEG,
            turn_deg=_BUMPED_TURN_DEG,
        )


def _conditions(about: Surroundings) -> Conditions:
    lamps = () if about.glare_mm is None else (about.glare_mm,)
    glare = tuple(MirroredLamp(x, y, wide_mm=_GLARE_WIDE_MM, strength=_GLARE_STRENGTH) for x, y in lamps)
    usual = Conditions(glare=glare)
    return replace(usual, brightness=_DIM, noise=_DIM_NOISE) if about.dim else usual
