"""Mains lamps and a rolling shutter: bands wander over the pictures, though nothing moves."""

from dataclasses import replace

import numpy as np
import pytest

from dashboard.lab.accuracy.filmed_row import film
from dashboard.lab.accuracy.rows import ROWS
from tests.vision.boards import Scene, at, board, misread, opening, pieces, seen_of
from vision.change.difference import changed
from vision.change.rolling_shutter import Floats, evened, evened_image, row_light
from vision.change.small_picture import Small, reduce
from vision.change.stillness import movement_in
from vision.known.memory import ReadingState
from vision.look.reader import BoardReader
from vision.motion.disturbances import DisturbanceInput, undisturbed
from vision.pictures.frame import Frame, Image, share_of
from vision.render.conditions import Conditions
from vision.render.hand import Hand

TUBE = (0.06, 0.1, 0.12)
"""The depth of a tube's bands in blue, green and red. Its colours decay at different rates."""


def banded(
    image: Image | Floats, phase: float, depth: tuple[float, float, float] = TUBE, waves: float = 3.3
) -> Image:
    """Return the picture in the light of a lamp that pulses this often while it's read out."""
    rows = np.linspace(0.0, 2 * np.pi * waves, image.shape[0])
    # Lamps are dark for a short time rather than bright for a short time.
    pulse = np.abs(np.sin((rows + phase) / 2)) * 2 - 4 / np.pi
    light = 1.0 + pulse[:, None, None] * np.array(depth)
    return np.asarray(np.clip(image * light, 0, 255), np.uint8)


def shot(scene: Scene, *args: object, phase: float, **more: object) -> Frame:
    taken = scene.shoot(*args, **more)  # type: ignore[arg-type]
    return replace(taken, image=banded(taken.image, phase))


def test_a_table_at_rest_is_steady_under_bands_that_wander() -> None:
    scene, placed = Scene(), opening()
    reader = BoardReader(board(), pieces(), source="camera")
    looks = [reader.read(shot(scene, placed, phase=1.9 * n)) for n in range(6)]
    assert all(look.motion.steady for look in looks[1:])
    assert all(look.cells.unsure == () and look.cells.blind == () for look in looks)
    assert misread(looks[-1], placed) == []


def test_a_piece_moved_under_bands_is_seen_in_its_new_place() -> None:
    scene, placed = Scene(), opening()
    reader = BoardReader(board(), pieces(), source="camera")
    for n in range(3):
        reader.read(shot(scene, placed, phase=1.9 * n))
    moved = [*(one for one in placed if one.piece.id != "n.inf.3"), at("n.inf.3", "j6")]
    came = reader.read(shot(scene, moved, phase=0.7))
    rests = reader.read(shot(scene, moved, phase=2.8))
    assert not came.motion.steady
    assert rests.motion.steady
    assert seen_of(rests)["n.inf.3"].cell == "j6"
    assert misread(rests, moved) == []


def test_a_hand_under_bands_is_no_band() -> None:
    scene, placed = Scene(), opening()
    reader = BoardReader(board(), pieces(), source="camera")
    for n in range(3):
        reader.read(shot(scene, placed, phase=1.9 * n))
    look = reader.read(shot(scene, placed, hand=Hand(0.0, 0.0, 0.0, 20.0, 0.3), phase=0.4))
    assert not look.motion.steady
    assert "g6" in look.cells.blind


@pytest.mark.parametrize("rows", [(300, 480), (0, 200), (1020, 1200)])
def test_an_arm_along_the_rows_is_no_band(rows: tuple[int, int]) -> None:
    before = Scene(conditions=Conditions(seed=3)).shoot(opening()).image
    now = before.copy()
    height, width = now.shape[:2]
    low, high = (round(row * height / 1200) for row in rows)
    now[low:high, : int(0.75 * width)] = (96, 118, 150)
    was, shows = reduce(before), reduce(banded(now, 1.0))
    light = row_light(was, shows)
    assert light is not None
    off = np.abs(evened(shows, light, was).pixels - reduce(now).pixels).mean(axis=(1, 2))
    assert float(off.max()) < 14.0
    assert not movement_in(was, evened(shows, light, was)).steady


def test_an_arm_that_was_taken_for_a_band_leaves_none_behind() -> None:
    row = next(row for row in ROWS if row.name == "long shadows")
    reader = BoardReader(board(), pieces(), source="camera")
    looks = [reader.read(shot.frame) for shot in film(row, board(), pieces(), 2)]
    assert looks[-1].motion.steady
    assert (looks[-1].cells.unsure, looks[-1].cells.blind) == ((), ())


def rested(scene: Scene) -> ReadingState:
    """Return the reader's state after three pictures of a table at rest, with the bare board known."""
    reader = BoardReader(board(), pieces(), source="camera")
    for _ in range(3):
        look = reader.read(scene.shoot(opening()))
    assert look.motion.steady
    assert reader.state.board.reference is not None
    return reader.state


def seen_before(state: ReadingState, picture: Small) -> ReadingState:
    return replace(state, pictures=replace(state.pictures, last=picture, read_from=picture))


def after(state: ReadingState, taken: Frame, small: Small) -> DisturbanceInput:
    return DisturbanceInput(taken, small, state.pictures, state.board.reference, state.camera_place)


@pytest.mark.parametrize("depth", [0.1, 0.2])
def test_a_band_that_was_none_is_not_laid_over_the_board_without_it(depth: float) -> None:
    """The picture before was corrected for an arm along the rows. In the next one the arm is gone."""
    scene = Scene()
    state, taken = rested(scene), scene.shoot(opening())
    small = reduce(taken.image)
    at_row = np.linspace(0.0, 1.0, small.soft.shape[0])
    arm = 1.0 - depth * np.exp(-(((at_row - 0.6) / 0.12) ** 2))
    light = np.repeat((arm / arm.mean())[:, None], 3, axis=1).astype(np.float32)
    before = evened(small, light, small)
    assert row_light(before, small) is not None
    shown = undisturbed(after(seen_before(state, before), taken, small))
    assert shown.light is None
    assert np.array_equal(shown.small.pixels, small.pixels)


@pytest.mark.parametrize(("far", "near"), [(0.0, 1.0), (0.2, 0.8)])
@pytest.mark.parametrize("left", [0.8, 0.6])
def test_a_shadow_aslant_over_the_picture_is_no_band(far: float, near: float, left: float) -> None:
    """Most of each row lies in shadow or in light. A factor for its middle leaves the rest of it uneven."""
    scene = Scene()
    state, taken = rested(scene), scene.shoot(opening())
    height, width = taken.image.shape[:2]
    rim = far + (near - far) * np.arange(height)[:, None] / height
    lit = 1.0 / (1.0 + np.exp(-(np.arange(width) / width - rim) / 0.02))
    image = np.asarray(taken.image * (left + (1.0 - left) * lit)[..., None], np.uint8)
    small = reduce(image)
    assert state.pictures.read_from is not None
    assert row_light(state.pictures.read_from, small) is not None
    shown = undisturbed(after(state, replace(taken, image=image), small))
    assert shown.light is None
    assert shown.dirty is not None
    assert share_of(shown.dirty) == share_of(changed(state.pictures.read_from, small))


def test_white_that_is_cut_off_in_light_rows_is_as_it_was() -> None:
    """In the light rows of one picture paper would be brighter than white. In those of the other it isn't."""
    warm = np.array([0.75, 1.0, 1.25])
    image = np.asarray(np.clip(Scene().shoot(opening()).image * warm, 0, 255), np.uint8)
    was, shows = reduce(banded(image, 1.0)), reduce(banded(image, 3.0))
    light = row_light(was, shows)
    assert light is not None
    assert movement_in(was, evened(shows, light, was)).steady


@pytest.mark.parametrize("gain", [1.4, 1.8])
def test_bands_are_found_from_pixels_that_are_not_cut_off(gain: float) -> None:
    """An overexposed picture is white in many places, which don't show the light of their rows."""
    image = np.asarray(Scene().shoot(opening()).image, np.float32) * gain
    was, shows = reduce(banded(image, 1.0)), reduce(banded(image, 3.0))
    assert float((was.soft >= 246).mean()) > 0.02
    light = row_light(was, shows)
    assert light is not None
    assert movement_in(was, evened(shows, light, was)).steady


def test_pictures_alike_have_no_bands() -> None:
    scene, placed = Scene(conditions=Conditions(noise=6.0)), opening()
    first, second = (reduce(scene.shoot(placed).image) for _ in range(2))
    darker = reduce(np.asarray(scene.shoot(placed).image * 0.8, np.uint8))
    assert row_light(first, second) is None
    assert row_light(first, darker) is None


def test_the_whole_picture_is_evened_as_the_small_one_is() -> None:
    image = Scene().shoot(opening()).image
    was, shows = reduce(image), reduce(banded(image, 2.0))
    light = row_light(was, shows)
    assert light is not None
    whole = reduce(evened_image(banded(image, 2.0), light, shows.factor))
    assert float(np.abs(whole.pixels - evened(shows, light, was).pixels).mean()) < 1.0
