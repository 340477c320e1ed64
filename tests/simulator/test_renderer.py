from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from engine.core.board import Board
from engine.core.faults import CallerFault, InputFault
from engine.core.footage import Intrinsics
from engine.core.layout import Face
from engine.core.pieces import PieceSet
from vision.pictures.camera_model import Camera, Points
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.hand import Hand
from vision.render.renderer import Renderer, lie
from vision.render.solids import PlacedPiece, solid_of
from vision.render.view import CameraView, view_over

CALM = Conditions(noise=1.5, blur_px=0.4)


@pytest.fixture(scope="module")
def sharp(board: Board, pieces: PieceSet) -> Renderer:
    """A camera with enough pixels that OpenCV's own detector reads everything."""
    return Renderer(board, pieces, view_over(board, width_px=2400, height_px=1800), CALM)


@pytest.fixture(scope="module")
def usual(board: Board, pieces: PieceSet) -> Renderer:
    return Renderer(board, pieces, view_over(board))


def read_tags(image: Image) -> dict[int, Points]:
    """Plain OpenCV's reading: tag → its corners, clockwise from its own upper left."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(image)
    found = [] if ids is None else [int(tag) for tag in np.asarray(ids).ravel()]
    return {tag: np.asarray(quad, np.float64).reshape(4, 2) for tag, quad in zip(found, corners, strict=True)}


def expected_corners(placed: PlacedPiece, view: CameraView) -> Points:
    """Where the corners of the black square must be, clockwise from the upper left."""
    label = view.project(solid_of(placed, rim=1.0).label_mm)
    return label[[0, 3, 2, 1]]


def some_pieces(pieces: PieceSet) -> list[PlacedPiece]:
    return [
        lie(pieces, "w.cav.1", -320, -250, turned_deg=0),
        lie(pieces, "w.inf.1", 310, 250, turned_deg=90),
        lie(pieces, "n.inf.2", -330, 230, face=Face.DOWN, turned_deg=37),
        lie(pieces, "gen.est", 40, -60, turned_deg=200),
        lie(pieces, "w.castle.archer", 120, 130, face=Face.DOWN),
        lie(pieces, "mountain.e4", -100, -20, turned_deg=300),
        lie(pieces, "warp.g6", 200, -100),
    ]


def test_every_tag_is_where_the_camera_must_see_it_turned_as_it_lies(
    sharp: Renderer, pieces: PieceSet
) -> None:
    placed = some_pieces(pieces)
    found = read_tags(sharp.render(placed))
    for one in placed:
        assert one.tag is not None
        off = np.abs(found[one.tag] - expected_corners(one, sharp.view)).max()
        assert off < 1.0, (one.piece.id, off)


def test_all_frame_tags_are_where_the_board_file_says(sharp: Renderer, board: Board) -> None:
    found = read_tags(sharp.render([]))
    h = board.frame.side_mm / 2
    for tag, (x, y) in board.frame.centres_mm.items():
        corners = np.array([(x - h, y + h, 0), (x + h, y + h, 0), (x + h, y - h, 0), (x - h, y - h, 0)])
        assert np.abs(found[tag] - sharp.view.project(corners)).max() < 1.0


def test_an_empty_board_shows_no_piece(sharp: Renderer, board: Board) -> None:
    assert set(read_tags(sharp.render([]))) == set(board.frame.centres_mm)


def test_a_piece_without_a_tag_on_its_back_shows_none_there(sharp: Renderer, pieces: PieceSet) -> None:
    blank = lie(pieces, "w.cav.1", 0, 0, face=Face.DOWN)
    assert blank.tag is None
    assert blank.piece.up not in read_tags(sharp.render([blank]))


def test_a_soldier_on_a_rock_hides_the_rocks_tag_and_shows_its_own_at_its_height(
    sharp: Renderer, pieces: PieceSet
) -> None:
    rock = lie(pieces, "mountain.e4", -100, -20)
    climber = replace(lie(pieces, "w.arc.1", -100, -20), lift_mm=rock.piece.kind.height_mm)
    found = read_tags(sharp.render([climber, rock]))
    assert rock.piece.up not in found
    assert climber.tag is not None
    assert np.abs(found[climber.tag] - expected_corners(climber, sharp.view)).max() < 1.0
    hidden = {truth.placed.piece.id: truth.hidden for truth in sharp.truth([climber, rock])}
    assert hidden == {"w.arc.1": 0.0, "mountain.e4": pytest.approx(1.0, abs=0.1)}


def test_what_an_arm_covers_can_not_be_read_and_the_truth_says_so(sharp: Renderer, pieces: PieceSet) -> None:
    placed = [*some_pieces(pieces), lie(pieces, "s.inf.1", 42, -90)]
    hand = Hand(40, -55)
    found = read_tags(sharp.render(placed, hand=hand))
    truth = {one.placed.tag: one.hidden_by_hand for one in sharp.truth(placed, hand=hand)}
    assert {tag for tag, share in truth.items() if share > 0.1} == {one.tag for one in placed} - set(found)
    assert max(truth.values()) > 0.9
    assert set(truth.values()) >= {0.0}


def test_the_truth_names_cell_and_push_as_the_board_has_them(
    usual: Renderer, pieces: PieceSet, board: Board
) -> None:
    x, y = board.surface.centre_mm(board.surface.cells[40])
    placed = [lie(pieces, "w.inf.1", x, y), lie(pieces, "w.inf.2", x + 25, y), lie(pieces, "w.inf.3", 0, 350)]
    said = [(truth.cell, truth.edge) for truth in usual.truth(placed)]
    assert said == [(board.surface.cells[40], False), (board.surface.cells[40], True), (None, False)]


def test_a_held_piece_lies_over_the_others(sharp: Renderer, pieces: PieceSet) -> None:
    below = lie(pieces, "w.inf.1", 0, 0)
    held = replace(lie(pieces, "w.inf.2", 2, 2), lift_mm=40.0)
    found = read_tags(sharp.render([below], held=[held]))
    assert held.piece.up in found
    assert below.piece.up not in found


def test_the_usual_camera_gives_every_piece_enough_pixels_a_module(
    usual: Renderer, pieces: PieceSet, board: Board
) -> None:
    module_mm = pieces.kinds["soldier"].tag_mm / 7
    across, up = board.size_mm[0] / 2, board.size_mm[1] / 2
    scales = [usual.view.px_per_mm(x, y) for x in (-across, 0, across) for y in (-up, 0, up)]
    assert min(scales) * module_mm >= 2.6


def test_every_tag_has_a_white_rim_of_a_module(sharp: Renderer, pieces: PieceSet) -> None:
    one = lie(pieces, "w.inf.1", 20, 30, turned_deg=20)
    image = in_grey(sharp, [one])
    middles = [1 + 1 / 7, 1 + 1.6 / 7]
    for rim in middles:
        ring = sharp.view.project(solid_of(one, rim=rim).label_mm)
        for a, b in zip(ring, np.roll(ring, 1, axis=0), strict=True):
            for share in np.linspace(0.05, 0.95, 12):
                x, y = np.rint(a + (b - a) * share).astype(int)
                assert image[y, x] > 170


def in_grey(renderer: Renderer, placed: Sequence[PlacedPiece]) -> Image:
    return np.asarray(cv2.cvtColor(renderer.render(placed), cv2.COLOR_BGR2GRAY), np.uint8)


def test_the_same_seed_and_number_give_the_same_picture_and_another_number_other_noise(
    usual: Renderer, pieces: PieceSet
) -> None:
    placed = some_pieces(pieces)[:2]
    first = usual.render(placed, number=1)
    again = usual.render(placed, number=1)
    other = usual.render(placed, number=2)
    assert (first == again).all()
    assert (first != other).any()
    assert np.abs(first.astype(int) - other).mean() < 6


def test_a_picture_given_out_is_not_changed_by_the_next_one(usual: Renderer, pieces: PieceSet) -> None:
    first = usual.render([lie(pieces, "w.inf.1", 0, 0)])
    kept = first.copy()
    usual.render([lie(pieces, "w.inf.1", 0, 0)], hand=Hand(0, 0))
    assert (first == kept).all()


@pytest.mark.parametrize("tilt_deg", [0, 12, 30])
def test_the_whole_board_is_in_the_picture_whatever_the_tilt(board: Board, tilt_deg: float) -> None:
    view = view_over(board, tilt_deg=tilt_deg, turn_deg=4)
    x, y = board.size_mm[0] / 2, board.size_mm[1] / 2
    seen = view.project(np.array([(-x, -y, 0), (x, -y, 0), (x, y, 0), (-x, y, 0)], np.float64))
    assert (seen >= 0).all()
    assert (seen <= (view.width_px - 1, view.height_px - 1)).all()


def test_a_view_agrees_with_the_readers_camera(board: Board) -> None:
    view = view_over(board, tilt_deg=21, turn_deg=-7)
    points = np.array([(100.0, -200.0, 0.0), (-300.0, 50.0, 24.0)])
    assert np.abs(view.project(points) - view.camera.project(points)).max() < 1e-6
    plane = view.plane(24.0) @ (-300.0, 50.0, 1.0)
    assert np.abs(plane[:2] / plane[2] - view.camera.project(points)[1]).max() < 1e-6


def test_a_lens_with_distortion_is_refused(board: Board, pieces: PieceSet) -> None:
    straight = view_over(board)
    bent = Intrinsics(1800, 1800, 800, 600, (0.1, 0.0, 0.0, 0.0, 0.0))
    camera = Camera(bent, straight.camera.rotation, straight.camera.translation)
    with pytest.raises(CallerFault, match="distortion"):
        Renderer(board, pieces, CameraView(1600, 1200, camera))


def test_an_unknown_piece_or_dictionary_is_named(board: Board, pieces: PieceSet) -> None:
    with pytest.raises(InputFault, match=r"w\.dragon\.1: no such piece"):
        lie(pieces, "w.dragon.1", 0, 0)
    with pytest.raises(InputFault, match="DICT_9X9: no such tag dictionary"):
        Renderer(board, replace(pieces, dictionary="DICT_9X9"), view_over(board))
