from dataclasses import replace

import numpy as np
import pytest

from engine.core.board import load_board
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.layout import Face
from engine.core.observations import Look, LookCells, LookMotion, LookPieces, Seen
from engine.core.phrase import Phrase
from engine.core.pieces import load_pieces
from vision.camera.reports.camera_report import CameraReport, LookGate, Sighted
from vision.light.clarity import px_per_module
from vision.pictures.frame import Frame
from vision.render.view import view_over
from vision.sources import BadFrame

BOARD, PIECES = load_board("mativen"), load_pieces("mativen-pieces")
VIEW = view_over(BOARD)
WHOLE = Sighted(8, 8, VIEW.camera)


def frame(number: int, taken_at: float) -> Frame:
    return Frame(np.zeros((12, 16, 3), np.uint8), Seconds(taken_at), number)


def seen(piece: str = "w.inf.1", cell: str = "e5", x_mm: float = 1.0, face: Face = Face.UP) -> Seen:
    return Seen(PieceId(piece), Cell(cell), x_mm, 2.0, face, 0.0, edge=False, confidence=1.0, margin=0.5)


def look(taken_at: float, *pieces: Seen, blind: tuple[str, ...] = (), steady: bool = True) -> Look:
    cells = tuple(Cell(cell) for cell in blind)
    return Look(
        "cam",
        int(taken_at * 10),
        Seconds(taken_at),
        LookPieces(pieces),
        LookCells(blind=cells),
        LookMotion(steady=steady, moved=False),
    )


def look_at_frames(report: CameraReport, frames: int, *, every_s: float = 0.1) -> None:
    for number in range(frames):
        report.looked(frame(number, number * every_s), WHOLE, dropped=3, px_per_module=2.9)


def test_a_camera_that_does_well_is_said_with_its_size_and_rate_and_no_problem() -> None:
    report = CameraReport("cam", "camera 0")
    look_at_frames(report, 21)
    state = report.state
    assert (state.width_px, state.height_px, state.frames, state.dropped) == (16, 12, 21, 3)
    assert state.rate_hz == pytest.approx(10.0)
    assert (state.frame_tags_seen, state.px_per_module, state.problem) == (8, 2.9, "")
    assert state.last_taken_at == pytest.approx(2.0)


def test_the_rate_is_the_cameras_own_also_when_not_every_frame_is_looked_at() -> None:
    report = CameraReport("cam", "camera 0")
    for number in range(0, 31, 3):
        report.looked(frame(number, number / 30), WHOLE, dropped=0, px_per_module=2.9)
    assert report.state.rate_hz == pytest.approx(30.0)


def test_a_silent_camera_is_said_until_a_frame_comes() -> None:
    report = CameraReport("cam", "camera 0")
    look_at_frames(report, 2)
    report.silent(Phrase("camera 0 has given no frame for 3 s: check the cable"))
    assert report.state.rate_hz == 0.0
    assert "check the cable" in report.state.problem
    look_at_frames(report, 1)
    assert report.state.problem == ""


def test_a_damaged_frame_is_counted_and_said_until_a_sound_one_comes() -> None:
    report = CameraReport("cam", "camera 0")
    report.damaged(BadFrame(7, Seconds(1.0), "frames/000007.jpg", Phrase("truncated")))
    assert report.state.damaged == 1
    assert "frames/000007.jpg" in report.state.problem
    look_at_frames(report, 1)
    assert (report.state.damaged, report.state.problem) == (1, "")


def test_a_board_out_of_sight_is_a_problem_with_advice() -> None:
    report = CameraReport("cam", "camera 0")
    report.looked(frame(1, 0.0), Sighted(1, 8, None), dropped=0, px_per_module=0.0)
    assert "1 of its 8 frame tags" in report.state.problem


def test_frame_tags_that_fit_no_place_are_another_boards() -> None:
    report = CameraReport("cam", "camera 0")
    report.looked(frame(1, 0.0), Sighted(2, 8, None), dropped=0, px_per_module=0.0)
    assert "2 of its 8 frame tags" in report.state.problem
    report.looked(frame(2, 0.1), Sighted(4, 8, None), dropped=0, px_per_module=0.0)
    assert "4 of 8 frame tags, but they don't lie as on this board" in report.state.problem


def test_tags_too_small_to_be_read_are_a_problem_with_advice() -> None:
    report = CameraReport("cam", "camera 0")
    report.looked(frame(1, 0.0), WHOLE, dropped=0, px_per_module=1.8)
    assert "1.8 px a module" in report.state.problem


def test_the_end_is_said() -> None:
    report = CameraReport("cam", "match.avi")
    look_at_frames(report, 3)
    report.ended()
    assert report.state.ended


def test_what_was_said_before_a_restart_is_not_forgotten_while_old_frames_are_read_again() -> None:
    report = CameraReport("cam", "footage")
    report.resumed(10.0)
    look_at_frames(report, 3)
    assert report.state.last_taken_at == 10.0


def test_px_per_module_are_those_of_the_smallest_tag_at_the_boards_worst_corner() -> None:
    x, y = BOARD.size_mm[0] / 2, BOARD.size_mm[1] / 2
    corners = [VIEW.px_per_mm(a, b) for a in (-x, x) for b in (-y, y)]
    assert px_per_module(VIEW.camera, BOARD, PIECES) == pytest.approx(min(corners) * 16 / 7, rel=0.01)


@pytest.mark.parametrize(
    "changed",
    [
        look(1.05, seen(cell="e6")),
        look(1.05, seen(face=Face.DOWN)),
        look(1.05),
        look(1.05, seen(), seen("w.inf.2")),
        look(1.05, seen(), blind=("a1",)),
        look(1.05, seen(), steady=False),
    ],
)
def test_a_look_that_differs_is_let_through_at_once(changed: Look) -> None:
    gate = LookGate(rest_s=0.2)
    assert gate.lets(look(1.0, seen()))
    assert gate.lets(changed)


def test_a_look_like_the_last_one_waits_its_turn() -> None:
    gate = LookGate(rest_s=0.2)
    assert gate.lets(look(1.0, seen()))
    assert not gate.lets(look(1.1, seen(x_mm=1.3)))
    assert gate.lets(look(1.25, seen()))
    assert not gate.lets(look(1.3, seen()))


def test_the_second_look_that_says_the_same_comes_sooner_than_those_after_it() -> None:
    gate = LookGate(rest_s=0.2, again_s=0.1)
    times = (1.0, 1.05, 1.11, 1.2, 1.25, 1.35)
    assert [at for at in times if gate.lets(look(at, seen()))] == [1.0, 1.11, 1.35]
    assert gate.lets(look(1.4, seen(cell="e6")))
    assert gate.lets(look(1.51, seen(cell="e6")))


def test_without_rest_every_look_is_let_through() -> None:
    gate = LookGate(rest_s=0.0)
    assert all(gate.lets(replace(look(1.0, seen()), sequence=n)) for n in range(3))


def test_a_simulated_camera_is_named_as_one() -> None:
    assert CameraReport("cam", "stream", simulated=True).state.simulated
    assert not CameraReport("cam", "stream").state.simulated
