"""A rendered board beneath a projector: the marks of `/project` are light that is added to the room's."""

import random
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from dashboard.lab.accuracy.filmed_row import AccuracyShot, film
from dashboard.lab.accuracy.rows import ROWS
from dashboard.lab.camera_stand import view_of
from engine.session.boards.palettes import PALETTES, USUAL, Lit
from tests.vision.boards import board, pieces
from vision.look.reader import BoardReader
from vision.look.scoring import score_look

GAMMA = 2.2
OPACITY = 0.45
"""The share of a mark's colour that the page lays over black (`project.css`)."""
EDGE = "#333333"
LIT_CELLS = 30


def light_of(colour: str, opacity: float = 1.0) -> NDArray[np.float32]:
    """Return the light that a projector gives a colour, B, G, R, as a share of its white."""
    shares = [int(colour[at : at + 2], 16) / 255 * opacity for at in (5, 3, 1)]
    return np.array(shares, np.float32) ** GAMMA


def lit_shots(strength: float) -> Iterator[AccuracyShot]:
    """Yield a film's pictures with other cells lit every five; white is `strength` times the room's light."""
    played, row = board(), replace(ROWS[0], moves=1)
    chance = random.Random(7)  # noqa: S311  # chance for pictures, not for secrets
    view, colours = view_of(row, played), [PALETTES[USUAL][one] for one in Lit if one is not Lit.OFF]
    outlines = {
        cell: view.project(np.array([[x, y, 0.0] for x, y in played.surface.corners_mm(cell)]))
        for cell in played.surface.cells
    }
    lit: dict[str, str] = {}
    for number, shot in enumerate(film(row, played, pieces(), 1)):
        if number % 5 == 0:
            lit = {cell: chance.choice(colours) for cell in chance.sample(list(outlines), LIT_CELLS)}
        added = np.zeros(shot.frame.image.shape, np.float32)
        for cell, corners in outlines.items():
            shape = np.round(corners[:, :2]).astype(np.int32)
            if cell in lit:
                cv2.fillPoly(added, [shape], light_of(lit[cell], OPACITY).tolist())
            cv2.polylines(added, [shape], isClosed=True, color=light_of(EDGE).tolist())
        reflected = (shot.frame.image.astype(np.float32) / 255) ** GAMMA * (1 + strength * added)
        image = (np.clip(reflected, 0, 1) ** (1 / GAMMA) * 255).astype(np.uint8)
        yield replace(shot, frame=replace(shot.frame, image=image))


def test_ten_pictures_in_a_projectors_light_are_read_right() -> None:
    """White is four times the room's light: a mark of 45 % makes a cell up to 69 % brighter."""
    reader, settled = BoardReader(board(), pieces(), source="cam"), 0
    scenery = frozenset(one.id for one in pieces().pieces.values() if one.kind.is_scenery)
    shots = list(lit_shots(4.0))
    assert len(shots) >= 10
    for shot in shots:
        score = score_look(reader.read(shot.frame), shot.truth, scenery=scenery)
        assert not score.wrong
        if shot.last:
            settled += 1
            assert not score.missed
    assert settled == 2
