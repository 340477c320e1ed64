"""One camera at work: what it tells of the board, of itself, and of its lens."""

import zipfile
from dataclasses import dataclass, field, replace
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.bus.messages.cameras import (
    CalibrationStage,
    CalibrationState,
    CameraEvent,
    CameraEventKind,
    CameraOrderKind,
    CameraPicture,
    CameraState,
    ProofPictures,
    StepPictures,
)
from engine.core.ids import Cell, Seconds
from engine.core.observations import Look
from engine.core.phrase import Phrase
from engine.core.verdict import Proof, Verdict, VerdictKind
from tests.calibration.sheets import HEIGHT, LENS, POSES, WIDTH, picture
from tests.sources.watched import BOARD, PIECES, GivenSource, KeepingBus, board_frames, board_picture, watched
from vision.calibration.lenses import load_lenses
from vision.camera.events import CameraStory
from vision.camera.reports.camera_report import trust_of
from vision.camera.table_camera import TableCamera
from vision.camera.watch import CameraWatch
from vision.look.reader import BoardReader, LensOrigin
from vision.pictures.frame import Frame
from vision.render.view import view_over
from vision.sources import Reading, Silent
from vision.sources.files.decoding import decode_image

VIEW = view_over(BOARD)


def sheet_frames() -> list[Reading]:
    """Every view held still for four pictures."""
    stills = [picture(held, number) for number, held in enumerate(POSES, start=1) for _ in range(4)]
    return [
        Frame(np.asarray(cv2.cvtColor(one, cv2.COLOR_GRAY2BGR), np.uint8), Seconds(n / 10), n)
        for n, one in enumerate(stills, start=1)
    ]


def test_looks_carry_the_cameras_name_and_how_far_they_can_be_relied_on() -> None:
    bus, _ = watched(board_frames(12, range(1, 3)))
    looks = bus.of(Look)
    assert [look.source for look in looks] == ["cam2", "cam2"]
    assert all(0.5 < look.reach.trust < 1.0 for look in looks)
    state = bus.of(CameraState)[-1]
    assert (state.lens, state.moves) == ("guessed", 0)
    assert state.trust == looks[-1].reach.trust
    assert "focus locked at 30" in state.settings


def test_a_bump_is_said_once_and_the_piece_stays_where_it_is() -> None:
    bus, _ = watched([*board_frames(12, range(1, 4)), *board_frames(13, range(4, 7))])
    assert [(one.event, one.taken_at) for one in bus.of(CameraEvent)] == [
        (CameraEventKind.FOUND, 0.5),
        (CameraEventKind.MOVED, 2.0),
    ]
    looks = bus.of(Look)
    assert [look.motion.moved for look in looks] == [False, False, False, True, False, False]
    assert [[one.cell for one in look.pieces.seen] for look in looks] == [["e5"]] * 6
    assert bus.of(CameraState)[-1].moves == 1


def test_a_board_out_of_the_picture_is_said_as_lost_and_blind_and_found_again() -> None:
    dark = [
        Frame(np.full((1200, 1600, 3), 70, np.uint8), Seconds(number / 2), number) for number in range(3, 5)
    ]
    bus, _ = watched([*board_frames(12, range(1, 3)), *dark, *board_frames(12, range(5, 7))])
    assert [one.event for one in bus.of(CameraEvent)] == ["found", "lost", "found"]
    looks = bus.of(Look)
    assert all(len(look.cells.blind) == len(BOARD.surface.cells) for look in looks[2:4])
    assert [one.cell for one in looks[-1].pieces.seen] == ["e5"]


def test_pictures_of_another_size_are_said_and_read() -> None:
    image = board_picture(12, 1280, "w.cav.1")
    bus, _ = watched(
        [*board_frames(12, range(1, 3)), *(Frame(image, Seconds(n / 2), n) for n in range(3, 5))]
    )
    resized = [one for one in bus.of(CameraEvent) if one.event is CameraEventKind.RESIZED]
    assert len(resized) == 1
    assert "1280x960" in resized[0].text
    assert "w.cav.1" in {one.piece for one in bus.of(Look)[-1].pieces.seen}


def test_a_silent_camera_tells_no_look_and_says_when_it_is_back() -> None:
    bus, _ = watched(
        [*board_frames(12, range(1, 2)), Silent(Phrase("check the cable")),
         Silent(Phrase("check the cable 3 s")), *board_frames(12, range(2, 3))]
    )  # fmt: skip
    assert [one.event for one in bus.of(CameraEvent)] == ["found", "silent", "back"]
    assert len(bus.of(Look)) == 2


def packed_names(steps: StepPictures) -> list[str]:
    with zipfile.ZipFile(BytesIO(steps.packed)) as packed:
        assert packed.testzip() is None
        assert all(packed.read(name) for name in packed.namelist())
        return packed.namelist()


def test_the_steps_of_one_picture_are_sent_once_and_change_no_look() -> None:
    asked, _ = watched(board_frames(12, range(1, 4)), CameraOrderKind.STEPS)
    (steps,) = asked.of(StepPictures)
    assert (steps.camera, steps.sequence, steps.taken_at) == ("cam2", 1, 0.5)
    names = packed_names(steps)
    assert {"steps/steps.md", "steps/picture.jpg"} < set(names)
    assert len([name for name in names if name.endswith(".jpg")]) > 8
    unasked, _ = watched(board_frames(12, range(1, 4)))
    assert asked.of(Look) == unasked.of(Look)


def test_the_steps_of_a_picture_without_the_board_end_where_it_isnt_found() -> None:
    dark: list[Reading] = [Frame(np.full((600, 800, 3), 70, np.uint8), Seconds(1.0), 1)]
    bus, _ = watched(dark, CameraOrderKind.STEPS)
    (steps,) = bus.of(StepPictures)
    with zipfile.ZipFile(BytesIO(steps.packed)) as packed:
        page = packed.read("steps/steps.md").decode()
    assert "the picture doesn't tell where the camera is" in page
    assert "pieces' places" not in page


def test_a_guided_session_measures_the_lens_keeps_it_and_reads_with_it(tmp_path: Path) -> None:
    bus, reader = watched(sheet_frames(), CameraOrderKind.CALIBRATE, identity="cam-a", folder=tmp_path)
    states = bus.of(CalibrationState)
    assert states[0].stage is CalibrationStage.SHOWING
    done = states[-1]
    assert done.stage is CalibrationStage.DONE
    assert done.rms_px < 0.15
    assert done.focal_px == pytest.approx(LENS.fx, rel=0.003)
    kept = load_lenses("cam-a", tmp_path).intrinsics(WIDTH, HEIGHT)
    assert kept is not None
    assert kept.fx == pytest.approx(LENS.fx, rel=0.003)
    assert reader.lens_origin(WIDTH, HEIGHT) is LensOrigin.MEASURED
    assert reader.lens_origin(640, 480) is LensOrigin.GUESSED
    assert bus.of(Look) == []
    assert "being measured" in bus.of(CameraState)[-1].problem
    assert bus.of(CameraPicture)


def test_finishing_too_early_says_how_many_views_are_needed() -> None:
    bus, _ = watched(sheet_frames()[:8], CameraOrderKind.CALIBRATE, CameraOrderKind.FINISH)
    failed = bus.of(CalibrationState)[-1]
    assert failed.stage is CalibrationStage.FAILED
    assert "0 views are too few" in failed.text


def test_stopping_goes_back_to_the_board() -> None:
    bus, _ = watched(board_frames(12, range(1, 3)), CameraOrderKind.CALIBRATE, CameraOrderKind.STOP)
    assert len(bus.of(Look)) == 2


def test_no_picture_is_sent_while_nobody_asks() -> None:
    assert watched(board_frames(12, range(1, 3)))[0].of(CameraPicture) == []
    sent = watched(board_frames(12, range(1, 2)), CameraOrderKind.WATCH)[0].of(CameraPicture)
    assert [(one.width_px, one.sequence) for one in sent] == [(1600, 1)]
    small = cv2.imdecode(np.frombuffer(sent[0].jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert small is not None
    assert small.shape == (720, 960, 3)


def test_a_board_that_is_never_found_is_no_event() -> None:
    story = CameraStory("cam2")
    frame = Frame(np.zeros((4, 6, 3), np.uint8), Seconds(1.0), 1)
    assert story.looked(frame, found=False, moved=False) == ()


def test_a_sharp_measured_camera_is_trusted_more_than_a_blurred_or_guessed_one() -> None:
    camera = VIEW.camera
    sharp = trust_of(camera, 3.0, measured=True)
    assert sharp == 1.0
    assert trust_of(camera, 3.0, measured=False) < sharp
    assert trust_of(camera, 2.0, measured=True) < sharp
    assert trust_of(replace(camera, error_px=2.0), 3.0, measured=True) < sharp
    assert trust_of(None, 3.0, measured=True) == 0.0


@dataclass
class Judging(KeepingBus):
    """A bus where a verdict is given after the last look, and rests on it."""

    verdict: Verdict = field(kw_only=True)
    watch: CameraWatch | None = None

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        super().publish(channel_name, message, name)
        if isinstance(message, Look) and message.sequence == 3 and self.watch is not None:
            self.watch.show(self.verdict)


def test_a_verdict_is_answered_with_what_the_camera_saw_of_its_cells() -> None:
    proofs = (Proof("other", None, 1), Proof("cam2", 2, 3))
    verdict = Verdict(VerdictKind.ILLEGAL, Seconds(1.0), 3, 0, cells=(Cell("e5"), Cell("f6")), proofs=proofs)
    bus = Judging(verdict=verdict)
    source = GivenSource(board_frames(12, range(1, 4)))
    camera = TableCamera("cam2", source, BoardReader(BOARD, PIECES, source="cam2"))
    bus.watch = CameraWatch(bus, camera, BOARD, PIECES, monotonic=lambda: 1.0)
    bus.watch.bus_came()
    bus.watch.run(bus.stop)
    (sent,) = bus.of(ProofPictures)
    assert (sent.camera, sent.before, sent.after) == ("cam2", 2, 3)
    cut = decode_image(sent.after_jpeg)
    assert not isinstance(cut, str)
    assert 100 < cut.shape[1] < 640
    assert len(sent.before_jpeg) > 1000
