"""Everything that is printed is rasterised from its PDF, and our own decoder reads every tag back."""

import re
from itertools import pairwise

import numpy as np
import pytest

from dashboard.printing.board_sheet import board_box, board_drawing, whole_parts
from dashboard.printing.page_drawing import PaperSheet, PrintedTag
from dashboard.printing.paper import GLUE_MM, PAPERS, Tiling, tile_pages, tiling
from dashboard.printing.pdf import pdf_of
from dashboard.printing.things import board_pages, calibration_pages, card_pages, piece_pages
from engine.core.board import Board, load_board
from engine.core.ids import PieceId
from engine.core.pieces import PieceOutline, PieceSet, load_pieces
from engine.games.dozen_war.content.pack import load_pack
from tests.print.rasters import PX_PER_MM, depiction, rasterised, read_tags
from vision.calibration.target import USUAL
from vision.pictures.frame import Image

FAR_MM = 0.05
"""How far a tag that is read may be from where it should be. Most of it is the rasteriser's whole pixels."""

PAPER_NAMES = ("a4", "letter")


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board("mativen")


@pytest.fixture(scope="module")
def pieces() -> PieceSet:
    return load_pieces("mativen-pieces")


def expect_read_back(pages: tuple[PaperSheet, ...], dictionary: str) -> list[PrintedTag]:
    """Check that each page shows its tags, upright, true to scale and in place; return all tags."""
    all_tags: list[PrintedTag] = []
    worst_mm = worst_scale = 0.0
    for page, picture in zip(pages, rasterised(pages), strict=True):
        assert picture.shape[:2] == pytest.approx(
            (page.height_mm * PX_PER_MM, page.width_mm * PX_PER_MM), abs=1.0
        )
        due = {tag.id: tag for tag in page.tags if tag.dictionary == dictionary}
        found = {
            tag.id: tag for tag in read_tags(picture, dictionary, size_mm=(page.width_mm, page.height_mm))
        }
        # A strip for glue may show a whole tag of the neighbour too.
        assert due.keys() <= found.keys(), page.name
        for tag in due.values():
            seen = found[tag.id]
            off = np.hypot(seen.x_mm - tag.centre_mm[0], seen.y_mm - tag.centre_mm[1])
            worst_mm = max(worst_mm, float(off))
            worst_scale = max(worst_scale, abs(seen.side_mm / tag.side_mm - 1))
            assert abs(seen.turned_deg) < 0.5
        all_tags += due.values()
    assert worst_mm < FAR_MM
    assert worst_scale < 0.005
    return all_tags


@pytest.mark.parametrize("name", PAPER_NAMES)
def test_every_tag_of_every_piece_is_read_back_true_to_scale(pieces: PieceSet, name: str) -> None:
    tags = expect_read_back(piece_pages(pieces, PAPERS[name], depiction("mativen")), pieces.dictionary)
    printed_on_the_board = {
        piece.up for piece in pieces.pieces.values() if piece.kind.shape is PieceOutline.PRINTED
    }
    assert {tag.id for tag in tags} == set(pieces.by_tag) - printed_on_the_board
    assert len(tags) == len({tag.id for tag in tags})
    for tag in tags:
        piece, _ = pieces.by_tag[tag.id]
        assert (tag.side_mm, tag.whose) == (piece.kind.tag_mm, piece.id)


@pytest.mark.parametrize("name", PAPER_NAMES)
def test_every_tag_of_the_board_is_whole_on_one_tile_and_read_back(
    board: Board, pieces: PieceSet, name: str
) -> None:
    tags = expect_read_back(
        board_pages(board, pieces, PAPERS[name], depiction("mativen")), board.frame.dictionary
    )
    assert {tag.id for tag in tags} == {*board.frame.centres_mm, pieces.pieces[PieceId("warp.g6")].up}


@pytest.mark.parametrize("name", PAPER_NAMES)
def test_glued_tiles_have_the_frame_tags_where_the_board_file_says(
    board: Board, pieces: PieceSet, name: str
) -> None:
    cut = tiling(board_box(board), whole_parts(board, pieces), PAPERS[name])
    tiles = rasterised(tile_pages(board_drawing(board, pieces, depiction("mativen")), cut, title="glued"))
    glued = _glued(tiles, cut)
    found = {tag.id: tag for tag in read_tags(glued, board.frame.dictionary, size_mm=board.size_mm)}
    box = board_box(board)
    off = [
        np.hypot(found[tag].x_mm + box.left - x, found[tag].y_mm + box.bottom - y)
        for tag, (x, y) in board.frame.centres_mm.items()
    ]
    # Each tile is cut at a whole pixel here, a quarter of a millimetre; a person's scissors do no better.
    assert max(off) < 0.3
    assert cut.sheets == 15


def test_a_tile_shows_the_neighbour_where_the_glue_goes(board: Board, pieces: PieceSet) -> None:
    cut = tiling(board_box(board), whole_parts(board, pieces), PAPERS["a4"])
    first = tile_pages(board_drawing(board, pieces, depiction("mativen")), cut, title="x")[0]
    shown = first.layers[0].within
    assert shown is not None
    assert shown.width == pytest.approx(cut.columns[1] - cut.columns[0] + GLUE_MM)
    assert shown.height == pytest.approx(cut.rows[1] - cut.rows[0] + GLUE_MM)


def test_the_small_board_of_the_duel_is_a_data_file_too() -> None:
    duel = load_board("duel")
    tags = expect_read_back(
        board_pages(duel, load_pieces("duel-pieces"), PAPERS["a4"], depiction("duel")), "DICT_5X5_250"
    )
    assert {tag.id for tag in tags} == set(duel.frame.centres_mm)


def test_one_sheet_has_the_whole_board(board: Board, pieces: PieceSet) -> None:
    pages = board_pages(board, pieces, None, depiction("mativen"))
    assert len(pages) == 1
    expect_read_back(pages, board.frame.dictionary)


def test_every_card_of_the_decks_has_a_tag_of_its_own() -> None:
    pack = load_pack("house")
    tags = expect_read_back(
        card_pages(depiction("mativen"), None, PAPERS["a4"], name="house"), "DICT_5X5_1000"
    )
    assert len({tag.id for tag in tags}) == len(tags) == len(pack.deck) + len(pack.events)
    assert min(tag.id for tag in tags) >= 250


@pytest.mark.parametrize("name", PAPER_NAMES)
def test_the_calibration_sheet_is_what_the_calibration_looks_for(name: str) -> None:
    pages = calibration_pages(PAPERS[name])
    tags = expect_read_back(pages, USUAL.dictionary)
    assert {tag.id for tag in tags} == set(USUAL.tags_mm)
    assert {tag.side_mm for tag in tags} == {USUAL.tag_mm}


def test_the_rulers_are_a_hundred_millimetres(pieces: PieceSet) -> None:
    picture = rasterised(piece_pages(pieces, PAPERS["a4"], depiction("mativen")), px_per_mm=8.0)[0]
    height = picture.shape[0]
    # Where the longest ticks are: rows and columns that cross them and nothing else but the margin.
    across = np.flatnonzero(picture[height - round(12.5 * 8), : (115 * 8)].max(axis=1) < 200) / 8.0
    up = np.flatnonzero(picture[:, round(8.5 * 8)].max(axis=1) < 200) / 8.0
    assert across.max() - across.min() == pytest.approx(100.0, abs=0.4)
    assert up.max() - up.min() == pytest.approx(100.0, abs=0.4)


def test_the_pdf_embeds_its_typeface_and_asks_for_actual_size() -> None:
    content = pdf_of(calibration_pages(PAPERS["a4"]), title="x")
    assert re.search(rb"/FontFile2", content)
    assert re.search(rb"/PrintScaling /None", content)


def _glued(tiles: list[Image], cut: Tiling) -> Image:
    """Return the tiles laid together, each cut at its left and lower border, the rest over its neighbours."""
    columns, rows, usable = cut.columns, cut.rows, cut.paper.usable
    tall, wide = (round((border[-1] - border[0]) * PX_PER_MM) for border in (rows, columns))
    whole = np.full((tall, wide, 3), 255, np.uint8)
    each = iter(tiles)
    for bottom, top in pairwise(rows):
        for left, right in pairwise(columns):
            tile = next(each)
            width, height = round((right - left) * PX_PER_MM), round((top - bottom) * PX_PER_MM)
            low, start = (
                round((cut.paper.height_mm - usable.bottom) * PX_PER_MM),
                round(usable.left * PX_PER_MM),
            )
            y, x = tall - round((bottom - rows[0]) * PX_PER_MM), round((left - columns[0]) * PX_PER_MM)
            part = tile[low - height : low, start : start + width]
            whole[y - height : y, x : x + width] = part[:, : wide - x]
    return whole
