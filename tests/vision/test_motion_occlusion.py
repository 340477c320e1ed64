"""The things that occlude a board in its very first picture, found by the lines that don't show."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from dashboard.lab.rooms import LOW_SUN
from engine.core.ids import Cell, Seconds
from tests.vision.boards import Scene, at, board, opening, pieces
from vision.board.field import CameraField
from vision.light.clarity import as_before
from vision.look.reader import BoardReader
from vision.motion.occlusion import Cover, find_cover
from vision.pictures.frame import Image
from vision.render.board_art import DARK, LIGHT_LINES, VIVID, Art
from vision.render.conditions import Conditions
from vision.render.hand import Hand, covered_by

SURFACE = board().surface
PAIRS = [(i, j) for i, near in enumerate(SURFACE.neighbours) for j in near if j is not None and j > i]


def first_look(*lost: tuple[str, str]) -> Cover:
    """Return the cover of an empty board where all lines show except those between these cells."""
    count = len(SURFACE.cells)
    field = CameraField(
        np.full((8, 8), -1, np.int32),
        np.ones((8, 8), np.bool_),
        np.ones(count, np.int64),
        np.zeros(count),
        (),
        np.zeros((len(PAIRS), 63, 2), np.float32),
        np.array(PAIRS, np.int64),
        np.ones((8, 8), np.bool_),
        np.ones(count),
        1.0,
        np.zeros(count, np.bool_),
        1.0,
    )
    gone = [{SURFACE.index[Cell(one)], SURFACE.index[Cell(other)]} for one, other in lost]
    nothing = np.zeros((8, 8), np.bool_)
    return find_cover(
        field,
        SURFACE,
        solid=nothing,
        explained=nothing,
        lines=np.array([0.0 if set(pair) in gone else 0.2 for pair in PAIRS]),
        veiled_before=None,
        bare=np.ones(len(PAIRS), np.bool_),
        expected=np.ones(len(PAIRS), np.bool_),
        blown=np.zeros(len(PAIRS), np.bool_),
        unclear=np.zeros(count, np.bool_),
    )


def test_two_lines_along_which_a_shadow_ends_are_no_hand_over_a_cell_at_the_rim() -> None:
    assert not first_look(("a1", "b1"), ("b1", "b2")).has_hand


def test_an_arm_from_the_rim_is_known_by_the_lines_that_it_hides() -> None:
    over = first_look(("a1", "a2"), ("a1", "b1"), ("a1", "b2"), ("a2", "b2"), ("b1", "b2"))
    assert over.has_hand
    assert over.blind[SURFACE.index[Cell("a1")]]
    assert not over.blind[SURFACE.index[Cell("h8")]]


def about(cell: str) -> tuple[tuple[str, str], ...]:
    """Return the lines of a cell, as pairs of cells."""
    near = SURFACE.neighbours[SURFACE.index[Cell(cell)]]
    return tuple((cell, str(SURFACE.cells[one])) for one in near if one is not None)


def test_hidden_lines_in_the_middle_of_the_board_are_no_arm() -> None:
    over = first_look(*about("h8"), *about("h7"))
    assert not over.has_hand
    assert not over.blind.any()
    assert {"h7", "h8"} <= {SURFACE.cells[i] for i in np.flatnonzero(over.veiled)}


def test_an_arm_under_which_one_cell_shows_its_lines_reaches_the_rim_all_the_same() -> None:
    ways = [line for cell in ("h1", "h2", "h4", "h5") for line in about(cell)]
    over = first_look(*ways)
    assert over.has_hand
    assert {Cell("h1"), Cell("h2"), Cell("h4"), Cell("h5")} <= {
        SURFACE.cells[i] for i in np.flatnonzero(over.blind)
    }
    assert not over.veiled.any()


def under_a_bulb(image: Image, cell: str, scene: Scene) -> Image:
    """Return a picture of a board that reflects a bulb over a cell: white, with a soft rim."""
    middle = at("n.inf.3", cell)
    x, y = scene.renderer.view.project(np.array([[middle.x_mm, middle.y_mm, 0.0]]))[0]
    rows, columns = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    white = np.clip(1.6 - np.hypot(columns - x, rows - y) / 90.0, 0.0, 1.0)[..., None]
    return np.asarray(image * (1.0 - white) + 255.0 * white, np.uint8)


def test_glare_of_a_bulb_hides_its_cells_and_no_play_elsewhere() -> None:
    scene, placed = Scene(), opening()
    now = [*(one for one in placed if one.piece.id != "n.cav.1"), at("n.cav.1", "k6")]
    hand = Hand(at("n.cav.1", "k6").x_mm, at("n.cav.1", "k6").y_mm, from_deg=90)
    eyes = BoardReader(board(), pieces(), source="camera")
    looks = []
    for n, (lying, arm) in enumerate([*[(placed, None)] * 3, (now, hand), *[(now, None)] * 3]):
        frame = scene.shoot(lying, hand=arm)
        looks.append(
            eyes.read(replace(frame, image=under_a_bulb(frame.image, "e5", scene), taken_at=Seconds(n / 4)))
        )
    for look in (looks[2], looks[-1]):
        assert "e5" in look.cells.unsure
        assert look.cells.blind == ()
    assert looks[3].cells.blind
    assert {str(one.piece): one.cell for one in looks[-1].pieces.seen}["n.cav.1"] == "k6"
    lamp_off = eyes.read(replace(scene.shoot(now), taken_at=Seconds(3.0)))
    assert "e5" not in eyes.read(replace(scene.shoot(now), taken_at=Seconds(3.5))).cells.unsure, (
        lamp_off.cells.unsure
    )


def beside_a_lamp(image: Image, cell: str, scene: Scene, *, wide_px: float = 70.0) -> Image:
    """Return a picture with glare of a lamp in varnish, which adds most light in its middle."""
    middle = at("n.inf.3", cell)
    x, y = scene.renderer.view.project(np.array([[middle.x_mm, middle.y_mm, 0.0]]))[0]
    rows, columns = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    away = (np.hypot(columns - x, rows - y) / wide_px)[..., None]
    light = (image / 255.0) ** 2.2 + 3.0 * np.exp(-(away**2) / 2) + 0.25 * np.exp(-away / 2)
    return np.asarray(255.0 * np.clip(light, 0.0, 1.0) ** (1 / 2.2), np.uint8)


@pytest.mark.parametrize("art", [DARK, VIVID])
def test_the_halo_of_a_mirrored_lamp_that_reaches_the_rim_is_no_arm(art: Art) -> None:
    scene, placed = Scene(conditions=Conditions(art=art)), opening()
    eyes = BoardReader(board(), pieces(), source="camera")
    frame = scene.shoot(placed)
    first = eyes.read(replace(frame, image=beside_a_lamp(frame.image, "i9", scene)))
    assert first.cells.blind == ()
    assert "i9" in first.cells.unsure
    assert len(first.pieces.seen) >= len(placed) - 4


@pytest.mark.parametrize("from_deg", [90.0, 0.0])
def test_a_white_sleeve_before_a_mirrored_lamp_is_an_arm_in_the_first_picture(from_deg: float) -> None:
    scene, placed = Scene(conditions=Conditions(art=VIVID)), opening()
    tip = at("n.inf.3", "h8")
    hand = Hand(tip.x_mm, tip.y_mm, from_deg=from_deg, sleeve=(250, 250, 250))
    mirrored = beside_a_lamp(scene.shoot(placed).image, "i9", scene)
    frame = scene.shoot(placed, hand=hand)
    # It hides the reflection of the lamp as well.
    covered = covered_by(hand, scene.renderer.view)[..., None] > 0
    eyes = BoardReader(board(), pieces(), source="camera")
    first = eyes.read(replace(frame, image=np.where(covered, frame.image, mirrored)))
    assert "h8" in first.cells.blind


@pytest.mark.parametrize("cell", ["l9", "c10"])
def test_a_lamp_that_is_switched_on_and_mirrored_at_the_rim_is_no_arm(cell: str) -> None:
    scene, placed = Scene(conditions=Conditions(art=VIVID)), opening()
    eyes = BoardReader(board(), pieces(), source="camera")
    for n in range(2):
        eyes.read(replace(scene.shoot(placed), taken_at=Seconds(n / 4)))
    lit = scene.shoot(placed)
    image = beside_a_lamp(lit.image, cell, scene, wide_px=36.0)
    looks = [eyes.read(replace(lit, image=image, taken_at=Seconds(1 + n / 4))) for n in range(2)]
    assert looks[-1].cells.blind == ()
    assert cell in looks[-1].cells.unsure
    assert len(looks[-1].cells.unsure) <= 3
    tip = at("n.inf.3", cell)
    hand = Hand(tip.x_mm, tip.y_mm, from_deg=90)
    arm = scene.shoot(placed, hand=hand)
    covered = covered_by(hand, scene.renderer.view)[..., None] > 0
    look = eyes.read(replace(arm, image=np.where(covered, arm.image, image), taken_at=Seconds(2.0)))
    assert cell in look.cells.blind


def through_a_blind(image: Image, scene: Scene, sun: float) -> Image:
    """Return a picture in cool light from a window, and in stripes of a warm sun."""
    step = 80.0 * scene.renderer.view.px_per_mm()
    rows, columns = np.mgrid[0 : image.shape[0], 0 : image.shape[1]]
    stripes = np.clip(0.5 + np.sin((columns + 0.2 * rows) * (2 * np.pi / step)), 0.0, 1.0)[..., None]
    light = (image / 255.0) ** 2.2 * (np.array((0.36, 0.32, 0.28)) + sun * stripes * (0.42, 0.56, 0.68))
    return np.asarray(255.0 * np.clip(light, 0.0, 1.0) ** (1 / 2.2), np.uint8)


@pytest.mark.parametrize("art", [LIGHT_LINES, VIVID])
def test_a_cloud_before_a_sun_that_came_through_a_blind_hides_nothing(art: Art) -> None:
    scene, placed = Scene(conditions=Conditions(art=art)), opening()
    eyes = BoardReader(board(), pieces(), source="camera")
    frame = scene.shoot(placed)
    for n in range(4):
        image = through_a_blind(frame.image, scene, 1.0 if n < 2 else 0.0)
        look = eyes.read(replace(frame, image=image, taken_at=Seconds(n / 4)))
    assert look.cells.blind == ()
    assert len(look.pieces.seen) >= len(placed) - 1
    tip = at("n.inf.3", "h9")
    arm = scene.shoot(placed, hand=Hand(tip.x_mm, tip.y_mm, from_deg=90))
    image = through_a_blind(arm.image, scene, 0.0)
    assert "h9" in eyes.read(replace(arm, image=image, taken_at=Seconds(2.0))).cells.blind


def test_a_blur_within_the_error_of_measuring_stays_the_blur_before() -> None:
    assert as_before(1.42, 1.40) == 1.40
    assert as_before(1.60, 1.40) == 1.60
    assert as_before(1.40, None) == 1.40
    assert as_before(None, 1.40) is None


@pytest.mark.parametrize("conditions", [Conditions(art=DARK, room=LOW_SUN), Conditions(art=LIGHT_LINES)])
def test_a_piece_held_up_has_left_though_its_hand_is_over_the_next_cell(conditions: Conditions) -> None:
    scene, placed = Scene(conditions=conditions), opening()
    eyes = BoardReader(board(), pieces(), source="camera")
    for n in range(2):
        eyes.read(replace(scene.shoot(placed), taken_at=Seconds(0.25 * n)))
    held = at("n.inf.3", "j8")
    rest = [one for one in placed if one.piece.id != held.piece.id]
    hand = Hand(held.x_mm + 6, held.y_mm - 80, from_deg=270, height_mm=50)
    look = eyes.read(replace(scene.shoot(rest, hand=hand), taken_at=Seconds(0.5)))
    assert "j7" in look.cells.blind
    assert "j8" not in {*look.cells.unsure, *look.cells.blind, *(one.cell for one in look.pieces.seen)}


PALE = replace(LIGHT_LINES, lands=((212, 216, 218), (204, 212, 216)), signs=0)
"""Prints with cells that are nearly as light as paper."""


@pytest.mark.parametrize("is_there", [False, True])
def test_black_in_an_arms_shadow_on_a_pale_cell_is_judged_by_its_surroundings(*, is_there: bool) -> None:
    scene, placed = Scene(conditions=Conditions(art=PALE)), opening()
    eyes = BoardReader(board(), pieces(), source="camera")
    for n in range(2):
        eyes.read(replace(scene.shoot(placed), taken_at=Seconds(0.25 * n)))
    held = at("n.inf.3", "j8")
    lying = placed if is_there else [one for one in placed if one.piece.id != held.piece.id]
    hand = Hand(held.x_mm + 6, held.y_mm - 80, from_deg=270, height_mm=50)
    frame = scene.shoot(lying, hand=hand)
    (u, v), (end, _) = scene.renderer.view.project(
        np.array([(held.x_mm, held.y_mm, 4.0), (held.x_mm + 13.0, held.y_mm, 4.0)])
    )
    reach, down, right = round(end - u), round(v), round(u)
    image = frame.image.copy()
    label = image[down - reach : down + reach, right - reach : right + reach]
    if is_there:
        # A mirrored label is no tag, so the piece can't be read.
        label[:] = label[:, ::-1].copy()
    dark = np.zeros(image.shape[:2], np.float32)
    cv2.circle(dark, (right, down), 2 * reach, 0.67, -1)
    light = 1.0 - cv2.GaussianBlur(dark, (0, 0), reach / 4)
    image = np.asarray(np.rint(image * light[..., None]), np.uint8)
    look = eyes.read(replace(frame, image=image, encoded=None, taken_at=Seconds(0.5)))
    assert "j8" not in look.cells.blind
    assert ("j8" in look.cells.unsure) is is_there


@pytest.mark.parametrize("art", [DARK, LIGHT_LINES, VIVID])
def test_a_finger_of_the_boards_own_colour_over_a_piece_takes_it_nowhere(art: Art) -> None:
    scene, placed = Scene(conditions=Conditions(art=art)), opening()
    eyes = BoardReader(board(), pieces(), source="camera")
    for n in range(2):
        shot = replace(scene.shoot(placed), taken_at=Seconds(0.25 * n))
        eyes.read(shot)
    there = at("n.inf.3", "j8")
    beside = scene.renderer.view.project(np.array([(there.x_mm + 22, there.y_mm, 0.0)]))[0]
    column, row = (int(value) for value in np.rint(beside))
    patch = shot.image[row - 2 : row + 3, column - 2 : column + 3].reshape(-1, 3)
    blue, green, red = (float(value) for value in np.median(patch, axis=0))
    hand = Hand(there.x_mm + 4, there.y_mm + 9, from_deg=270, skin=(blue, green, red))
    look = eyes.read(replace(scene.shoot(placed, hand=hand), taken_at=Seconds(0.5)))
    assert "j8" in {*look.cells.unsure, *look.cells.blind, *(one.cell for one in look.pieces.seen)}
