"""The whole reader on rendered boards: its pieces, its doubts and its blind cells."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from dashboard.lab.rooms import CEILING
from engine.core.ids import PieceId, Seconds
from engine.core.observations import Look
from tests.vision.boards import Scene, at, board, frame, misread, mountains, opening, pieces, seen_of
from vision.camera.reports.camera_report import essence
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.render.board_art import LIGHT_LINES
from vision.render.conditions import Conditions
from vision.render.hand import Hand
from vision.render.sensor import CameraHabits
from vision.render.solids import PlacedPiece


def reader() -> BoardReader:
    return BoardReader(board(), pieces(), source="camera")


def after_two_looks(scene: Scene, placed: list[PlacedPiece]) -> BoardReader:
    """Return a reader that has seen the bare board, still."""
    eyes = reader()
    eyes.read(scene.shoot(placed))
    eyes.read(scene.shoot(placed))
    return eyes


def without(placed: list[PlacedPiece], piece: str) -> list[PlacedPiece]:
    return [one for one in placed if one.piece.id != piece]


CONDITIONS = {
    "overhead": Scene(tilt=0, focal=1.0),
    "tilted": Scene(tilt=35, focal=0.9),
    "soft, noisy, small files": Scene(tilt=20, conditions=Conditions(blur_px=1.0, noise=8, jpeg_quality=60)),
    "dark": Scene(tilt=12, conditions=Conditions(brightness=0.45, noise=6)),
    "wide picture": Scene(tilt=25, width=1920, height=1080),
    "small picture": Scene(tilt=15, width=1280, height=960),
}


@pytest.mark.parametrize("scene", CONDITIONS.values(), ids=CONDITIONS.keys())
def test_a_still_board_is_read_whole(scene: Scene) -> None:
    placed = opening()
    look = reader().read(scene.shoot(placed))
    assert misread(look, placed) == []
    # The rock's own tag is under the archer on it.
    assert set(seen_of(look)) | {"mountain.e4"} == {one.piece.id for one in placed}
    assert (look.cells.unsure, look.cells.blind, look.motion.moved) == ((), (), False)


def bent(picture: Frame, k1: float, focal_px: float) -> Frame:
    """Return the same picture through a lens with distortion."""
    height, width = picture.image.shape[:2]
    matrix = np.array([[focal_px, 0, width / 2 - 0.5], [0, focal_px, height / 2 - 0.5], [0, 0, 1.0]])
    rows, columns = np.mgrid[0:height, 0:width].astype(np.float32)
    points = np.stack([columns.ravel(), rows.ravel()], axis=1).reshape(-1, 1, 2)
    straight = cv2.undistortPoints(points, matrix, np.array([k1, 0.0, 0.0, 0.0]), P=matrix)
    at_px = straight.reshape(height, width, 2).astype(np.float32)
    image = cv2.remap(picture.image, at_px[..., 0], at_px[..., 1], cv2.INTER_CUBIC)
    return replace(picture, image=np.asarray(image, np.uint8))


@pytest.mark.parametrize("k1", [-0.2, 0.08])
def test_a_lens_with_distortion_that_nobody_calibrated_is_allowed_for(k1: float) -> None:
    scene, placed = Scene(tilt=18, focal=0.9), opening()
    look = reader().read(bent(scene.shoot(placed), k1, 0.9 * 1600))
    assert misread(look, placed) == []
    assert len(look.pieces.seen) >= len(placed) - 2


def test_a_grey_picture_reads_as_a_coloured_one() -> None:
    scene, placed = Scene(), opening()
    coloured = scene.shoot(placed)
    grey = frame(np.asarray(cv2.cvtColor(coloured.image, cv2.COLOR_BGR2GRAY), np.uint8), 1)
    assert set(seen_of(reader().read(grey))) == set(seen_of(reader().read(coloured)))


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_picture_without_a_board_is_blind_everywhere_and_no_empty_board(level: int) -> None:
    look = reader().read(frame(np.full((600, 800, 3), level, np.uint8), 1))
    assert look.pieces.seen == ()
    assert look.cells.blind == board().surface.cells
    assert not look.motion.steady
    assert not look.motion.moved


def test_after_a_black_frame_the_board_is_as_it_was() -> None:
    scene, placed = Scene(), opening()
    eyes = after_two_looks(scene, placed)
    dark = eyes.read(frame(np.zeros((1200, 1600, 3), np.uint8), 3))
    assert len(dark.cells.blind) == len(board().surface.cells)
    look = eyes.read(scene.shoot(placed))
    assert misread(look, placed) == []
    assert (look.cells.unsure, look.cells.blind, look.motion.moved) == ((), (), False)


def test_a_still_picture_is_steady_and_sees_the_same() -> None:
    scene, placed = Scene(), opening()
    eyes = reader()
    first = eyes.read(scene.shoot(placed))
    second = eyes.read(scene.shoot(placed))
    assert not first.motion.steady
    assert second.motion.steady
    assert essence(replace(second, motion=replace(second.motion, steady=False))) == essence(first)
    assert (second.sequence, second.taken_at) == (2, 1.0)


def test_a_moved_piece_is_seen_in_its_new_place_and_its_old_one_is_empty() -> None:
    scene, placed = Scene(), opening()
    eyes = after_two_looks(scene, placed)
    now = [*without(placed, "n.cav.1"), at("n.cav.1", "k6", turned=10)]
    look = eyes.read(scene.shoot(now))
    assert misread(look, now) == []
    assert seen_of(look)["n.cav.1"].cell == "k6"
    assert look.cells.unsure == look.cells.blind == ()
    assert not look.motion.steady


def test_under_a_hand_a_live_camera_is_left_to_send_its_next_picture() -> None:
    """A live camera's next picture comes soon, so five a second are enough; in a recording they aren't.

    The first picture without a hand is read before it's known to be still.
    """
    scene, placed = Scene(), opening()
    now = [*without(placed, "n.cav.1"), at("n.cav.1", "k6", turned=10)]
    going = Hand(at("n.cav.1", "k6").x_mm, at("n.cav.1", "k6").y_mm + 60.0, from_deg=90)
    scenes: list[tuple[list[PlacedPiece], Hand | None]] = [
        (placed, None),
        (placed, None),
        (now, going),
        (now, None),
        (now, None),
    ]
    shots = [
        replace(scene.shoot(lying, hand=hand), taken_at=Seconds(0.2 * n))
        for n, (lying, hand) in enumerate(scenes)
    ]
    live = BoardReader(board(), pieces(), source="camera", live=True)
    *_, moving, gone, still = [live.read(shot) for shot in shots]
    assert "n.cav.1" not in seen_of(moving)
    assert {"h7", "k6"} <= set(moving.cells.blind)
    assert (seen_of(gone)["n.cav.1"].cell, gone.motion.steady, gone.cells.blind) == ("k6", False, ())
    assert (seen_of(still)["n.cav.1"].cell, still.motion.steady, still.cells.blind) == ("k6", True, ())
    recorded = reader()
    for shot in shots:
        recorded.read(shot)
        assert recorded.state.pictures.read_at == shot.taken_at


@pytest.mark.parametrize("live", [True, False])
def test_the_bare_board_is_learnt_again_once_a_table_is_still(*, live: bool) -> None:
    scene, placed = Scene(), opening()
    now = [*without(placed, "n.cav.1"), at("n.cav.1", "k6")]
    going = Hand(at("n.cav.1", "k6").x_mm, at("n.cav.1", "k6").y_mm + 60.0, from_deg=90)
    scenes: list[tuple[list[PlacedPiece], Hand | None]] = [
        *[(placed, None)] * 2,
        (now, going),
        *[(now, None)] * 4,
    ]
    eyes = BoardReader(board(), pieces(), source="camera", live=live)
    known = []
    for n, (lying, hand) in enumerate(scenes):
        eyes.read(replace(scene.shoot(lying, hand=hand), taken_at=Seconds(0.25 * n)))
        reference = eyes.state.board.reference
        assert reference is not None
        known.append({one.seen.piece: one.seen.cell for one in reference.pieces}[PieceId("n.cav.1")])
    # The first still picture is read no later than the looks that decide the play. The last is read as late
    # as possible.
    assert (known[2], known[-1]) == ("h7", "k6")


def test_a_bare_board_without_visible_lines_is_learnt_once_it_is_still() -> None:
    """Under tubes with bands the very first picture has no lines to prove that no hand is over it."""
    conditions = Conditions(art=LIGHT_LINES, room=CEILING, sensor=CameraHabits(banding=0.12))
    scene, placed = Scene(width=1280, height=960, focal=1.1, conditions=conditions), opening()
    eyes = BoardReader(board(), pieces(), source="camera")
    for n in range(4):
        eyes.read(replace(scene.shoot(placed), taken_at=Seconds(0.25 * n)))
    hand = Hand(at("n.cav.1", "k6").x_mm, at("n.cav.1", "k6").y_mm, from_deg=90)
    look = eyes.read(replace(scene.shoot(placed, hand=hand), taken_at=Seconds(1.0)))
    assert {"k6", "k7", "k8"} <= set(look.cells.blind)


def test_a_slow_camera_s_pictures_of_a_hand_are_all_read() -> None:
    """A piece is held up for half a second. Four pictures a second show it twice."""
    scene, placed = Scene(), opening()
    live = BoardReader(board(), pieces(), source="camera", live=True)
    for n in range(2):
        live.read(replace(scene.shoot(placed), taken_at=Seconds(0.25 * n)))
    for n in range(2, 6):
        hand = Hand(0.0, 80.0 + 60.0 * (n % 2), from_deg=90)
        live.read(replace(scene.shoot(placed, hand=hand), taken_at=Seconds(0.25 * n)))
        assert live.state.pictures.read_at == 0.25 * n


@pytest.mark.parametrize(("step_mm", "read_after_s"), [(60.0, 1.2), (4.0, 0.6)])
def test_a_hand_that_hurries_is_read_less_often_than_one_that_rests(
    step_mm: float, read_after_s: float
) -> None:
    scene, placed = Scene(), opening()
    live = BoardReader(board(), pieces(), source="camera", live=True)
    for n in range(2):
        live.read(replace(scene.shoot(placed), taken_at=Seconds(0.15 * n)))
    before, now, n = live.state.pictures.read_at, 0.3, 0
    while live.state.pictures.read_at == before:
        hand = Hand(0.0, 80.0 + step_mm * (n % 2), from_deg=90)
        live.read(replace(scene.shoot(placed, hand=hand), taken_at=Seconds(now)))
        n, now = n + 1, now + 0.15
    assert live.state.pictures.read_at - before == pytest.approx(read_after_s, abs=0.16)


def test_a_piece_turned_over_in_its_place_is_seen_face_down() -> None:
    scene, placed = Scene(), opening()
    eyes = after_two_looks(scene, [*placed, at("s.inf.1", "k3")])
    look = eyes.read(scene.shoot([*placed, replace(at("s.inf.1", "k3"), face=at("n.inf.3", "j8").face.DOWN)]))
    assert seen_of(look)["s.inf.1"].face.value == "down"


def test_a_captured_piece_leaves_an_empty_cell() -> None:
    scene, placed = Scene(), opening()
    eyes = after_two_looks(scene, placed)
    look = eyes.read(scene.shoot(without(placed, "n.inf.3")))
    assert "n.inf.3" not in seen_of(look)
    assert look.cells.unsure == look.cells.blind == ()


def test_a_cell_under_a_hand_is_blind_and_not_empty() -> None:
    scene, placed = Scene(), opening()
    eyes = after_two_looks(scene, placed)
    target = next(one for one in placed if one.piece.id == "n.inf.3")
    hand = Hand(target.x_mm, target.y_mm, from_deg=340)
    look = eyes.read(scene.shoot(placed, hand=hand))
    hidden = [one for one in scene.renderer.truth(placed, hand=hand) if one.hidden_by_hand > 0.3]
    assert "n.inf.3" in {one.placed.piece.id for one in hidden}
    for one in hidden:
        assert one.placed.piece.id in seen_of(look) or one.cell in (*look.cells.blind, *look.cells.unsure)
    assert misread(look, placed) == []
    assert not look.motion.steady
    back = eyes.read(scene.shoot(placed))
    assert set(seen_of(back)) | {"mountain.e4"} == {one.piece.id for one in placed}
    assert back.cells.unsure == back.cells.blind == ()


@pytest.mark.parametrize("from_deg", [80, 270, 300])
def test_an_arm_over_the_margin_alone_is_not_taken_for_board(from_deg: float) -> None:
    scene, placed = Scene(), opening()
    eyes = after_two_looks(scene, placed)
    y_mm = -352.0 if from_deg > 180 else 352.0
    for y in (y_mm, y_mm, y_mm * 0.97, y_mm):
        eyes.read(scene.shoot(placed, hand=Hand(60.0, y, from_deg=from_deg)))
    eyes.read(scene.shoot(placed))
    look = eyes.read(scene.shoot(placed))
    assert (look.cells.blind, look.cells.unsure, look.motion.steady) == ((), (), True)


def test_a_hand_at_rest_is_steady_and_blind() -> None:
    scene, placed = Scene(), opening()
    eyes = after_two_looks(scene, placed)
    hand = Hand(0.0, 0.0, from_deg=300)
    eyes.read(scene.shoot(placed, hand=hand))
    look = eyes.read(scene.shoot(placed, hand=hand))
    assert look.motion.steady
    assert "g6" in look.cells.blind


def test_a_piece_carried_over_the_board_is_not_placed_there() -> None:
    scene, placed = Scene(), opening()
    eyes = after_two_looks(scene, placed)
    rest = without(placed, "n.cav.1")
    for x in (-100.0, -60.0, 20.0, 60.0):
        held = replace(at("n.cav.1", "g4"), x_mm=x, y_mm=-70.0, lift_mm=45.0)
        look = eyes.read(scene.shoot(rest, held=[held], hand=Hand(x + 6, -76.0, from_deg=290, height_mm=52)))
        seen = seen_of(look).get("n.cav.1")
        assert seen is None or seen.cell == "h7"
        assert misread(look, placed) == []


def test_a_bumped_camera_is_reported_once_and_places_stay_right() -> None:
    placed = opening()
    eyes = after_two_looks(Scene(), placed)
    bumped = Scene(tilt=17, turn=4.0)
    bumped.shots = 2
    look = eyes.read(bumped.shoot(placed))
    assert look.motion.moved
    assert misread(look, placed) == []
    after = eyes.read(bumped.shoot(placed))
    assert not after.motion.moved
    assert set(seen_of(after)) | {"mountain.e4"} == {one.piece.id for one in placed}


def test_an_unread_label_makes_its_cell_unsure() -> None:
    scene, placed = Scene(), opening()
    shot = scene.shoot(placed)
    tag = next(one for one in placed if one.piece.id == "n.inf.3")
    x, y = scene.renderer.view.project(np.array([(tag.x_mm, tag.y_mm, 5.0)]))[0].round().astype(int)
    image = shot.image.copy()
    # Half of the modules are scribbled over. The label shows, but has no id any more.
    image[y - 7 : y + 1, x - 7 : x + 8] = 255 - image[y - 7 : y + 1, x - 7 : x + 8]
    look = reader().read(replace(shot, image=image))
    assert "n.inf.3" not in seen_of(look)
    assert "j8" in look.cells.unsure


def test_a_rock_stays_known_while_a_piece_stands_on_it() -> None:
    scene = Scene(tilt=30)
    bare = mountains()
    eyes = after_two_looks(scene, bare)
    manned = [*bare, at("w.arc.2", "g2", off=(2, 3), lift=24, turned=30)]
    look = eyes.read(scene.shoot(manned))
    assert seen_of(look)["w.arc.2"].cell == "g2"
    assert not seen_of(look)["w.arc.2"].edge
    assert look.cells.unsure == look.cells.blind == ()
    again = eyes.read(scene.shoot(bare))
    assert "mountain.g2" in seen_of(again)


def test_cells_out_of_the_picture_are_blind() -> None:
    shot = Scene().shoot(opening())
    image = shot.image.copy()
    cut = replace(shot, image=np.ascontiguousarray(image[:, :1250]))
    look: Look = reader().read(cut)
    assert {"m2", "m6", "m10"} <= set(look.cells.blind)
    assert "f5" not in look.cells.blind
