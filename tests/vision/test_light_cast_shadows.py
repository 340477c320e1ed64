"""Hard shadows of a lamp or a low sun: they aren't things, and labels under them are still found."""

import cv2
import numpy as np
import pytest

from engine.core.ids import Cell
from engine.core.pieces import PieceOutline
from tests.vision.boards import Scene, at, board, misread, mountains, opening, pieces
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.render.board_art import DARK, PLAIN, VIVID, Art
from vision.render.conditions import Conditions
from vision.render.solids import PlacedPiece

FROM_LEFT, FROM_BEHIND, LOW = (0.9, 0.3), (-0.5, -1.0), (1.6, -0.9)
"""The offset of the shadow of one millimetre of height, board mm."""


def outline(one: PlacedPiece, *, foot_mm: float, top_mm: float) -> np.ndarray:
    """Return the outline of a piece from foot to top, or of its shadow on the board."""
    kind = one.piece.kind
    around = np.deg2rad(np.arange(0, 360, 15) if kind.is_rock else one.turned_deg + np.arange(45, 405, 90))
    wide = np.column_stack([np.cos(around), np.sin(around)])
    half = kind.size_mm / 2 * (1.0 if kind.is_rock else 2**0.5)
    foot = wide * half + (one.x_mm, one.y_mm)
    top = wide * half * (0.5 if kind.is_rock else 1.0) + (one.x_mm, one.y_mm)
    return np.concatenate([
        np.column_stack([foot, np.full(len(foot), foot_mm)]),
        np.column_stack([top, np.full(len(top), top_mm)]),
    ])  # fmt: skip


def lit_from(scene: Scene, shot: Frame, placed: list[PlacedPiece], per_mm: tuple[float, float]) -> Frame:
    """Return the picture with the hard shadows of one light. A shadow is half as bright."""
    shade = np.zeros(shot.image.shape[:2], np.uint8)
    stands = np.zeros_like(shade)
    for one in placed:
        if one.piece.kind.shape is PieceOutline.PRINTED:
            continue
        high = one.lift_mm + one.piece.kind.height_mm
        body = outline(one, foot_mm=one.lift_mm, top_mm=high)
        thrown = outline(one, foot_mm=0.0, top_mm=0.0)
        half = len(thrown) // 2
        thrown[half:, :2] += np.array(per_mm) * high
        thrown[:half, :2] += np.array(per_mm) * one.lift_mm
        for points, mask in ((thrown, shade), (body, stands)):
            px = scene.renderer.view.project(points).astype(np.float32)
            cv2.fillConvexPoly(mask, np.rint(cv2.convexHull(px)).astype(np.int32), 255)
    soft = cv2.GaussianBlur(np.where(stands > 0, 0, shade).astype(np.uint8), (0, 0), 0.8)
    factor = 1.0 - 0.52 * soft[..., None].astype(np.float32) / 255
    return Frame(np.asarray(shot.image * factor, np.uint8), shot.taken_at, shot.sequence)


@pytest.mark.parametrize(
    ("art", "per_mm"), [(PLAIN, FROM_LEFT), (VIVID, FROM_BEHIND), (DARK, LOW), (DARK, FROM_BEHIND)]
)
def test_hard_shadows_are_nothing_from_the_very_first_look_on(art: Art, per_mm: tuple[float, float]) -> None:
    scene, placed = Scene(conditions=Conditions(art=art)), opening()
    eyes = BoardReader(board(), pieces(), source="camera")
    for _ in range(3):
        look = eyes.read(lit_from(scene, scene.shoot(placed), placed, per_mm))
        assert misread(look, placed) == []
        assert (look.cells.unsure, look.cells.blind) == ((), ())


@pytest.mark.parametrize("per_mm", [FROM_LEFT, FROM_BEHIND, LOW])
def test_on_a_board_as_white_as_paper_shadows_are_known_by_where_the_light_comes_from(
    per_mm: tuple[float, float],
) -> None:
    scene, placed = Scene(conditions=Conditions(art=PLAIN)), opening()
    eyes = BoardReader(board(), pieces(), source="camera")
    for _ in range(2):
        look = eyes.read(lit_from(scene, scene.shoot(placed), placed, per_mm))
    assert misread(look, placed) == []
    assert (look.cells.unsure, look.cells.blind) == ((), ())
    lights = eyes.state.light.lights
    assert all(np.hypot(one.x - per_mm[0], one.y - per_mm[1]) < 0.35 for one in lights)


def test_a_shadow_goes_with_its_piece_and_leaves_nothing_to_doubt() -> None:
    scene, placed = Scene(), [*mountains(), at("w.arc.1", "d3"), at("gen.est", "k4")]
    eyes = BoardReader(board(), pieces(), source="camera")
    for _ in range(2):
        eyes.read(lit_from(scene, scene.shoot(placed), placed, LOW))
    climbed = [*mountains(), at("w.arc.1", "e4", lift=24, off=(4, 3)), at("gen.est", "k4")]
    for _ in range(2):
        look = eyes.read(lit_from(scene, scene.shoot(climbed), climbed, LOW))
    assert misread(look, climbed) == []
    assert (look.cells.unsure, look.cells.blind) == ((), ())


def test_a_label_that_cannot_be_read_is_found_in_the_shadow_of_a_rock() -> None:
    scene, placed = Scene(), mountains()
    x, y = board().surface.centre_mm(Cell("j4"))
    image_of = [*placed, at("w.inf.2", "j4", off=(-12, 6))]
    shot = lit_from(scene, scene.shoot(image_of), placed, LOW)
    image = shot.image.copy()
    # A smear covers the label's middle. Its black and white show, but its id doesn't.
    px = scene.renderer.view.project(np.array([(x - 12, y + 6, 4.0)]))[0].round().astype(int)
    cv2.line(image, (px[0] - 30, px[1] + 1), (px[0] + 30, px[1] - 1), (128, 128, 128), 11)
    eyes = BoardReader(board(), pieces(), source="camera")
    for number in (1, 2):
        look = eyes.read(Frame(image, shot.taken_at, number))
    assert look.cells.unsure == ("j4",)
