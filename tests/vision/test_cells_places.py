"""From tags to places: tags are projected by a known camera, and every rule of the board is tested in mm."""

from dataclasses import replace

import pytest

from engine.core.ids import Cell, PieceId
from engine.core.layout import Face
from tests.vision.boards import at, board, pieces
from vision.board.placed import DoubtfulRead, Placed, Reason, homes, is_same_place
from vision.cells.places import place_tags
from vision.render.solids import PlacedPiece, solid_of
from vision.render.view import view_over
from vision.tags.tag import Tag

CAMERA = view_over(board(), tilt_deg=25, turn_deg=3).camera


def tag_of(piece: PlacedPiece, grown: float = 1.0) -> Tag:
    """Return the tag of a piece as it would be read."""
    label = solid_of(piece, rim=1.0).label_mm[[0, 3, 2, 1]]
    middle = label.mean(axis=0)
    corners = CAMERA.project(middle + (label - middle) * grown)
    assert piece.tag is not None
    return Tag(piece.tag, corners, 0.95, 0.3)


def placed(*tags: Tag) -> tuple[dict[str, Placed], tuple[DoubtfulRead, ...]]:
    found, doubts = place_tags(tags, CAMERA, board(), pieces(), homes(board(), pieces()))
    return {one.seen.piece: one for one in found}, doubts


def test_a_piece_lies_where_its_ray_cuts_its_own_height() -> None:
    found, doubts = placed(tag_of(at("gen.est", "k9", off=(-14, 9), turned=123)))
    seen = found["gen.est"].seen
    x, y = board().surface.centre_mm(seen.cell)
    assert (seen.cell, seen.face, seen.edge) == ("k9", Face.UP, False)
    assert (seen.x_mm - x, seen.y_mm - y, seen.turned_deg) == pytest.approx((-14, 9, 123), abs=0.01)
    assert doubts == ()


def test_a_piece_near_a_rocks_middle_stands_on_the_rock() -> None:
    found, _ = placed(tag_of(at("w.arc.2", "e4", off=(0, 12), lift=24)))
    assert found["w.arc.2"].seen.cell == "e4"
    assert found["w.arc.2"].height_mm == pytest.approx(29)
    assert found["w.arc.2"].seen.y_mm - board().surface.centre_mm(found["w.arc.2"].seen.cell)[1] == (
        pytest.approx(12, abs=0.01)
    )


def test_a_rock_that_is_seen_elsewhere_carries_pieces_there() -> None:
    rock = at("mountain.e4", "h6")
    found, _ = placed(tag_of(rock), tag_of(at("w.arc.2", "h6", off=(5, 5), lift=24)))
    assert found["w.arc.2"].height_mm == pytest.approx(29)
    assert found["mountain.e4"].seen.cell == "h6"


@pytest.mark.parametrize("off", [21.9, 22.1])
def test_a_piece_on_the_line_where_pushing_begins_is_neither_said_to_be_pushed_nor_not(off: float) -> None:
    found, doubts = placed(tag_of(at("n.cav.1", "h7", off=(off, 0))))
    assert found["n.cav.1"].seen.edge is None
    assert doubts == ()


@pytest.mark.parametrize(("off", "pushed"), [(20.5, False), (23.5, True), (27.0, True)])
def test_a_piece_is_pushed_from_22_mm_on(off: float, *, pushed: bool) -> None:
    found, _ = placed(tag_of(at("n.cav.1", "h7", off=(off, 0))))
    assert found["n.cav.1"].seen.edge is pushed


def test_castles_and_rocks_are_never_pushed() -> None:
    castle, rock = at("w.castle.archer", "a4", off=(25, 0)), at("mountain.b6", "b6", off=(24, 0))
    found, _ = placed(tag_of(castle), tag_of(rock))
    assert not found["w.castle.archer"].seen.edge
    assert not found["mountain.b6"].seen.edge


def test_the_back_of_a_token_lies_face_down() -> None:
    found, _ = placed(tag_of(at("w.inf.1", "c3", face=Face.DOWN)))
    assert found["w.inf.1"].seen.face is Face.DOWN


@pytest.mark.parametrize("grown", [0.85, 1.15])
def test_a_tag_of_the_wrong_size_is_no_placed_piece(grown: float) -> None:
    found, doubts = placed(tag_of(at("n.cav.1", "h7"), grown))
    assert found == {}
    assert [(doubt.cells, doubt.reason) for doubt in doubts] == [(("h7",), Reason.SHAPE)]


def test_a_squashed_tag_is_no_placed_piece() -> None:
    tag = tag_of(at("n.cav.1", "h7"))
    corners = tag.corners.copy()
    corners[:2] += (corners[2:][::-1] - corners[:2]) * 0.3
    _, doubts = placed(replace(tag, corners=corners))
    assert [doubt.reason for doubt in doubts] == [Reason.SHAPE]


def test_a_piece_read_twice_is_in_doubt_in_both_places() -> None:
    found, doubts = placed(tag_of(at("n.cav.1", "h7")), tag_of(at("n.cav.1", "c2")))
    assert found == {}
    assert {cell for doubt in doubts for cell in doubt.cells} == {"h7", "c2"}
    assert {doubt.reason for doubt in doubts} == {Reason.TWICE}


def test_both_faces_of_one_token_cant_be_up() -> None:
    found, doubts = placed(tag_of(at("w.inf.1", "h7")), tag_of(at("w.inf.1", "c2", face=Face.DOWN)))
    assert found == {}
    assert len(doubts) == 2


def test_a_piece_on_the_line_between_two_cells_is_in_doubt_in_both() -> None:
    _, doubts = placed(tag_of(at("n.cav.1", "h7", off=(31.8, 0))))
    assert [(set(doubt.cells), doubt.reason) for doubt in doubts] == [({"h7", "i7"}, Reason.BORDER)]


def test_a_tag_that_no_piece_has_makes_its_cell_doubtful() -> None:
    stranger = replace(tag_of(at("n.cav.1", "h7")), id=249)
    _, doubts = placed(stranger)
    assert [(doubt.cells, doubt.reason) for doubt in doubts] == [(("h7",), Reason.UNKNOWN)]


def test_a_piece_beside_the_field_is_not_on_the_board() -> None:
    found, doubts = placed(tag_of(at("n.cav.1", "a6", off=(-40, 0))))
    assert (found, doubts) == ({}, ())


def test_printed_warp_point_is_seen_flat() -> None:
    found, _ = placed(tag_of(at("warp.g6", "g6")))
    assert found["warp.g6"].seen.cell == "g6"


def test_the_same_place_allows_a_few_millimetres_and_no_turning_over() -> None:
    before = placed(tag_of(at("w.inf.1", "c3")))[0]["w.inf.1"].seen
    nudged = placed(tag_of(at("w.inf.1", "c3", off=(2, 1))))[0]["w.inf.1"].seen
    moved = placed(tag_of(at("w.inf.1", "c3", off=(9, 1))))[0]["w.inf.1"].seen
    turned = placed(tag_of(at("w.inf.1", "c3", face=Face.DOWN)))[0]["w.inf.1"].seen
    assert is_same_place(before, nudged)
    assert not is_same_place(before, moved)
    assert not is_same_place(before, turned)


def test_rocks_are_at_home_in_the_cells_their_ids_name() -> None:
    found = homes(board(), pieces())
    assert len(found) == 9
    assert found[PieceId("volcano.g6")] == pytest.approx((0.0, 0.0))
    assert found[PieceId("mountain.e4")] == pytest.approx(board().surface.centre_mm(Cell("e4")))
