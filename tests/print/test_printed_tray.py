"""The dice tray's floor: printed, cut out, laid against the board, filmed with dice on it, and read."""

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest

from dashboard.printing.page_drawing import Path, Text
from dashboard.printing.paper import PAPERS
from dashboard.printing.things import tray_pages
from engine.core.board import Board, Tray, load_board
from engine.core.faults import InputFault
from tests.print.rasters import PX_PER_MM, rasterised
from vision.dice.reading import read_dice
from vision.dice.tray import TrayView
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.dice import BLACK, BLUE, RED, WHITE, RolledDie, draw_tray
from vision.render.view import CameraView, view_over

DICE = (
    (-20, 60, 1, WHITE, BLACK),
    (22, 52, 2, RED, WHITE),
    (-18, 0, 3, BLACK, WHITE),
    (20, -5, 4, WHITE, RED),
    (-22, -60, 5, BLUE, WHITE),
    (20, -70, 6, WHITE, BLACK),
)
"""Where dice lie in the tray, from its middle in mm, their values and colours."""


@lru_cache
def board(name: str) -> tuple[Board, Tray, CameraView]:
    found = load_board(name)
    assert found.tray is not None
    corners = found.tray.corners_mm(10.0)
    return found, found.tray, view_over(found, width_px=1920, height_px=1080, focal=1.0, beside_mm=corners)


@lru_cache
def cut_out(name: str) -> Image:
    """Return the printed sheet, cut along its thin line."""
    (page,) = tray_pages(board(name)[0], PAPERS["a4"])
    paths = [shape.box for shape in page.layers[0].drawing.shapes if isinstance(shape, Path)]
    line = max(paths, key=lambda box: box.width * box.height)
    picture = rasterised([page])[0]
    top, left = round((page.height_mm - line.top) * PX_PER_MM), round(line.left * PX_PER_MM)
    return picture[top : top + round(line.height * PX_PER_MM), left : left + round(line.width * PX_PER_MM)]


def filmed(name: str, dice: list[RolledDie], *, off_mm: tuple[float, float] = (0.0, 0.0)) -> Image:
    """Return a picture of the sheet on a grey table, against the board's right edge, and dice on it."""
    found, tray, view = board(name)
    sheet = cut_out(name)
    tall = sheet.shape[0] / PX_PER_MM
    left, top = found.size_mm[0] / 2 + off_mm[0], tall / 2 + off_mm[1]
    laid = np.array([(1 / PX_PER_MM, 0, left), (0, -1 / PX_PER_MM, top), (0, 0, 1)])
    picture = np.full((view.height_px, view.width_px, 3), (120, 130, 140), np.uint8)
    size = (view.width_px, view.height_px)
    cv2.warpPerspective(sheet, view.plane(0.0) @ laid, size, picture, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    # The renderer paints a floor of its own under the dice and their shadows: only these are taken over.
    u, v = view.project(np.array([(*tray.centre_mm, 0.0)]))[0].astype(int)
    blue, green, red = (float(level) for level in picture[v, u])
    plain, felt = Conditions(noise=0), (blue, green, red)
    bare, with_dice = (draw_tray(picture, tray, some, view, plain, felt=felt) for some in ([], dice))
    seen = np.where((bare == with_dice).all(axis=2, keepdims=True), picture, with_dice)
    grain = np.random.default_rng(1).normal(0.0, 2.0, seen.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(seen, (0, 0), 0.7) + grain, 0, 255), np.uint8)


def thrown(name: str) -> list[RolledDie]:
    x, y = board(name)[1].centre_mm
    return [
        RolledDie(x + dx, y + dy, value, 13.0 * value, colour=colour, pips=pips)
        for dx, dy, value, colour, pips in DICE
    ]


def test_dice_on_the_printed_floor_are_read_and_nothing_of_the_print_is_taken_for_one() -> None:
    # Laid by hand: 4 mm off both ways.
    name, off_mm = "mativen", (4.0, -4.0)
    _, tray, view = board(name)
    seen = TrayView(tray, view.camera)
    empty = read_dice(filmed(name, [], off_mm=off_mm), seen)
    assert (empty.dice, empty.unsure, empty.blind) == ((), 0, False)
    look = read_dice(filmed(name, thrown(name), off_mm=off_mm), seen)
    assert (sorted(die.value for die in look.dice), look.unsure) == ([1, 2, 3, 4, 5, 6], 0)


@pytest.mark.parametrize(
    ("centre_mm", "words"),
    [
        ((-511.0, 0.0), "Lay it against the board's left edge, the arrow at that edge's middle."),
        (
            (511.0, 250.0),
            "Lay it against the board's right edge, its middle 250 mm above that edge's middle.",
        ),
        ((-30.0, -470.0), "Lay it against the board's lower edge, the arrow at that edge's middle."),
        ((0.0, 100.0), "Its middle belongs 0 mm right of the board's, 100 mm above it."),
    ],
)
def test_the_sheet_says_how_it_is_laid_wherever_the_tray_is(
    centre_mm: tuple[float, float], words: str
) -> None:
    found, tray, _ = board("mativen")
    (page,) = tray_pages(replace(found, tray=replace(tray, centre_mm=centre_mm)), None)
    said = " ".join(shape.text for shape in page.layers[0].drawing.shapes if isinstance(shape, Text))
    assert said.endswith(words)


def test_a_board_without_a_tray_says_where_to_add_one() -> None:
    with pytest.raises(InputFault, match="no tray to print; say where it lies in the board's file"):
        tray_pages(replace(board("mativen")[0], tray=None), None)
