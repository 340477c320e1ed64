"""What hides a board in its very first picture, told by the lines that don't show."""

import numpy as np

from engine.core.ids import Cell
from tests.vision.boards import board
from vision.field import Field
from vision.occlusion import Cover, find_cover
from vision.sharpness import as_before

SURFACE = board().surface
PAIRS = [(i, j) for i, near in enumerate(SURFACE.neighbours) for j in near if j is not None and j > i]


def first_look(*lost: tuple[str, str]) -> Cover:
    """A board with nothing on it of which all lines show but those between these cells."""
    count = len(SURFACE.cells)
    field = Field(
        np.full((8, 8), -1, np.int32),
        np.ones((8, 8), np.bool_),
        np.ones(count, np.int64),
        np.zeros(count),
        (),
        np.zeros((len(PAIRS), 63, 2), np.float32),
        np.array(PAIRS, np.int64),
        np.ones((8, 8), np.bool_),
    )
    gone = [{SURFACE.index[Cell(one)], SURFACE.index[Cell(other)]} for one, other in lost]
    nothing = np.zeros((8, 8), np.bool_)
    return find_cover(
        field,
        SURFACE,
        solid=nothing,
        explained=nothing,
        lines=np.array([0.0 if set(pair) in gone else 0.2 for pair in PAIRS]),
        lines_before=None,
        bare=np.ones(len(PAIRS), np.bool_),
    )


def test_two_lines_along_which_a_shadow_ends_are_no_hand_over_a_cell_at_the_rim() -> None:
    assert not first_look(("a1", "b1"), ("b1", "b2")).has_hand


def test_an_arm_from_the_rim_is_known_by_the_lines_that_it_hides() -> None:
    over = first_look(("a1", "a2"), ("a1", "b1"), ("a1", "b2"), ("a2", "b2"), ("b1", "b2"))
    assert over.has_hand
    assert over.blind[SURFACE.index[Cell("a1")]]
    assert not over.blind[SURFACE.index[Cell("h8")]]


def test_a_blur_that_is_measured_a_little_otherwise_is_the_blur_before() -> None:
    assert as_before(1.42, 1.40) == 1.40
    assert as_before(1.60, 1.40) == 1.60
    assert as_before(1.40, None) == 1.40
    assert as_before(None, 1.40) is None
