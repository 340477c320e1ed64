"""`boardwarden doctor` as its user runs it."""

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest

from dashboard.commands import main
from dashboard.doctor.camera import LOOKS, examine
from engine.core.faults import MissingFault
from engine.core.findings import Grade
from engine.core.ids import Seconds
from engine.core.phrase import Phrase
from tests.vision.boards import board, opening, pieces
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer
from vision.render.view import view_over
from vision.sources import NotYet, Reading, Silent, SourceFacts, SourceKind


@pytest.fixture(scope="module")
def picture() -> Image:
    return Renderer(board(), pieces(), view_over(board()), Conditions()).render(opening())


@pytest.fixture
def photo(picture: Image, tmp_path: Path) -> Path:
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), picture)
    return path


def eyes() -> BoardReader:
    return BoardReader(board(), pieces(), source="doctor")


class HeldCamera:
    """A live camera that gives the readings it was made with, one each tenth of a second."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        self._readings = list(readings)
        self.time = 0.0

    @property
    def facts(self) -> SourceFacts:
        return SourceFacts(SourceKind.CAMERA, "camera 0", settings=Phrase("MJPG 1600x1200"))

    @property
    def dropped(self) -> int:
        return 0

    def now(self) -> Seconds:
        """The clock stands 80 ms after the newest picture."""
        return Seconds(self.time + 0.08)

    def monotonic(self) -> float:
        return self.time

    def wait(self, seconds: float) -> None:
        raise AssertionError(seconds)

    def read(self, timeout_s: float) -> Reading:
        self.time += 0.1 if self._readings else timeout_s
        return self._readings.pop(0) if self._readings else NotYet()

    def close(self) -> None:
        pass


def test_a_good_photo_passes_with_a_map(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "camera", "--camera", str(photo)]) == 0
    said = capsys.readouterr().out
    assert "All is well." in said
    rows = said.partition("far row first:\n")[2].splitlines()[:11]
    assert [len(row.split()) for row in rows] == [12, 13] * 5 + [12]


def test_a_dark_photo_fails_and_says_what_to_change_first(
    picture: Image, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cv2.imwrite(str(tmp_path / "dark.png"), picture // 6)
    assert main(["doctor", "camera", "--camera", str(tmp_path / "dark.png"), "--json"]) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(line.keys() == {"check", "grade", "score", "text", "advice"} for line in lines[:-1])
    assert lines[-1]["first"] == "light"
    assert "more light" in lines[-1]["advice"]
    assert len(lines[-1]["cameras"][str(tmp_path / "dark.png")]["px_per_module"]) == 137


def test_each_of_several_cameras_is_looked_through(photo: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "camera", "--camera", "93", "--camera", str(photo), "--json"]) == 3
    *lines, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert {"cam camera", "cam2 camera", "cam2 light"} <= {line["check"] for line in lines}
    assert last["first"] == "cam camera"
    assert list(last["cameras"]) == [str(photo)]


def test_a_camera_that_is_not_there_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "camera", "clock", "--camera", "93"]) == 3
    said = capsys.readouterr().out
    assert "there is no /dev/video93" in said
    assert "clock" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["kamera"],
            "serial, readers, broker, sensors, clock, disk, or board alone; found 'kamera'",
        ),
        (["camera", "--camera", "nowhere.png"], "nowhere.png: no such file"),
        (["broker", "--broker", "http://here"], "http"),
        (["broker", "--broker", "broker.local:1883"], "expected embedded, mosquitto, iotcore or mqtt://"),
        (["sensors", "--broker", "nonsense"], "broker 'nonsense': expected embedded"),
        (["tags", "--board", "nowhere"], "no such file"),
    ],
)
def test_bad_arguments_are_said(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    assert main(["doctor", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_live_camera_has_a_rate_and_an_age(picture: Image) -> None:
    camera = HeldCamera([Frame(picture, Seconds(0.1 * (i + 1)), i + 1) for i in range(LOOKS)])
    looked = examine(camera, eyes(), board(), pieces(), clock=camera, monotonic=camera.monotonic)
    assert looked.measures is not None
    assert looked.measures.timing.rate_hz == pytest.approx(10.0)
    assert looked.measures.timing.latency_ms == pytest.approx(80.0)
    grades = {finding.check: finding.grade for finding in looked.findings}
    assert (grades["rate"], grades["latency"]) == (Grade.GOOD, Grade.GOOD)
    assert looked.findings[0].text == "camera 0 gives pictures of 1600 x 1200 (MJPG 1600x1200)"


def test_a_camera_that_gives_no_picture_says_why() -> None:
    camera = HeldCamera([Silent(Phrase("it's not plugged in; plug it in again"))])
    with pytest.raises(MissingFault, match="camera 0: no picture came; it's not plugged in"):
        examine(camera, eyes(), board(), pieces(), clock=camera, monotonic=camera.monotonic)
