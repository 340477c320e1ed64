"""Shadows of the conditions that matches are filmed under, beside those of films by another renderer."""

from functools import lru_cache
from pathlib import Path
from statistics import median

import cv2
import numpy as np
import pytest

from dashboard.lab.camera_stand import view_of
from dashboard.lab.films.rows import ROWS
from engine.core.board import load_board
from engine.core.pieces import load_pieces
from tests.bench.cast_shadows import CastShadow, cast_shadow
from tests.conftest import find_film
from vision.pictures.frame import Image
from vision.render.hand import Hand
from vision.render.renderer import Renderer

GAMMA_OURS, GAMMA_USUAL = 2.0, 2.2


def picture(folder: Path, number: int) -> Image:
    return np.asarray(cv2.imread(str(folder / "frames" / f"{number:06d}.jpg")), np.uint8)


@lru_cache
def ours(name: str) -> CastShadow:
    """Return the median of three arms' shadows under a condition."""
    row = next(row for row in ROWS if row.name == name)
    board = load_board("mativen")
    renderer = Renderer(board, load_pieces("mativen-pieces"), view_of(row, board), row.conditions)
    before = renderer.render((), number=1)
    arms = (Hand(60, 60, 200, 20), Hand(-100, 40, 90, 20), Hand(0, 0, 330, 20))
    seen = [cast_shadow(before, renderer.render((), hand=arm, number=2), gamma=GAMMA_OURS) for arm in arms]
    found = [one for one in seen if one is not None]
    return CastShadow(median(one.kept for one in found), median(one.edge_px for one in found), 0)


def test_a_painted_shadow_is_measured_as_it_was_painted() -> None:
    rng = np.random.default_rng(3)
    bare = rng.uniform(0.2, 0.6, (240, 320, 1)).repeat(3, 2)
    bare = np.asarray(cv2.GaussianBlur(bare, (0, 0), 1.5))
    ramp = np.interp(np.arange(320), (140, 160), (0.3, 1.0))[None, :, None]
    before, after = (np.asarray(np.rint(255 * one**0.5), np.uint8) for one in (bare, bare * ramp))
    shadow = cast_shadow(before, after, gamma=2.0)
    assert shadow is not None
    assert shadow.kept == pytest.approx(0.3, abs=0.02)
    assert shadow.edge_px == pytest.approx(20, rel=0.15)
    assert cast_shadow(before, before, gamma=2.0) is None


def theirs(film: Path, before: int, after: tuple[int, ...]) -> CastShadow:
    seen = [cast_shadow(picture(film, before), picture(film, n), gamma=GAMMA_USUAL) for n in after]
    found = [one for one in seen if one is not None]
    return CastShadow(median(one.kept for one in found), median(one.edge_px for one in found), 0)


@pytest.mark.slow
@pytest.mark.footage
def test_our_suns_shadows_are_as_deep_as_a_foreign_films_and_their_edges_lie_about_its() -> None:
    foreign = theirs(find_film("skirmish-03"), 1, (5, 10, 16))
    assert ours("low sun").kept == pytest.approx(foreign.kept, abs=0.05)
    assert ours("morning sun, white lines").edge_px < foreign.edge_px < ours("low sun").edge_px


@pytest.mark.slow
@pytest.mark.footage
def test_our_window_and_desk_lamp_lie_about_a_foreign_films_soft_light() -> None:
    foreign = theirs(find_film("skirmish-02"), 8, (9, 10, 24))
    edge_px = foreign.edge_px * 1280 / 1600
    assert ours("one desk lamp").edge_px < edge_px < ours("window on one side").edge_px
    assert ours("one desk lamp").kept < foreign.kept < ours("window on one side").kept + 0.05
