"""The picture of how a print is cut, glued and folded shows the sheets that are printed."""

import re

import pytest

from dashboard.printing.assembly import Steps, gluing_page
from dashboard.printing.depicted import depiction_of
from dashboard.printing.order import PrintOrder
from dashboard.printing.page_drawing import PaperSheet, Path, Text
from dashboard.printing.paper import PAPERS
from dashboard.printing.printable import gluing, printable
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.pieces import load_pieces

STEPS = Steps("cut it", "glue it", "fold it")


def picture(board: str, paper: str) -> PaperSheet:
    known, pieces = load_board(board), load_pieces(f"{board}-pieces")
    shown = depiction_of("dozen_war", known, pieces, content="house")
    return gluing_page(known, pieces, PAPERS.get(paper), shown, STEPS)


def texts(page: PaperSheet) -> list[str]:
    return [one.text for layer in page.layers for one in layer.drawing.shapes if isinstance(one, Text)]


@pytest.mark.parametrize(("board", "paper"), [("mativen", "a4"), ("mativen", "a3"), ("duel", "letter")])
def test_every_sheet_is_in_the_picture_in_the_order_of_gluing(board: str, paper: str) -> None:
    _, sheets = printable("board", PrintOrder("dozen_war", board, f"{board}-pieces", paper=paper))
    found = [text for text in texts(picture(board, paper)) if re.fullmatch(r"\d+: [A-Z]+\d+", text)]
    assert found == [f"{number}: {sheet.name}" for number, sheet in enumerate(sheets, start=1)]


def test_one_sheet_is_neither_cut_up_nor_glued() -> None:
    found = texts(picture("mativen", "sheet"))
    assert "fold it" in found
    assert [text for text in found if text in ("cut it", "glue it")] == []


def test_nothing_of_the_picture_lies_beyond_its_page_or_over_a_neighbour() -> None:
    page = picture("mativen", "a4")
    shapes = [shape for layer in page.layers for shape in layer.drawing.shapes]
    boxes = [shape.box for shape in shapes if isinstance(shape, Path)]
    assert min(box.left for box in boxes) >= 0
    assert max(box.right for box in boxes) < 160
    assert all(box.bottom >= 0 and box.top <= page.height_mm for box in boxes)


def test_a_paper_or_board_that_there_isnt_is_refused() -> None:
    with pytest.raises(InputFault, match="no paper 'a9'"):
        gluing(PrintOrder("dozen_war", "duel", "duel-pieces", paper="a9"), STEPS)
