"""Tables of zones are printed: every zone with its border and name, turned to whose it is."""

from pathlib import Path

import pytest

from dashboard.commands import DONE, main
from dashboard.printing.board_sheet import board_drawing
from dashboard.printing.depicted import Depiction
from dashboard.printing.page_drawing import Path as Outline
from dashboard.printing.page_drawing import Text
from engine.core.board import load_board
from engine.core.pieces import load_pieces
from engine.games.registry import open_look

BOARD = """name: round
size_mm: [800, 800]
frame:
  dictionary: DICT_5X5_250
  side_mm: 32
  tags: {0: [-380, 380], 1: [380, 380], 2: [380, -380], 3: [-380, -380]}
places:
  usual: 2
  2: {p1: [0, -250, 0], p2: [0, 250, 180]}
  4: {p1: [0, -250, 0], p2: [250, 0, 90], p3: [0, 250, 180], p4: [-250, 0, 270]}
zones:
  market: {kind: slots, count: 4, size_mm: [63, 88], gap_mm: 6, centre_mm: [0, 30]}
  "{seat}.play": {kind: spread, size_mm: [200, 95], centre_mm: [0, 0]}
"""
PIECES = """board: round
dictionary: DICT_5X5_250
kinds:
  card: {shape: square, size_mm: 60, tag_mm: 16, height_mm: 0.3}
pieces:
  lamp: {kind: card, up: 20}
"""


@pytest.fixture
def board(tmp_path: Path) -> Path:
    (tmp_path / "round-pieces.yaml").write_text(PIECES)
    path = tmp_path / "round.yaml"
    path.write_text(BOARD)
    return path


def test_every_zone_has_its_border_and_its_name_turned_to_its_seat(board: Path) -> None:
    laid = load_board(f"{board}@4")
    drawn = board_drawing(
        laid, load_pieces(str(board.with_name("round-pieces.yaml"))), Depiction(open_look("dozen_war"))
    ).shapes
    names = {one.text: one for one in drawn if isinstance(one, Text)}
    outlines = {line for one in drawn if isinstance(one, Outline) and one.line for line in one.outlines}
    for cell in laid.surface.cells:
        assert names[cell].turned_deg == laid.surface.facing_deg(cell)
        assert laid.surface.beyond_mm(cell, *names[cell].at) < 0, "inside its zone"
        assert tuple(laid.surface.corners_mm(cell)) in outlines
    assert names["p2.play"].at[0] > laid.surface.centre_mm(laid.surface.cells[5])[0], "on the seat's side"
    assert "Round, 4" in names


def test_a_table_is_printed_for_as_many_seats_as_are_asked_for(board: Path, tmp_path: Path) -> None:
    for asked, cells in (("", 6), ("@4", 8)):
        out = tmp_path / f"out{asked}"
        words = ["print", "board", "--board", f"{board}{asked}", "--paper", "sheet", "--out", str(out)]
        assert main(words) == DONE
        (drawn,) = out.glob("*.svg")
        assert sum(drawn.read_text().count(f">{one}.") for one in ("market", "p1", "p2", "p3", "p4")) == cells
