"""Pictures and films that were reported, or read wrongly once. `footage add` keeps each with its truth."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from dashboard.lab.changed.cases import judge_case, load_expected
from engine.core.board import load_board
from engine.core.footage import load_footage, load_truth
from engine.core.ids import Cell
from engine.core.observations import Look
from engine.core.pieces import load_pieces
from vision.board.field import cell_share
from vision.look.reader import BoardReader
from vision.look.scoring import parse_true_frame
from vision.pictures.frame import Frame
from vision.sources import frames_of

_FULL, _PART = 250, 0.03
"""The level of a saturated pixel, and the least share of a cell that may hide a part of a label."""

CASES = sorted((Path(__file__).parent.parent / "cases").iterdir())


@dataclass(frozen=True, slots=True)
class Read:
    """A kept case and its looks, read once for all tests."""

    folder: Path
    """The case's folder."""
    looks: list[Look]
    """The looks, one for each of its pictures."""
    last: Frame
    """The last picture."""
    reader: BoardReader
    """The reader's state after the last picture."""


@pytest.fixture(scope="module", params=CASES, ids=lambda one: one.name)
def case(request: pytest.FixtureRequest) -> Read:
    folder: Path = request.param
    footage = load_footage(folder)
    reader = BoardReader(
        load_board(footage.board), load_pieces(footage.pieces), source="case", intrinsics=footage.camera
    )
    frames = [one for one in frames_of(str(folder)) if isinstance(one, Frame)]
    return Read(folder, [reader.read(one) for one in frames], frames[-1], reader)


def test_a_kept_case_is_seen_right_and_judged_as_it_was_played(case: Read) -> None:
    expected = load_expected(case.folder) or ()
    outcome = judge_case(case.folder, "unchanged", case.looks, expected)
    assert outcome.seen.visible > 0
    assert (outcome.seen.wrong, outcome.seen.missed, outcome.others) == ((), (), ())
    assert outcome.judged == outcome.played


def test_a_kept_case_ends_without_a_doubt(case: Read) -> None:
    true = parse_true_frame(load_truth(case.folder)[-1])
    hidden = {true.layout[piece].cell for piece in true.hidden}
    last = case.looks[-1]
    assert {*last.cells.unsure, *last.cells.blind} <= hidden | blown_out(case.last, case.reader)


def blown_out(frame: Frame, reader: BoardReader) -> set[Cell]:
    """Return the cells with a part that is blown out in the picture, as glare makes it."""
    assert reader.state.camera_place is not None
    ground, board = reader.state.camera_place.ground, load_board("mativen")
    high, wide = ground.labels.shape
    lightest = cv2.resize(frame.image.min(axis=2), (wide, high), interpolation=cv2.INTER_AREA)
    share = cell_share(np.asarray(lightest >= _FULL), ground)
    return {board.surface.cells[i] for i in np.flatnonzero(share > _PART)}
