"""Movement on the table. A movement beside the table, or a change of light, is none."""

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.core.board import load_board
from vision.board.field import field_of
from vision.change.small_picture import Small, reduce
from vision.change.stillness import MOST_MOVING, movement_in
from vision.pictures.frame import Image
from vision.render.view import view_over

BOARD = load_board("mativen")
WIDTH, HEIGHT = 640, 480
FIELD = field_of(
    view_over(BOARD, width_px=WIDTH, height_px=HEIGHT, tilt_deg=20.0, turn_deg=0.0).camera,
    BOARD,
    WIDTH,
    HEIGHT,
    reduce(np.zeros((HEIGHT, WIDTH, 3), np.uint8)).factor,
)

CASE = Path(__file__).parent.parent / "cases/lamps-mirrored-in-varnish/frames"
MOVED = np.s_[670:698, 397:426]
"""A piece's pixels in that film's first picture."""


def table() -> Image:
    return (
        np.random.default_rng(3)
        .integers(40, 110, (HEIGHT // 8, WIDTH // 8, 3), np.uint8)
        .repeat(8, 0)
        .repeat(8, 1)
    )


def with_thing(rows: slice, columns: slice) -> Small:
    picture = table()
    picture[rows, columns] = 250
    return reduce(picture)


def test_a_movement_beside_the_board_is_not_on_it() -> None:
    sleeve = with_thing(slice(0, 40), slice(0, 60))
    assert not movement_in(reduce(table()), sleeve).steady
    assert movement_in(reduce(table()), sleeve, FIELD.over).steady


def test_a_movement_on_the_board_counts() -> None:
    middle = with_thing(slice(220, 260), slice(300, 340))
    assert not movement_in(reduce(table()), middle, FIELD.over).steady


def test_all_cells_and_the_room_over_them_are_of_the_board() -> None:
    assert FIELD.over[FIELD.labels >= 0].all()
    assert 1.1 * (FIELD.labels >= 0).sum() < FIELD.over.sum() < FIELD.over.size


def test_a_picture_that_is_brighter_all_over_shows_the_same_table() -> None:
    brighter = reduce(np.asarray(np.rint(table() * 1.6), np.uint8))
    assert movement_in(reduce(table()), brighter).steady
    assert movement_in(brighter, reduce(table())).steady


def labels(gain: float) -> Image:
    """Return the table under labels of black and white modules in this exposure; white is cut off at 255."""
    picture = table().astype(np.float64)
    modules = np.random.default_rng(5).choice((25.0, 235.0), (20, 20, 1)).repeat(4, 0).repeat(4, 1)
    picture[100:180, 120:200] = picture[200:280, 400:480] = modules
    return np.clip(np.rint(picture * gain), 0, 255).astype(np.uint8)


def test_white_that_an_exposure_cuts_off_does_not_move() -> None:
    dim, usual, bright = (reduce(labels(gain)) for gain in (0.8, 1.0, 1.25))
    for one, other in ((usual, bright), (bright, usual), (dim, bright), (bright, dim)):
        assert movement_in(one, other).steady


def test_a_thing_laid_while_the_exposure_steps_moves_though_it_lies_beside_white() -> None:
    for before, after in ((1.0, 1.25), (1.25, 1.0), (0.8, 1.25), (1.25, 0.8)):
        laid = labels(after)
        laid[180:212, 120:152] = np.rint(10 * after)
        assert not movement_in(reduce(labels(before)), reduce(laid)).steady


def light(name: str, number: int) -> NDArray[np.float64]:
    """Return the light on each pixel, from something that moves from one picture to the next."""
    rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float64)
    away_x, away_y = columns - 0.45 * WIDTH, rows - 0.4 * HEIGHT
    match name:
        case "a fan's blades":
            around = (np.arctan2(away_y, away_x) - 0.9 * number) % (2 * np.pi / 3)
            dark = (np.abs(around - np.pi / 3) < 0.25) & (np.hypot(away_x, away_y) < 0.45 * WIDTH)
            shade = cv2.GaussianBlur(0.45 * dark, (0, 0), 2.0)
        case "a curtain":
            folds = ((columns + 0.3 * rows) / WIDTH + 0.02 * number) % 0.09 < 0.04
            shade = cv2.GaussianBlur(0.3 * folds, (0, 0), 4.0)
        case "somebody who walks by":
            shade = 0.4 * np.exp(-((((columns - 150 * number) / WIDTH) / 0.12) ** 2))
        case _:
            shade = 0.5 - 0.3 * number * columns / WIDTH
    return 1.0 - np.asarray(shade)[..., None]


LIGHTS = ("a fan's blades", "a curtain", "somebody who walks by", "a lamp that is turned up")


def lit(picture: Image, name: str, number: int) -> Small:
    return reduce(np.clip(np.rint(picture * light(name, number)), 0, 255).astype(np.uint8))


@pytest.mark.parametrize("name", LIGHTS)
def test_light_that_moves_is_nothing_that_moves(name: str) -> None:
    for picture in (table(), labels(1.0)):
        before, now = (lit(picture, name, number) for number in (1, 2))
        assert movement_in(before, now).share > 20 * MOST_MOVING
        assert movement_in(before, now).steady
        assert movement_in(now, before).steady


@pytest.mark.parametrize("name", LIGHTS)
def test_a_piece_laid_lifted_or_pushed_while_light_moves_counts_as_movement(name: str) -> None:
    laid, pushed = labels(1.0), labels(1.0)
    laid[200:240, 300:340] = labels(1.0)[100:140, 120:160]
    pushed[100:180, 124:204] = labels(1.0)[100:180, 120:200]
    for picture in (laid, pushed):
        assert not movement_in(lit(labels(1.0), name, 1), lit(picture, name, 2)).steady
        assert not movement_in(lit(picture, name, 1), lit(labels(1.0), name, 2)).steady


@pytest.mark.parametrize("name", LIGHTS)
@pytest.mark.parametrize("colour", [(70, 110, 170), (60, 60, 60), (25, 25, 30)], ids=str)
def test_an_arm_that_comes_while_light_moves_moves(name: str, colour: tuple[int, int, int]) -> None:
    arm = table()
    arm[240:, 300:340] = colour
    assert not movement_in(lit(table(), name, 1), lit(arm, name, 2)).steady
    further = table()
    further[200:, 300:340] = colour
    assert not movement_in(lit(arm, name, 1), lit(further, name, 2)).steady


def sunlit(picture: Image, number: int) -> Small:
    """Return a picture under sun that falls through leaves: soft patches, shifted in each picture."""
    high, wide = picture.shape[:2]
    patches, shifts = np.random.default_rng(7), np.random.default_rng(number)
    sun = np.zeros((high, wide), np.float32)
    for _ in range(14):
        x, y = patches.uniform(0.1, 0.9, 2) * (wide, high) + shifts.normal(0.0, 0.008, 2) * wide
        cv2.circle(sun, (int(x), int(y)), int(patches.uniform(0.02, 0.05) * wide), 1.0, -1)
    light = 0.75 + 0.75 * cv2.GaussianBlur(sun, (0, 0), 0.006 * wide)[..., None]
    return reduce(np.clip(np.rint(picture * light), 0, 255).astype(np.uint8))


def filmed(number: int) -> Image:
    path = CASE / f"{number:06}.jpg"
    return np.asarray(cv2.imdecode(np.frombuffer(path.read_bytes(), np.uint8), cv2.IMREAD_COLOR), np.uint8)


def test_sun_that_moves_over_print_through_leaves_moves_nothing() -> None:
    shown = [sunlit(filmed(1), number) for number in range(1, 5)]
    assert all(movement_in(one, other).steady for one, other in pairwise(shown))


def test_a_piece_that_is_moved_while_sun_through_leaves_moves_is_no_light() -> None:
    moved = filmed(1)
    rows, columns = MOVED
    moved[rows, columns.start + 12 : columns.stop + 12] = filmed(1)[rows, columns]
    assert not movement_in(sunlit(filmed(1), 1), sunlit(moved, 2)).steady
