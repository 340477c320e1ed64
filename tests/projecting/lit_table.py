"""A rendered table beneath a projector that shows what a real browser draws, as light added to the room's.

The light falls onto the board's plane, also where pieces stand. On a real piece a mark lies elsewhere.
"""

from dataclasses import dataclass, field
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Page

from engine.bus.messages.boards import CoveredCells
from engine.bus.messages.cameras import CameraCheckup, CameraPicture, CameraState, CellScale
from engine.core.ids import Cell, Seconds
from tests.vision.boards import board, opening, pieces
from tests.web.shown_table import FakeBus
from vision.motion.occlusion import COVERED
from vision.pictures.frame import Frame, Image
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer
from vision.render.view import CameraView, view_over

GAMMA = 2.2
STRENGTH = 4.0
"""The light of the projector's white, in parts of the room's light."""
SIZE_PX = (1600, 1200)
SMALL_PX = (960, 720)
CHANGED = 24
"""The least difference of two levels that isn't noise. The sigma of two pictures' difference is 3.5."""
NOISE = 2.5
"""The sigma of the sensor's noise, levels of 255."""

Map = NDArray[np.float64]
"""A homography, 3x3."""


@lru_cache
def camera_view() -> CameraView:
    return view_over(board(), width_px=SIZE_PX[0], height_px=SIZE_PX[1])


@lru_cache
def bare_light() -> NDArray[np.float32]:
    """Return the linear light of the table without a projector, and without noise, `(height, width, 3)`."""
    renderer = Renderer(board(), pieces(), camera_view(), Conditions(noise=0.0))
    return np.asarray((renderer.render(opening(), number=1).astype(np.float32) / 255) ** GAMMA, np.float32)


@lru_cache
def cell_map() -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the number of the cell that each pixel shows, from 1, 0 for none; and each number's pixels."""
    where = np.zeros(SIZE_PX[::-1], np.int32)
    for number, cell in enumerate(board().surface.cells, start=1):
        flat = np.array([[x, y, 0.0] for x, y in board().surface.corners_mm(cell)])
        cv2.fillPoly(where, [np.round(camera_view().project(flat)[:, :2]).astype(np.int32)], number)
    return where, np.bincount(where.ravel(), minlength=len(board().surface.cells) + 1)


def field_mm() -> NDArray[np.float64]:
    """Return the corners of the rectangle around the cells as the page lays them: mm, y upwards, `(4, 2)`."""
    points = np.array([at for cell in board().surface.cells for at in board().surface.corners_mm(cell)])
    (left, low), (right, high) = points.min(axis=0), points.max(axis=0)
    return np.array([(left, high), (right, high), (right, low), (left, low)])


def moved(points: NDArray[np.float64], by: Map) -> NDArray[np.float64]:
    return np.asarray(cv2.perspectiveTransform(points.reshape(-1, 1, 2), by).reshape(-1, 2), np.float64)


def perspective(four: NDArray[np.float64], others: NDArray[np.float64]) -> Map:
    """Return the map of four points, `(4, 2)`, onto four others."""
    found = cv2.getPerspectiveTransform(four.astype(np.float32), others.astype(np.float32))
    return np.asarray(found, np.float64)


def projector(corners_px: NDArray[np.float64]) -> Map:
    """Return the map from the screen, px, to the board, mm, of a projector that shows the field there."""
    return perspective(corners_px, field_mm())


def drift(right_px: float, down_px: float, turned_deg: float, *, about: tuple[float, float]) -> Map:
    """Return the map of the screen, px, onto where it would have been before a projector was pushed."""
    turn = np.asarray(cv2.getRotationMatrix2D(about, turned_deg, 1.0), np.float64)
    turn[:, 2] += (right_px, down_px)
    return np.vstack([turn, (0.0, 0.0, 1.0)])


@dataclass
class LitTable:
    """The table, its camera and its projector."""

    bus: FakeBus
    to_board: Map
    """The projector's map from the screen, px, to the board, mm."""
    reports_hands: bool = True
    """Whether the engine says which cells the camera can't look at, since their light has changed."""
    frames: list[Frame] = field(default_factory=list)
    """The camera's pictures, whole."""
    chance: np.random.Generator = field(default_factory=lambda: np.random.default_rng(5))

    def announce(self) -> None:
        """Have the camera report that it sees the board, and where."""
        state = CameraState("cam", "0", *SIZE_PX, rate_hz=5.0, frames=3, px_per_module=3.0)
        self.bus.tell("camera", state, "cam")
        surface, cells = board().surface, []
        for cell in surface.cells:
            flat = np.array([[x, y, 0.0] for x, y in surface.corners_mm(cell)])
            share = camera_view().project(flat)[:, :2] / SIZE_PX
            cells.append(CellScale(Cell(cell), 3.0, tuple((float(x), float(y)) for x, y in share)))
        self.bus.tell("camera_checkup", CameraCheckup("cam", 3, (), cells=tuple(cells)), "cam")

    def film(self, page: Page) -> None:
        """Take a picture of the table in the light of the page as it is, and send it."""
        number = len(self.frames) + 1
        picture = self._seen(page)
        self.frames.append(Frame(picture, Seconds(1_000.0 + number * 0.5), number))
        small = cv2.resize(picture, SMALL_PX, interpolation=cv2.INTER_AREA)
        if self.reports_hands:
            self.bus.tell("covered_cells", CoveredCells(self._changed()))
        _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 75])
        self.bus.tell(
            "camera_picture", CameraPicture("cam", number, Seconds(1.0), *SIZE_PX, jpeg.tobytes()), "cam"
        )

    def _changed(self) -> tuple[Cell, ...]:
        """Return the cells that the last two pictures show differently: eyes take them for covered."""
        if len(self.frames) < 2:
            return ()
        before, now = (cv2.cvtColor(one.image, cv2.COLOR_BGR2GRAY) for one in self.frames[-2:])
        differs = cv2.absdiff(before, now) > CHANGED
        where, areas = cell_map()
        share = np.bincount(where[differs], minlength=len(areas)) / np.maximum(areas, 1)
        return tuple(
            cell for cell, part in zip(board().surface.cells, share[1:], strict=True) if part > COVERED
        )

    def _seen(self, page: Page) -> Image:
        shot = cv2.imdecode(np.frombuffer(page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
        assert shot is not None
        light = (shot.astype(np.float32) / 255) ** GAMMA
        # A page counts from its edge, a picture from the middle of its first pixel.
        edge = np.array([[1.0, 0.0, 0.5], [0.0, 1.0, 0.5], [0.0, 0.0, 1.0]])
        to_picture = self._board_to_picture() @ self.to_board @ edge
        added = cv2.warpPerspective(light, to_picture, SIZE_PX, flags=cv2.INTER_LINEAR)
        lit = np.clip(bare_light() * (1 + STRENGTH * added), 0, 1) ** (1 / GAMMA) * 255
        noisy = lit + self.chance.normal(0, NOISE, lit.shape).astype(np.float32)
        return np.clip(noisy, 0, 255).astype(np.uint8)

    @staticmethod
    def _board_to_picture() -> Map:
        flat = field_mm()
        px = camera_view().project(np.column_stack([flat, np.zeros(4)]))[:, :2]
        return perspective(flat, px)

    def off_mm(self, corners: list[list[float]], screen: tuple[int, int]) -> float:
        """Return how far the worst of all cells' middles lies from where the light for it falls, mm.

        `corners`: the page's corners, as shares of the `screen`'s width and height, px.
        """
        on_screen = np.array(corners) * screen
        by = perspective(field_mm(), on_screen)
        middles = np.array(board().surface.centres_mm)
        return float(np.linalg.norm(moved(moved(middles, by), self.to_board) - middles, axis=1).max())
