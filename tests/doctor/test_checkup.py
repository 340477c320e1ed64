"""The reports of a camera's service on how well it sees, while somebody sets it up."""

import pytest

from engine.bus.messages.cameras import CameraCheckup, CameraOrderKind, CameraPicture
from engine.core.findings import Grade
from engine.core.ids import Seconds
from tests.sources.watched import BOARD, PIECES, KeepingBus, board_frames, watched
from vision.doctor.examination import Examination
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame


def checkups(said: KeepingBus) -> list[CameraCheckup]:
    return [one for one in said.messages if isinstance(one, CameraCheckup)]


def test_a_camera_that_is_watched_says_how_well_it_sees() -> None:
    said, _ = watched(board_frames(12.0, range(1, 4)), CameraOrderKind.WATCH)
    (checkup,) = checkups(said)
    assert (checkup.camera, checkup.sequence, checkup.first) == ("cam2", 3, "")
    assert {finding.grade for finding in checkup.findings} <= {Grade.GOOD, Grade.UNKNOWN}
    assert {one.cell for one in checkup.cells} == set(BOARD.surface.cells)
    assert all(0 < x < 1 and 0 < y < 1 for one in checkup.cells for x, y in one.outline)


def test_a_camera_that_is_only_examined_sends_no_pictures() -> None:
    said, _ = watched(board_frames(12.0, range(1, 4)), CameraOrderKind.EXAMINE)
    assert len(checkups(said)) == 1
    assert said.of(CameraPicture) == []


def test_nothing_is_said_when_nobody_looks() -> None:
    said, _ = watched(board_frames(12.0, range(1, 4)))
    assert checkups(said) == []


def test_pictures_that_come_by_themselves_have_a_pace_and_an_age() -> None:
    reader, examination = BoardReader(BOARD, PIECES, source="x"), Examination(BOARD, PIECES, live=True)
    for number, frame in enumerate(board_frames(12.0, range(1, 7)), start=1):
        assert isinstance(frame, Frame)
        shown = Frame(frame.image, Seconds(number / 20), number)
        examination.take(shown, reader.read(shown), age_ms=90.0)
    timing = examination.measures(reader.state).timing
    assert timing.rate_hz == pytest.approx(20.0)
    assert timing.latency_ms == 90.0
