"""A new board and its pieces are two data files: printed, cut out, laid down, filmed and read."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from dashboard.commands import main
from dashboard.printing.depicted import Depiction, depiction_of
from dashboard.printing.paper import Paper
from dashboard.printing.tags import label_side_mm
from dashboard.printing.things import board_pages, piece_pages
from engine.core.board import Board, load_board
from engine.core.faults import InputFault
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.core.observations import Look
from engine.core.pieces import PieceSet, load_pieces
from engine.games.registry import open_look
from tests.print.rasters import PX_PER_MM, depiction, rasterised
from tests.vision.boards import opening
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image
from vision.render.board_art import FlatPrint
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer, lie
from vision.render.view import view_over

EXAMPLES = Path(__file__).parents[2] / "docs" / "build-and-run" / "examples"
BOARD, PIECES = EXAMPLES / "meadow.yaml", EXAMPLES / "meadow-pieces.yaml"


def said(board: Board, pieces: PieceSet) -> Depiction:
    """Return the game for its own board; for another board only its look."""
    return depiction_of("dozen_war", board, pieces, content="house")


def printed_board(board: Board, pieces: PieceSet) -> FlatPrint:
    """Return the board's one sheet, cut out at its marks."""
    (page,) = board_pages(board, pieces, None, said(board, pieces))
    trim = page.layers[0].within
    assert trim is not None
    picture = rasterised([page])[0]
    low, left = round((page.height_mm - trim.bottom) * PX_PER_MM), round(trim.left * PX_PER_MM)
    tall, wide = round(trim.height * PX_PER_MM), round(trim.width * PX_PER_MM)
    return FlatPrint(picture[low - tall : low, left : left + wide], PX_PER_MM)


def printed_labels(pieces: PieceSet) -> dict[int, Image]:
    """Return every label from the printed sheet, by its tag, grey."""
    (page,) = piece_pages(pieces, None, Depiction(open_look("dozen_war")))
    grey = np.asarray(cv2.cvtColor(rasterised([page])[0], cv2.COLOR_BGR2GRAY), np.uint8)
    labels = {}
    for tag in page.tags:
        half = label_side_mm(tag.dictionary, tag.side_mm) / 2 * PX_PER_MM
        x, y = tag.centre_mm[0] * PX_PER_MM, (page.height_mm - tag.centre_mm[1]) * PX_PER_MM
        labels[tag.id] = grey[round(y - half) : round(y + half), round(x - half) : round(x + half)]
    return labels


def test_the_example_is_printed_filmed_and_read() -> None:
    board, pieces = load_board(str(BOARD)), load_pieces(str(PIECES))
    view = view_over(board, width_px=1280, height_px=960)
    renderer = Renderer(
        board, pieces, view, Conditions(), paper=printed_board(board, pieces), labels=printed_labels(pieces)
    )
    spots = {
        "red.soldier.1": ("a1", Face.UP, 0.0),
        "red.soldier.2": ("b1", Face.DOWN, 90.0),
        "blue.soldier.1": ("c2", Face.UP, 180.0),
        "blue.soldier.2": ("a3", Face.UP, 270.0),
        "gold.coin": ("c3", Face.UP, 30.0),
        "rock.b2": ("b2", Face.UP, 0.0),
    }
    placed = []
    for name, (cell, face, turned) in spots.items():
        x, y = board.surface.centres_mm[board.surface.cells.index(Cell(cell))]
        placed.append(lie(pieces, name, x, y, face=face, turned_deg=turned))
    reader = BoardReader(board, pieces, source="test")
    for number in range(1, 5):
        picture = renderer.render(placed, number=number)
        look = reader.read(Frame(picture, Seconds(number / 5), number))
    found = {one.piece: one for one in look.pieces.seen}
    assert {name: (found[PieceId(name)].cell, found[PieceId(name)].face) for name in found} == {
        name: (cell, face) for name, (cell, face, _) in spots.items()
    }
    for name, (_, _, turned) in spots.items():
        off = (found[PieceId(name)].turned_deg - turned + 180) % 360 - 180
        assert abs(off) < 5, name
    assert look.cells.unsure == ()


FAULTS = {
    "a tag of the frame": (
        PIECES,
        "up: 22",
        "up: 3",
        "13: blue.soldier.2: tag 3 is a tag of the frame of board",
    ),
    "a tag twice": (
        PIECES,
        "up: 22",
        "up: 17",
        "13: blue.soldier.2: tag 17 already stands for red.soldier.1",
    ),
    "no such kind": (
        PIECES,
        "kind: coin,",
        "kind: gem,",
        "15: kind: expected one of soldier, rock, coin; found 'gem'",
    ),
    "no such tag": (
        PIECES,
        "up: 22",
        "up: 700",
        "blue.soldier.2: tag 700: DICT_5X5_250 has only the tags 0 to 249",
    ),
    "a tag too large": (
        PIECES,
        "tag_mm: 15",
        "tag_mm: 26",
        "make tag_mm of kind 'coin' smaller or size_mm larger",
    ),
    "over the edge": (
        BOARD,
        "2: [138, 108]",
        "2: [148, 108]",
        "meadow: frame tag 2 at 148, 108 reaches over",
    ),
    "on the field": (BOARD, "1: [0, 108]", "1: [0, 70]", "meadow: frame tag 1 at 0, 70 covers a part of hex"),
    "rows": (BOARD, "rows: 3", "rows: 4", "8: rows: says 4 rows, but 'widths' lists 3"),
    "length": (BOARD, "hex_mm: 52", "hex_mm: -52", "11: hex_mm: expected a length above 0"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_files_is_said_with_what_to_do(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    changed, old, new, message = FAULTS[fault]
    for file in (BOARD, PIECES):
        content = file.read_text(encoding="utf-8")
        assert file != changed or old in content
        (tmp_path / file.name).write_text(
            content.replace(old, new) if file == changed else content, encoding="utf-8"
        )
    what = "pieces" if changed == PIECES else "board"
    status = main(["print", what, "--board", str(tmp_path / BOARD.name), "--out", str(tmp_path)])
    assert status == 2
    assert message in capsys.readouterr().err


def test_a_tag_of_the_frame_may_be_a_tag_of_the_pieces_in_another_dictionary(tmp_path: Path) -> None:
    content = (
        PIECES.read_text(encoding="utf-8").replace("DICT_5X5_250", "DICT_4X4_250").replace("up: 22", "up: 3")
    )
    (tmp_path / BOARD.name).write_text(BOARD.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / PIECES.name).write_text(content, encoding="utf-8")
    assert 3 in load_pieces(str(tmp_path / PIECES.name)).by_tag


def test_pieces_of_another_board_are_refused() -> None:
    with pytest.raises(InputFault, match="made for the board 'meadow', not for 'mativen'"):
        board_pages(load_board("mativen"), load_pieces(str(PIECES)), None, depiction("mativen"))


def test_a_tag_larger_than_the_paper_is_refused() -> None:
    board = load_board(str(BOARD))
    frame = replace(board.frame, side_mm=120.0, centres_mm={0: (0.0, 380.0), 1: (0.0, -380.0)})
    large = replace(board, frame=frame, size_mm=(900.0, 900.0))
    of = load_pieces(str(PIECES))
    with pytest.raises(InputFault, match="too small to keep each tag whole"):
        board_pages(large, of, Paper("tiny", 120.0, 120.0), said(large, of))


def test_the_printed_board_of_the_game_is_read_whole_and_nothing_on_it_is_taken_for_a_piece() -> None:
    board, pieces = load_board("mativen"), load_pieces("mativen-pieces")
    renderer = Renderer(
        board, pieces, view_over(board), Conditions(), paper=printed_board(board, pieces),
        labels=printed_labels(pieces),
    )  # fmt: skip
    reader = BoardReader(board, pieces, source="test")
    placed = opening()
    looks: list[Look] = []
    for lying in (placed, placed, placed[:-2], placed[:-2], placed[:-2]):
        number = len(looks) + 1
        looks.append(reader.read(Frame(renderer.render(lying, number=number), Seconds(number / 2), number)))
    # A soldier stands on the rock of e4 and hides its tag.
    for look, lying in ((looks[1], placed), (looks[-1], placed[:-2])):
        hidden = {one.piece.id for one in lying} - {one.piece for one in look.pieces.seen}
        assert hidden <= {"mountain.e4"}
        assert {one.piece for one in look.pieces.seen} <= {one.piece.id for one in lying}
        assert look.cells.unsure == ()
