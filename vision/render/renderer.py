"""The renderer: a board with its pieces as a camera sees them, and which parts of it can be seen.

It knows physical pieces only, and no game.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.core.board import Board
from engine.core.faults import InputFault
from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, is_sideways
from engine.core.pieces import PieceSet
from vision.pictures.camera_model import Points
from vision.pictures.frame import Image
from vision.render.board_art import FlatPrint, board_print, label_modules, table_print, tag_label, wear
from vision.render.brush import FINER, draw_label, draw_shadow, draw_solid, finer
from vision.render.cards import print_of, shone_on
from vision.render.conditions import Conditions, exposure, glare_over, light_over
from vision.render.hand import Hand, covered_by, draw_hand, is_shown
from vision.render.lit import LitScene
from vision.render.solids import PlacedPiece, Solid, solid_of
from vision.render.view import CameraView, expect_no_distortion

_NOISE_ROOM_PX = 64
"""How much larger than a picture the field of noise is, px. Each picture takes one of its 4,096 parts."""


@dataclass(frozen=True, slots=True)
class PieceTruth:
    """The true place of one piece, and the hidden part of its label."""

    placed: PlacedPiece
    """The piece and its place."""
    cell: Cell | None
    """Its cell; None outside the field."""
    edge: bool
    """Whether it's pushed to its cell's edge."""
    hidden_by_hand: float
    """The part of its label that the arm covers, 0..1."""
    hidden: float
    """The part that can't be seen: occluded by the arm or by other pieces, or out of the picture, 0..1."""
    sideways: bool | None = None
    """Whether it lies across the upright of its cell; None outside the field, and half way between the
    two."""


class Renderer:
    """Renders one board from one camera under fixed conditions. It caches what stays between pictures.

    `paper` is a picture of a printed board with its frame tags. `labels` are pictures of printed labels by
    tag, each with one module of white around it (for cards: of whole faces). Without these, both are drawn
    here.

    Raises:
        InputFault: a tag isn't in its dictionary.
    """

    def __init__(
        self,
        board: Board,
        pieces: PieceSet,
        view: CameraView,
        conditions: Conditions | None = None,
        *,
        paper: FlatPrint | None = None,
        labels: Mapping[int, Image] | None = None,
    ) -> None:
        expect_no_distortion(view)
        self._board = board
        self._pieces = pieces
        self._view = view
        self._conditions = conditions or Conditions()
        room = self._conditions.room
        self._light = light_over(
            view, self._conditions if room is None else Conditions(gradient=0, vignette=0)
        )
        self._glare = glare_over(view, self._conditions)
        self._paper = paper
        self._labels: dict[int, Image] = dict(labels or {})
        self._rim = _rim_of(pieces.dictionary)
        self._empty = self._empty_board()
        self._noise = self._noise_field()
        self._quiet: tuple[tuple[PlacedPiece, ...], Image] | None = None
        self._lit = None if room is None else LitScene(view, room, self._conditions, self._empty)

    @property
    def view(self) -> CameraView:
        """The camera."""
        return self._view

    def render(
        self,
        placed: Sequence[PlacedPiece],
        *,
        held: Sequence[PlacedPiece] = (),
        hand: Hand | None = None,
        number: int = 0,
    ) -> Image:
        """Return the picture, BGR; `number` chooses the sensor's noise.

        Lower pieces are drawn before higher ones, far ones before near ones. The last picture of `placed` is
        cached. So pieces on the move are cheap as `held`, which are drawn over it.
        """
        conditions = self._conditions
        if self._lit is not None:
            image = self._lit.picture(
                self._solids(placed), self._solids(held), hand, self._label_of, number=number
            )
            return self._noisy(image, number)
        image = self._clear(tuple(placed))
        if held or hand is not None:
            image = image.copy()
        self._paint(image, held)
        if hand is not None:
            draw_hand(image, hand, self._view, conditions, self._light)
        return self._noisy(self._exposed(image, number), number)

    def shows(self, hand: Hand) -> bool:
        """Return whether an arm or its shadow is in the picture. In a room's light it always may be."""
        return self._lit is not None or is_shown(hand, self._view, self._conditions)

    def _noisy(self, image: Image, number: int) -> Image:
        """Return the picture with the lens's blur and the sensor's noise."""
        conditions = self._conditions
        if conditions.blur_px > 0:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), conditions.blur_px), np.uint8)
        if conditions.noise <= 0:
            return image.copy()
        rng = np.random.default_rng((conditions.seed, number))
        down, right = rng.integers(0, _NOISE_ROOM_PX, 2)
        noise = self._noise[down : down + image.shape[0], right : right + image.shape[1]]
        # The field is stored around 128: sums of 8 bits are six times as fast as sums of two types.
        return np.asarray(cv2.addWeighted(image, 1.0, noise, 1.0, -128.0), np.uint8)

    def _exposed(self, image: Image, number: int) -> Image:
        """Return the picture in the lamp's colour, with its reflections."""
        factors = exposure(self._conditions, number)
        if factors != (1.0, 1.0, 1.0):
            image = np.asarray(cv2.transform(image, np.diag(factors)), np.uint8)
        if self._glare is not None:
            free = 255.0 - image
            image = np.asarray(image + free * self._glare[:, :, None], np.uint8)
        return image

    def jpeg(self, image: Image) -> bytes:
        """Return a picture as the JPEG that the camera would send."""
        done, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, self._conditions.jpeg_quality])
        if not done:  # pragma: no cover - only for pictures of no size
            raise InputFault(f"a picture of {image.shape} can't be written as JPEG")
        return content.tobytes()

    def truth(
        self,
        placed: Sequence[PlacedPiece],
        *,
        held: Sequence[PlacedPiece] = (),
        hand: Hand | None = None,
    ) -> tuple[PieceTruth, ...]:
        """Return each piece's true place and the hidden part of its label, in order, held pieces last."""
        covered = None if hand is None else covered_by(hand, self._view)
        painted = [*self._painting_order(placed), *self._painting_order(held)]
        solids = [solid_of(piece, rim=self._rim) for piece in painted]
        outlines = [self._outline(solid.corners_mm) for solid in solids]
        lows = np.array([outline.min(0) for outline in outlines])
        highs = np.array([outline.max(0) for outline in outlines])
        truths: dict[PlacedPiece, PieceTruth] = {}
        for i, (piece, solid) in enumerate(zip(painted, solids, strict=True)):
            label = self._outline(solid.label_mm)
            touching = (highs >= label.min(0)).all(1) & (lows <= label.max(0)).all(1)
            above = [outlines[j] for j in np.flatnonzero(touching) if j > i]
            truths[piece] = self._truth_of(piece, label, above, covered)
        return tuple(truths[piece] for piece in (*placed, *held))

    def _truth_of(
        self, piece: PlacedPiece, label: Points, above: list[Points], covered: Image | None
    ) -> PieceTruth:
        cell = self._board.surface.cell_at(piece.x_mm, piece.y_mm)
        edge = cell is not None and self._board.surface.pushed(cell, piece.x_mm, piece.y_mm)
        facing = None if cell is None else self._board.surface.facing_deg(cell)
        sideways = None if facing is None else is_sideways(piece.turned_deg, facing)
        height, width = self._view.height_px, self._view.width_px
        low, high = np.floor(label.min(0)).astype(int), np.ceil(label.max(0)).astype(int) + 1
        in_picture = bool((low >= 0).all() and high[0] <= width and high[1] <= height)
        if in_picture and not above and covered is None:
            return PieceTruth(piece, cell, edge, hidden_by_hand=0.0, hidden=0.0, sideways=sideways)
        inside = _filled(label - low, (int(high[1] - low[1]), int(high[0] - low[0]))) > 0
        area = max(int(np.count_nonzero(inside)), 1)
        rows, columns = np.mgrid[low[1] : high[1], low[0] : high[0]]
        gone = (rows < 0) | (rows >= height) | (columns < 0) | (columns >= width)
        by_hand = np.zeros_like(gone)
        if covered is not None:
            by_hand[~gone] = covered[rows[~gone], columns[~gone]] > 0
        for outline in above:
            gone |= _filled(outline - low, inside.shape) > 0
        return PieceTruth(
            piece,
            cell,
            edge,
            hidden_by_hand=float(np.count_nonzero(by_hand & inside)) / area,
            hidden=float(np.count_nonzero((gone | by_hand) & inside)) / area,
            sideways=sideways,
        )

    def _clear(self, placed: tuple[PlacedPiece, ...]) -> Image:
        """Return the lit picture without arm and noise. It's drawn once for each arrangement."""
        if self._quiet is not None and self._quiet[0] == placed:
            return self._quiet[1]
        image = self._empty.copy()
        self._paint(image, placed)
        self._quiet = (placed, image)
        return image

    def _paint(self, image: Image, placed: Sequence[PlacedPiece]) -> None:
        painted = self._solids(placed)
        for piece, solid in painted:
            if piece.piece.kind.height_mm > 0:
                draw_shadow(image, solid, self._view, self._conditions)
        for piece, solid in painted:
            light = self._light_at(solid)
            draw_solid(
                image,
                solid,
                self._label_of(piece),
                self._view,
                self._conditions,
                light=light,
                tint=self._conditions.paper,
                curl_mm=self._conditions.curl_mm,
            )

    def _solids(self, placed: Sequence[PlacedPiece]) -> list[tuple[PlacedPiece, Solid]]:
        """Return pieces as solids, in the order of drawing."""
        return [(piece, solid_of(piece, rim=self._rim)) for piece in self._painting_order(placed)]

    def _painting_order(self, placed: Sequence[PlacedPiece]) -> list[PlacedPiece]:
        eye = self._view.camera.eye_mm
        return sorted(
            placed,
            key=lambda piece: (
                piece.lift_mm,
                piece.piece.kind.height_mm > 0,
                -float(np.hypot(piece.x_mm - eye[0], piece.y_mm - eye[1])),
            ),
        )

    def _light_at(self, solid: Solid) -> float:
        x, y = np.rint(self._view.project(solid.label_mm.mean(0)[None, :])[0]).astype(int)
        height, width = self._light.shape
        return float(self._light[min(max(y, 0), height - 1), min(max(x, 0), width - 1)])

    def _label_of(self, piece: PlacedPiece) -> Image | None:
        tag = piece.tag
        if tag is None:
            return None
        seed = self._conditions.seed
        if tag not in self._labels:
            label = wear(tag_label(self._pieces.dictionary, tag), worn=self._conditions.worn, seed=seed)
            self._labels[tag] = print_of(piece, label, seed=seed) if piece.piece.kind.is_card else label
        if piece.piece.kind.is_card and self._conditions.sleeves > 0:
            return shone_on(self._labels[tag], piece, self._conditions.sleeves, seed=seed)
        return self._labels[tag]

    def _outline(self, corners_mm: Points) -> Points:
        px = self._view.project(corners_mm).astype(np.float32)
        return np.asarray(cv2.convexHull(px).reshape(-1, 2), np.float64)

    def _empty_board(self) -> Image:
        """Return the lit board and table, drawn at twice the size and reduced."""
        board, view = self._board, self._view
        size = (2 * view.width_px, 2 * view.height_px)
        larger = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1.0]]) @ view.plane(0.0)
        reach = 2.2 * max(board.size_mm)
        table = table_print(width_mm=reach, height_mm=reach, seed=self._conditions.seed)
        large = cv2.warpPerspective(
            table.image, larger @ np.linalg.inv(table.from_mm), size, flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        )  # fmt: skip
        px_per_mm = min(max(2.2 * view.px_per_mm(), 3.0), 6.0)
        conditions = self._conditions
        paper = self._paper or board_print(
            board, px_per_mm=px_per_mm, seed=conditions.seed, art=conditions.art
        )
        cv2.warpPerspective(
            paper.image, larger @ np.linalg.inv(paper.from_mm), size, large, cv2.INTER_AREA,
            cv2.BORDER_TRANSPARENT,
        )  # fmt: skip
        shrunk = cv2.resize(large, (view.width_px, view.height_px), interpolation=cv2.INTER_AREA)
        image = np.asarray(cv2.multiply(shrunk, cv2.merge([self._light] * 3), dtype=cv2.CV_8U), np.uint8)
        if self._paper is None:
            self._draw_frame_tags(image)
        return image

    def _draw_frame_tags(self, image: Image) -> None:
        frame = self._board.frame
        for tag, (x, y) in frame.centres_mm.items():
            h = frame.side_mm * _rim_of(frame.dictionary) / 2
            corners = np.array([(x - h, y + h, 0), (x - h, y - h, 0), (x + h, y - h, 0), (x + h, y + h, 0)])
            px = self._view.project(corners)
            low = np.maximum(np.floor(px.min(0)).astype(int) - 1, 0)
            high = np.minimum(np.ceil(px.max(0)).astype(int) + 2, (self._view.width_px, self._view.height_px))
            if (low >= high).any():
                continue
            part = image[low[1] : high[1], low[0] : high[0]]
            large = part.repeat(FINER, 0).repeat(FINER, 1)
            light = float(self._light[low[1] : high[1], low[0] : high[0]].mean())
            draw_label(large, tag_label(frame.dictionary, tag), finer(px - low), light=light)
            part[:] = cv2.resize(large, (part.shape[1], part.shape[0]), interpolation=cv2.INTER_AREA)

    def _noise_field(self) -> Image:
        shape = (self._view.height_px + _NOISE_ROOM_PX, self._view.width_px + _NOISE_ROOM_PX, 3)
        rng = np.random.default_rng(self._conditions.seed)
        field = rng.standard_normal(shape, np.float32)
        return np.asarray(cv2.convertScaleAbs(field, alpha=self._conditions.noise, beta=128), np.uint8)


def _rim_of(dictionary: str) -> float:
    modules = label_modules(tag_label(dictionary, 0))
    return modules / (modules - 2)


def _filled(outline: Points, size: tuple[int, ...]) -> Image:
    mask = np.zeros(size, np.uint8)
    cv2.fillPoly(mask, [np.rint(outline * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    return mask


def lie(
    pieces: PieceSet, name: str, x_mm: float, y_mm: float, *, face: Face = Face.UP, turned_deg: float = 0.0
) -> PlacedPiece:
    """Return a piece of a set lying on the board's print.

    Raises:
        InputFault: the set has no such piece.
    """
    found = pieces.pieces.get(PieceId(name))
    if found is None:
        raise InputFault(f"{name}: no such piece; the set of board {pieces.board} has {len(pieces.pieces)}")
    return PlacedPiece(found, x_mm, y_mm, face, turned_deg)
