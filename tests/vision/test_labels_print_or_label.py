"""Print that looks like a label, and labels that hardly do: white lines in a low sun, scratches, rocks."""

import pytest

from dashboard.lab.accuracy.filmed_row import AccuracyShot, film
from dashboard.lab.accuracy.rates import measure_rows
from dashboard.lab.accuracy.rows import ROWS, AccuracyRow
from dashboard.lab.rooms import BENT, MORNING
from engine.core.observations import Look
from tests.vision.boards import board, pieces
from vision.look.reader import BoardReader
from vision.look.scoring import score_look
from vision.render.board_art import LIGHT_LINES, VIVID
from vision.render.conditions import Conditions

WHITE_LINES = AccuracyRow(
    "lines", 0.0, Conditions(art=LIGHT_LINES, room=MORNING), (1280, 960), tilt=20.0, moves=0
)
ROCKS = frozenset(one.id for one in pieces().pieces.values() if one.kind.is_rock)


def scratched(worn: float) -> AccuracyRow:
    light = Conditions(art=VIVID, room=BENT, worn=worn, paper=(0.68, 0.9, 0.98))
    return AccuracyRow("worn", 0.0, light, tilt=20.0, moves=0)


def settled(row: AccuracyRow, seed: int) -> tuple[Look, AccuracyShot]:
    """Return the first look at a table at rest."""
    reader = BoardReader(board(), pieces(), source="eyes")
    looks = [(reader.read(shot.frame), shot) for shot in film(row, board(), pieces(), seed)]
    return looks[-1]


@pytest.mark.parametrize("seed", [1, 4])
def test_white_lines_that_cross_beside_hard_shadows_are_no_labels(seed: int) -> None:
    look, shot = settled(WHITE_LINES, seed)
    assert (look.cells.unsure, look.cells.blind) == ((), ())
    assert score_look(look, shot.truth, scenery=()).missed == ()


@pytest.mark.parametrize(("worn", "seed", "at_most"), [(0.2, 3, 0), (0.35, 1, 1), (0.35, 2, 4)])
def test_scratched_labels_are_found_beside_the_middles_of_their_marks(
    worn: float, seed: int, at_most: int
) -> None:
    look, shot = settled(scratched(worn), seed)
    score = score_look(look, shot.truth, scenery=ROCKS)
    assert len(score.missed) <= at_most
    assert (score.wrong, score.lost) == ((), ())


@pytest.mark.parametrize("seed", [3, 4])
def test_a_rock_whose_label_is_scratched_is_read_where_it_stands(seed: int) -> None:
    look, shot = settled(scratched(0.35), seed)
    crowded = {spot.cell for spot in shot.truth.layout.values()}
    bare = {rock for rock in ROCKS if rock.rpartition(".")[2] not in crowded}
    assert bare
    assert bare <= {one.piece for one in look.pieces.seen}


def test_a_piece_of_which_little_shows_in_a_crowd_is_never_overlooked_for_long() -> None:
    row = next(row for row in ROWS if row.name == "six pieces a cell, tilted by 35")
    (found,) = measure_rows([row], board(), pieces(), boards=1)
    assert found.lasting == ()
