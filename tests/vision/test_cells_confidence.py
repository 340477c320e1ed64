"""The confidence of a look in cells without a piece. It falls with everything that worsens the view."""

from functools import lru_cache

import cv2
import numpy as np
import pytest

from engine.bus.channels import CHANNELS
from engine.bus.codec import decode, encode
from engine.core.ids import Cell
from engine.core.observations import Look
from tests.vision.boards import Scene, board, frame, opening, pieces
from vision.board.frame_tags import frame_corners
from vision.light.clarity import clarity_of
from vision.look.look_of_scene import CellMeasures
from vision.look.reader import BoardReader
from vision.render.conditions import Conditions
from vision.render.hand import Hand

CELLS = tuple(Cell(name) for name in ("a1", "a2", "a3"))


def measured(**changes: tuple[float, float, float]) -> CellMeasures:
    shares = {name: np.zeros(3) for name in ("hidden", "behind", "strange")} | {"clear": np.ones(3)}
    shares |= {name: np.array(values) for name, values in changes.items()}
    return CellMeasures(**shares, limit=0.015, label=0.1, shown={})


@lru_cache
def eyes_on(brightness: float = 1.0, blur_px: float = 0.7) -> tuple[BoardReader, Scene, Look]:
    scene = Scene(conditions=Conditions(brightness=brightness, blur_px=blur_px, noise=4))
    eyes = BoardReader(board(), pieces(), source="camera")
    return eyes, scene, eyes.read(scene.shoot(opening()))


def empties(look: Look) -> dict[Cell, float]:
    return {
        cell: sure
        for cell, sure in look.cells.confidence.items()
        if cell not in look.cells.unsure and cell not in look.cells.blind
    }


@pytest.mark.parametrize("what", ["hidden", "behind", "strange"])
def test_the_more_is_in_the_way_the_less_surely_a_cell_is_empty(what: str) -> None:
    none, some, more = measured(**{what: (0.0, 0.005, 0.01)}).empty()
    assert 1.0 == none > some > more > 0.5


def test_the_more_shows_that_nothing_explains_the_surer_something_is_there() -> None:
    little, half, whole = measured(strange=(0.016, 0.05, 0.3)).something()
    assert 0.5 < little < half < whole == 1.0


def test_the_more_is_hidden_the_surer_it_is_that_a_cell_could_not_be_looked_at() -> None:
    little, half, whole = measured(hidden=(0.03, 0.5, 1.0)).blind()
    assert 0.5 < little < half < whole == 1.0


def test_a_label_is_missed_only_where_it_can_neither_be_read_nor_noticed() -> None:
    _, scene, _ = eyes_on()
    reader, _, _ = eyes_on()
    tags = reader.state.tags.frame
    grey = np.asarray(scene.shoot(opening()).image.mean(axis=2), np.uint8)
    sharp, soft = (
        clarity_of(grey, tags, 7, blur_px=blur, module_px=np.array([3.0, 2.0])).cells for blur in (0.7, 1.4)
    )
    assert sharp == pytest.approx(1.0, abs=1e-3)
    assert soft[1] < soft[0] < sharp[0]
    assert clarity_of(grey // 12, tags, 7, blur_px=0.7, module_px=np.array([3.0])).cells[0] < 0.3


def test_every_cell_without_a_piece_has_a_confidence_and_it_travels_on_the_bus() -> None:
    _, _, look = eyes_on()
    seen = {one.cell for one in look.pieces.seen}
    assert look.cells.confidence.keys() >= set(board().surface.cells) - seen
    assert min(empties(look).values()) > 0.8
    (channel,) = [one for one in CHANNELS if one.name == "look"]
    assert decode(channel, encode(channel, look)) == look


def test_cells_in_the_dark_are_called_empty_less_surely_than_in_the_light() -> None:
    light, dark = empties(eyes_on()[2]), empties(eyes_on(0.14)[2])
    assert max(dark.values()) < min(light.values())


def test_a_hand_makes_blind_cells_surely_so_where_it_covers_them_and_no_board_makes_all_so() -> None:
    scene, eyes = Scene(), BoardReader(board(), pieces(), source="camera")
    eyes.read(scene.shoot(opening()))
    look = eyes.read(scene.shoot(opening(), hand=Hand(0.0, 0.0, from_deg=270)))
    under = [look.cells.confidence[cell] for cell in look.cells.blind]
    assert len(under) > 5
    assert 0.5 <= min(under) < 0.8 < max(under) <= 1.0
    gone = eyes.read(frame(np.full((1200, 1600, 3), 60, np.uint8), 9))
    assert set(gone.cells.confidence.values()) == {1.0}


def test_two_frame_tags_do_not_locate_a_board_through_an_unknown_lens_but_are_reported() -> None:
    eyes, scene, _ = eyes_on()
    assert eyes.state.camera_place is not None
    camera, frame_tags = eyes.state.camera_place.location.camera, board().frame
    picture = scene.shoot(opening())
    for tag in sorted(frame_tags.centres_mm)[:6]:
        square = frame_corners(frame_tags, tag)
        outline = camera.project(square + 0.4 * (square - square.mean(axis=0)))
        cv2.fillConvexPoly(picture.image, np.round(outline).astype(np.int32), (120, 150, 160))
    stranger = BoardReader(board(), pieces(), source="camera")
    look = stranger.read(picture)
    assert look.cells.blind == board().surface.cells
    assert len(stranger.state.tags.frame) == 2
    assert set(look.cells.confidence.values()) == {0.75}
    # A reader that located the board before still knows where it is.
    assert eyes.read(picture).cells.blind != board().surface.cells
