"""A camera on a stand that sways: each picture is shifted back onto the located one."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from dashboard.lab.rooms import DESK_LAMP
from engine.core.ids import Seconds
from tests.vision.boards import Scene, at, board, opening, pieces, seen_of
from vision.change.difference import changed
from vision.change.small_picture import reduce
from vision.change.stabilisation import RowSway, Sway, anchor_of, steadied, sway_of
from vision.look.reader import BoardReader
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.hand import Hand
from vision.render.sensor import CameraHabits, bands

HANDS = {
    "no hand": None,
    "a hand": Hand(20.0, -30.0, from_deg=270),
    "a head": Hand(0.0, -60.0, from_deg=250, leans=True),
}


def shot(hand: Hand | None = None) -> Image:
    return Scene(width=1280, height=960, focal=1.1).shoot(opening(), hand=hand).image


def way(image: Image, right: float, down: float, turn_deg: float) -> Sway:
    """Return the sway of a camera that turned about the picture's middle and was shifted."""
    height, width = image.shape[:2]
    turn = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 1.0), np.float64)
    turn[:, 2] += np.array([right, down])
    return turn


def moved(image: Image, right: float, down: float, turn_deg: float = 0.0) -> Image:
    height, width = image.shape[:2]
    turn = way(image, right, down, turn_deg)
    return np.asarray(
        cv2.warpAffine(image, turn, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE),
        np.uint8,
    )


def found(before: Image, now: Image) -> Sway | RowSway | None:
    old, new = reduce(before), reduce(now)
    return sway_of(anchor_of(old), new, changed(old, new))


def off_px(sway: Sway, right: float, down: float, turn_deg: float, image: Image) -> float:
    """Return the largest error of the picture's corners, px."""
    height, width = image.shape[:2]
    rim = np.array([[0, 0, 1], [width, 0, 1], [0, height, 1], [width, height, 1]], np.float64)
    return float(np.abs(rim @ (sway - way(image, right, down, turn_deg)).T).max())


@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)
@pytest.mark.parametrize(("right", "down", "turn"), [(0.7, -0.4, 0.0), (-2.3, 1.1, 0.05), (4.0, 5.0, -0.1)])
def test_how_far_a_camera_swayed_is_found_to_a_part_of_a_pixel(
    right: float, down: float, turn: float, hand: Hand | None
) -> None:
    before, now = shot(), moved(shot(hand), right, down, turn)
    sway = found(before, now)
    assert sway is not None
    assert not isinstance(sway, RowSway)
    assert off_px(sway, right, down, turn, now) < 0.25
    back = steadied(now, sway)
    assert changed(reduce(shot(hand)), reduce(back)).mean() < 0.001


@pytest.mark.parametrize("hand", [HANDS["a hand"], HANDS["a head"]], ids=["a hand", "a head"])
def test_a_hand_that_comes_is_no_sway(hand: Hand) -> None:
    assert found(shot(), shot(hand)) is None


def test_a_camera_that_was_pushed_away_has_not_swayed() -> None:
    assert found(shot(), moved(shot(), 30.0, 4.0)) is None


@pytest.mark.parametrize("number", range(1, 12))
def test_bands_that_run_over_a_picture_are_no_sway(number: int) -> None:
    """The bands' edges move. Taken for the board's edges they would shift the picture."""
    light = bands(960, 0.15, mains_hz=50.0, readout_s=0.03, number=number)
    now = np.asarray(np.clip(shot() * light[..., None], 0, 255), np.uint8)
    assert changed(reduce(shot()), reduce(now)).mean() > 0.02
    assert found(shot(), now) is None


def test_a_camera_that_sways_for_long_is_not_carried_off() -> None:
    """Each picture is read again, since a hand is over the board in every other one."""
    rng = np.random.default_rng(5)
    eyes = BoardReader(board(), pieces(), source="camera")
    scene, anchors = Scene(width=1280, height=960, focal=1.1), []
    for n in range(24):
        hand = Hand(20.0 * (n % 5), -30.0, from_deg=270) if n % 2 else None
        frame = scene.shoot(opening(), hand=hand)
        right, down = rng.normal(0.0, 0.8, 2) if n else (0.0, 0.0)
        image = moved(frame.image, right, down)
        look = eyes.read(replace(frame, image=image, taken_at=Seconds(0.25 * n)))
        located = eyes.state.camera_place
        assert located is not None
        anchors.append(located.anchor)
    assert all(anchor is anchors[0] for anchor in anchors)
    place = eyes.state.camera_place
    assert place is not None
    assert not look.motion.moved
    still = BoardReader(board(), pieces(), source="camera")
    still.read(scene.shoot(opening()))
    assert eyes.state.pictures.read_from is not None
    assert still.state.pictures.read_from is not None
    away = sway_of(
        anchor_of(still.state.pictures.read_from),
        eyes.state.pictures.read_from,
        np.ones((240, 320), np.bool_),
    )
    assert not isinstance(away, RowSway)
    assert away is None or float(np.abs(away[:, 2]).max()) < 0.3


def trembled(image: Image, reach_px: float, hz: float, number: int) -> Image:
    """Return a picture from a rolling shutter on a table that trembles, begun at another moment each time."""
    height, width = image.shape[:2]
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    swing = 1.9 * number + 2 * np.pi * hz * 0.03 * np.arange(height)[:, None] / height
    across = np.asarray(columns - reach_px * np.sin(swing), np.float32)
    along = np.asarray(rows - reach_px / 2 * np.sin(swing + 0.9), np.float32)
    shown = cv2.remap(image, across, along, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(shown, np.uint8)


@pytest.mark.parametrize("hand", HANDS.values(), ids=HANDS)
@pytest.mark.parametrize(("reach_px", "hz"), [(1.0, 15.0), (3.0, 8.0), (3.0, 15.0)])
def test_rows_that_a_rolling_shutter_took_on_a_trembling_table_are_laid_back(
    reach_px: float, hz: float, hand: Hand | None
) -> None:
    before, now = trembled(shot(), reach_px, hz, 1), trembled(shot(hand), reach_px, hz, 2)
    sway = found(before, now)
    assert isinstance(sway, RowSway)
    truly = trembled(shot(hand), reach_px, hz, 1)
    back = steadied(now, sway)
    assert changed(reduce(truly), reduce(now)).mean() > 0.01
    assert changed(reduce(truly), reduce(back)).mean() < 0.001


def test_a_play_on_a_trembling_table_before_a_rolling_shutter_is_seen_in_pictures_that_hold_still() -> None:
    scene, placed = Scene(width=1280, height=960, focal=1.1), opening()
    now = [*(one for one in placed if one.piece.id != "n.cav.1"), at("n.cav.1", "k6")]
    hand = Hand(at("n.cav.1", "k6").x_mm, at("n.cav.1", "k6").y_mm, from_deg=90)
    eyes = BoardReader(board(), pieces(), source="camera")
    looks = []
    for n, (lying, arm) in enumerate([*[(placed, None)] * 3, (placed, hand), *[(now, None)] * 3]):
        frame = scene.shoot(lying, hand=arm)
        image = trembled(frame.image, 1.5, 15.0, n)
        looks.append(eyes.read(replace(frame, image=image, taken_at=Seconds(0.25 * n))))
    assert [look.motion.steady for look in looks] == [False, True, True, False, False, True, True]
    assert not any(look.motion.moved for look in looks)
    assert (seen_of(looks[2])["n.cav.1"].cell, seen_of(looks[-1])["n.cav.1"].cell) == ("h7", "k6")
    assert looks[-1].cells.unsure == looks[-1].cells.blind == ()


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("sways_px", [0.7, 2.0])
def test_a_play_before_a_camera_that_sways_is_seen_in_pictures_that_hold_still(
    sways_px: float,
    live: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    """Each picture is shifted by a fraction of a pixel, or by two, as on a table that people lean on."""
    conditions = Conditions(room=DESK_LAMP, sensor=CameraHabits(sways_px=sways_px))
    scene, placed = Scene(width=1280, height=960, focal=1.1, conditions=conditions), opening()
    now = [*(one for one in placed if one.piece.id != "n.cav.1"), at("n.cav.1", "k6")]
    hand = Hand(at("n.cav.1", "k6").x_mm, at("n.cav.1", "k6").y_mm, from_deg=90)
    eyes = BoardReader(board(), pieces(), source="camera", live=live)
    scenes = [*[(placed, None)] * 4, *[(placed, hand)] * 2, *[(now, None)] * 4]
    looks = []
    for n, (lying, arm) in enumerate(scenes):
        picture = scene.renderer.render(lying, hand=arm, number=n)
        frame = replace(scene.shoot(lying, hand=arm), image=picture, taken_at=Seconds(0.25 * n))
        looks.append(eyes.read(frame))
    assert [look.motion.steady for look in looks] == [False, *[True] * 3, False, True, False, *[True] * 3]
    assert not any(look.motion.moved for look in looks)
    assert seen_of(looks[3])["n.cav.1"].cell == "h7"
    assert seen_of(looks[-1])["n.cav.1"].cell == "k6"
    assert looks[-1].cells.unsure == looks[-1].cells.blind == ()


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.parametrize("hands", [True, False])
def test_a_camera_that_sinks_slowly_loses_no_piece(
    live: bool,  # noqa: FBT001 # a parameter of the test
    hands: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    """The shift from picture to picture is so small that no two seem to differ. The camera's arm sags."""
    scene, placed = Scene(width=1280, height=960, focal=1.1), opening()
    eyes = BoardReader(board(), pieces(), source="camera", live=live)
    for n in range(32):
        hand = Hand(20.0 * (n % 5), -30.0, from_deg=270) if hands and n % 4 == 1 else None
        frame = scene.shoot(placed, hand=hand)
        image = moved(frame.image, 0.15 * n, -0.1 * n)
        look = eyes.read(replace(frame, image=image, taken_at=Seconds(0.25 * n)))
        if hand is None:
            assert (n, len(look.pieces.seen), look.cells.unsure, look.cells.blind) == (
                n,
                len(placed) - 1,
                (),
                (),
            )
