"""Light that changes during a match, and changes that must never be taken for light."""

from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from dashboard.lab.rooms import SHINY
from engine.core.ids import Cell
from engine.core.observations import Look
from tests.vision.boards import Scene, at, board, misread, opening, pieces
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image
from vision.render.board_art import DARK, VIVID, Art
from vision.render.conditions import Conditions
from vision.render.hand import Hand
from vision.render.sensor import CameraHabits

Light = Callable[[Image], Image]
Floats = NDArray[np.float32]


def shares(image: Image) -> tuple[Floats, Floats]:
    """Return the x and y of each pixel, in parts of the picture's width and height."""
    down, right = np.mgrid[0 : image.shape[0], 0 : image.shape[1]].astype(np.float32)
    return right / image.shape[1], down / image.shape[0]


def scaled(image: Image, by: NDArray[np.floating]) -> Image:
    lighter = np.multiply(image, by, dtype=np.float32, casting="same_kind")
    return np.asarray(np.clip(np.rint(lighter, out=lighter), 0, 255, out=lighter), np.uint8)


def all_over(image: Image) -> Image:
    return scaled(image, np.array([1.4, 1.4, 1.4]))


def warm_bulb(image: Image) -> Image:
    return scaled(image, np.array([0.75, 1.0, 1.25]))


def lamp_at_the_left(image: Image) -> Image:
    right, _ = shares(image)
    return scaled(image, 1.0 + 0.6 * np.clip(1.0 - right / 0.8, 0.0, 1.0)[..., None])


def sunbeam(image: Image) -> Image:
    right, down = shares(image)
    beam = (np.abs(0.8 * right + 0.6 * down - 0.6) < 0.12).astype(np.float32)
    soft = cv2.GaussianBlur(beam, (0, 0), 2.0)
    return scaled(image, 1.0 + soft[..., None] * np.array([0.45, 0.55, 0.6]))


def somebody_before_the_lamp(image: Image) -> Image:
    right, down = shares(image)
    return scaled(image, 1.0 - 0.45 * (0.9 * right + 0.4 * down > 0.65).astype(np.float32)[..., None])


LIGHTS = [all_over, warm_bulb, lamp_at_the_left, sunbeam, somebody_before_the_lamp]


def watched(eyes: BoardReader, frames: Iterable[Frame], light: Light | None = None) -> list[Look]:
    return [
        eyes.read(one if light is None else replace(one, image=light(one.image), encoded=None))
        for one in frames
    ]


def at_rest(scene: Scene) -> BoardReader:
    """Return a reader that has seen the opening in the first three pictures of a scene."""
    eyes = copy(rested(scene.conditions))
    scene.shots = 3
    return eyes


@cache
def rested(conditions: Conditions) -> BoardReader:
    # The state of a reader is a frozen value. A copy continues from it and leaves it unchanged.
    scene, eyes = Scene(conditions=conditions), BoardReader(board(), pieces(), source="camera")
    watched(eyes, [scene.shoot(opening()) for _ in range(3)])
    return eyes


@pytest.mark.parametrize("art", [DARK, VIVID])
@pytest.mark.parametrize("light", LIGHTS)
def test_in_other_light_all_lies_as_it_lay_and_plays_are_seen(light: Light, art: Art) -> None:
    scene, placed = Scene(conditions=Conditions(art=art)), opening()
    eyes = at_rest(scene)
    lit = watched(eyes, [scene.shoot(placed) for _ in range(2)], light)[-1]
    assert lit.cells.blind == ()
    played = [*(one for one in placed if one.piece.id != "n.inf.3"), at("n.inf.3", "j6")]
    arm = Hand(at("n.inf.3", "j6").x_mm, at("n.inf.3", "j6").y_mm, from_deg=270)
    under, *after = watched(
        eyes, [scene.shoot(played, hand=arm), *(scene.shoot(played) for _ in range(3))], light
    )
    assert "j6" in under.cells.blind
    assert after[-1].cells.blind == after[-1].cells.unsure == ()
    assert misread(after[-1], played) == []
    assert {one.cell for one in after[-1].pieces.seen if one.piece == "n.inf.3"} == {"j6"}


@pytest.mark.parametrize("light", LIGHTS)
def test_light_that_goes_again_leaves_nothing_behind(light: Light) -> None:
    scene, placed = Scene(conditions=Conditions(art=DARK)), opening()
    eyes = at_rest(scene)
    watched(eyes, [scene.shoot(placed) for _ in range(3)], light)
    look = watched(eyes, [scene.shoot(placed) for _ in range(3)])[-1]
    assert (look.cells.blind, look.cells.unsure) == ((), ())


def sheet(scene: Scene, frame: Frame, *, level: int = 0, lets_through: float = 0.0) -> Frame:
    """Lay paper of about A6 on the board, of this grey level; the board shows through by this part.

    A level of 0 means white.
    """
    corners = np.array([(-30.0, -170.0, 0.5), (75.0, -170.0, 0.5), (75.0, -30.0, 0.5), (-30.0, -30.0, 0.5)])
    return pasted(frame, scene.renderer.view.project(corners), level or 235, lets_through)


def pasted(frame: Frame, outline_px: NDArray[np.float64], level: int, lets_through: float) -> Frame:
    outline = np.rint(outline_px).astype(np.int32)
    x, y, wide, high = cv2.boundingRect(outline)
    image = frame.image.copy()
    there = image[y : y + high, x : x + wide]
    mask = np.zeros(there.shape[:2], np.uint8)
    cv2.fillPoly(mask, [outline - (x, y)], 1, cv2.LINE_AA)
    noise = np.random.default_rng(frame.sequence).normal(0.0, 1.5, there.shape)
    linear = (level / 255.0) ** 2.2 * (1.0 - lets_through) + (there / 255.0) ** 2.2 * lets_through
    there[mask > 0] = np.clip(255.0 * linear ** (1 / 2.2) + noise, 0, 255).astype(np.uint8)[mask > 0]
    return replace(frame, image=image, encoded=None)


UNDER_IT = {"g3", "g4", "h4"}
"""The cells that the sheet covers fully, or nearly."""


@pytest.mark.parametrize("light", [None, *LIGHTS])
@pytest.mark.parametrize(
    ("level", "lets_through"), [(235, 0.0), (235, 0.15), (235, 0.3), (90, 0.0), (90, 0.15)]
)
def test_paper_on_the_board_is_no_light_whatever_light_comes_with_it(
    level: int, lets_through: float, light: Light | None
) -> None:
    scene, placed = Scene(conditions=Conditions(art=DARK)), opening()
    eyes = at_rest(scene)
    looks = watched(
        eyes,
        [sheet(scene, scene.shoot(placed), level=level, lets_through=lets_through) for _ in range(4)],
        light,
    )
    for look in looks:
        assert set(map(str, {*look.cells.blind, *look.cells.unsure})) >= UNDER_IT, light
    taken_away = watched(eyes, [scene.shoot(placed) for _ in range(3)], light)[-1]
    assert (taken_away.cells.blind, taken_away.cells.unsure) == ((), ())


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("sleeve", [(128.0, 128.0, 128.0), (96.0, 84.0, 78.0)])
def test_an_arm_that_lies_still_as_the_light_changes_goes_on_hiding_cells(
    light: Light, sleeve: tuple[float, float, float]
) -> None:
    scene, placed = Scene(conditions=Conditions(art=DARK)), opening()
    eyes = at_rest(scene)
    there = at("n.inf.3", "j6")
    arm = Hand(there.x_mm, there.y_mm, from_deg=270, sleeve=sleeve)
    (before,) = watched(eyes, [scene.shoot(placed, hand=arm)])
    looks = watched(eyes, [scene.shoot(placed, hand=arm) for _ in range(3)], light)
    for look in looks:
        assert set(look.cells.blind) >= set(before.cells.blind), set(before.cells.blind) - set(
            look.cells.blind
        )
    gone = watched(eyes, [scene.shoot(placed) for _ in range(3)], light)[-1]
    assert (gone.cells.blind, gone.cells.unsure) == ((), ())


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("across_mm", [24.0, 36.0, 46.0])
def test_a_thing_laid_in_a_cell_as_the_light_changes_is_no_light(light: Light, across_mm: float) -> None:
    scene, placed = Scene(conditions=Conditions(art=DARK)), opening()
    eyes = at_rest(scene)
    x, y = board().surface.centre_mm(Cell("h4"))
    turns = np.linspace(0.0, 2 * np.pi, 40)
    ring = np.column_stack([x + across_mm / 2 * np.cos(turns), y + across_mm / 2 * np.sin(turns), 0 * turns])
    outline = scene.renderer.view.project(ring)
    looks = watched(eyes, [pasted(scene.shoot(placed), outline, 235, 0.0) for _ in range(4)], light)
    for look in looks:
        assert "h4" in {*look.cells.blind, *look.cells.unsure}


def test_an_arm_beside_the_field_as_a_lamp_goes_on_is_not_learnt_as_board() -> None:
    scene, placed = Scene(conditions=Conditions(art=DARK)), opening()
    eyes = at_rest(scene)
    arm = Hand(-150.0, -400.0, from_deg=270)
    watched(eyes, [scene.shoot(placed, hand=arm) for _ in range(3)], lamp_at_the_left)
    look = watched(eyes, [scene.shoot(placed) for _ in range(3)], lamp_at_the_left)[-1]
    assert (look.cells.blind, look.cells.unsure) == ((), ())


@pytest.mark.parametrize("down_mm", [225.0, 210.0, 195.0])
def test_an_arm_that_comes_in_over_the_margin_is_no_part_of_a_light_that_changes_beside_it(
    down_mm: float,
) -> None:
    """Its fingertip hides no line, and the veil of a dirty lens dims far more of the board as it comes."""
    dirty = Conditions(art=DARK, room=SHINY, sensor=CameraHabits(dirt=0.6, follows=0.4))
    scene = Scene(width=1280, height=960, focal=1.1, tilt=20.0, conditions=dirty)
    eyes = BoardReader(board(), pieces(), source="camera")
    for _ in range(3):
        eyes.read(scene.shoot(opening()))
    look = eyes.read(scene.shoot(opening(), hand=Hand(0.0, down_mm, from_deg=95.0)))
    assert {Cell("g10"), Cell("g11")} <= set(look.cells.blind)
