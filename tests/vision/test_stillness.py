"""Whether anything moves on the table: what moves beside it, or light that changes, is no movement."""

import numpy as np

from engine.core.board import load_board
from vision.change import Small, reduce
from vision.field import field_of
from vision.frame import Image
from vision.render.view import view_over
from vision.stillness import is_steady

BOARD = load_board("mativen")
WIDTH, HEIGHT = 640, 480
FIELD = field_of(
    view_over(BOARD, width_px=WIDTH, height_px=HEIGHT, tilt_deg=20.0, turn_deg=0.0).camera,
    BOARD,
    WIDTH,
    HEIGHT,
    reduce(np.zeros((HEIGHT, WIDTH, 3), np.uint8)).factor,
)


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


def test_what_moves_beside_the_board_is_not_on_it() -> None:
    sleeve = with_thing(slice(0, 40), slice(0, 60))
    assert not is_steady(reduce(table()), sleeve)
    assert is_steady(reduce(table()), sleeve, FIELD.over)


def test_what_moves_on_the_board_moves() -> None:
    middle = with_thing(slice(220, 260), slice(300, 340))
    assert not is_steady(reduce(table()), middle, FIELD.over)


def test_all_cells_and_the_room_over_them_are_of_the_board() -> None:
    assert FIELD.over[FIELD.labels >= 0].all()
    assert 1.1 * (FIELD.labels >= 0).sum() < FIELD.over.sum() < FIELD.over.size


def test_a_picture_that_is_brighter_all_over_shows_the_same_table() -> None:
    brighter = reduce(np.asarray(np.rint(table() * 1.6), np.uint8))
    assert is_steady(reduce(table()), brighter)
    assert is_steady(brighter, reduce(table()))


def labels(gain: float) -> Image:
    """The table under labels of black and white modules, as an exposure shows it; white is cut off at 255."""
    picture = table().astype(np.float64)
    modules = np.random.default_rng(5).choice((25.0, 235.0), (20, 20, 1)).repeat(4, 0).repeat(4, 1)
    picture[100:180, 120:200] = picture[200:280, 400:480] = modules
    return np.clip(np.rint(picture * gain), 0, 255).astype(np.uint8)


def test_white_that_an_exposure_cuts_off_does_not_move() -> None:
    dim, usual, bright = (reduce(labels(gain)) for gain in (0.8, 1.0, 1.25))
    for one, other in ((usual, bright), (bright, usual), (dim, bright), (bright, dim)):
        assert is_steady(one, other)


def test_a_thing_laid_while_the_exposure_steps_moves_though_it_lies_beside_white() -> None:
    for before, after in ((1.0, 1.25), (1.25, 1.0), (0.8, 1.25), (1.25, 0.8)):
        laid = labels(after)
        laid[180:212, 120:152] = np.rint(10 * after)
        assert not is_steady(reduce(labels(before)), reduce(laid))
