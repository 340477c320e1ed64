"""Pictures and films that were reported, or went wrong once, each kept with its truth by `footage add`."""

from pathlib import Path

import pytest

from dashboard.bench.changed.cases import expected_of, run_case
from dashboard.bench.changed.changes import CHANGES
from engine.core.board import load_board
from engine.core.footage import load_footage, load_truth
from engine.core.glimpse import Look
from engine.core.pieces import load_pieces
from vision.frame import Frame
from vision.reader import BoardReader
from vision.scoring import parse_true_frame
from vision.sources import frames_of

CASES = sorted((Path(__file__).parent.parent / "cases").iterdir())


@pytest.mark.parametrize("folder", CASES, ids=lambda one: one.name)
def test_a_kept_case_is_seen_right_and_judged_as_it_was_played(folder: Path) -> None:
    expected = expected_of(folder) if (folder / "expect.json").is_file() else ()
    outcome = run_case(folder, CHANGES[0], expected)
    assert outcome.seen.visible > 0
    assert (outcome.seen.wrong, outcome.seen.missed, outcome.others) == ((), (), ())
    assert outcome.judged == outcome.played


@pytest.mark.parametrize("folder", CASES, ids=lambda one: one.name)
def test_a_kept_case_ends_without_a_doubt(folder: Path) -> None:
    footage = load_footage(folder)
    reader = BoardReader(
        load_board(footage.board), load_pieces(footage.pieces), source="case", intrinsics=footage.camera
    )
    looks: list[Look] = [reader.read(one) for one in frames_of(str(folder)) if isinstance(one, Frame)]
    true = parse_true_frame(load_truth(folder)[-1])
    hidden = {true.layout[piece].cell for piece in true.hidden}
    assert {*looks[-1].unsure, *looks[-1].blind} <= hidden
