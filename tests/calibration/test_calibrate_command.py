"""`boardwarden calibrate` as its users run it."""

import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE, MISSING, main
from tests import asking
from tests.calibration.sheets import HEIGHT, LENS, POSES, WIDTH, picture
from tests.patience import PATIENCE_S
from vision.calibration.lenses import FOLDER_VARIABLE, load_lenses
from vision.sources.live.identity import camera_identity


@pytest.fixture
def sheets(tmp_path: Path) -> Path:
    folder = tmp_path / "sheets"
    folder.mkdir()
    for number, held in enumerate(POSES, start=1):
        cv2.imwrite(str(folder / f"{number:02}.png"), picture(held, number))
    return folder


def test_a_folder_of_views_gives_the_lens_and_keeps_it_for_the_camera_named(
    sheets: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "lenses"))
    assert main(["calibrate", str(sheets), "--json", "--for", "http://cam/stream"]) == DONE
    *pictures, last = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert [one["picture"] for one in pictures] == list(range(1, len(POSES) + 1))
    assert last["camera"]["fx"] == pytest.approx(LENS.fx, rel=0.003)
    assert (last["camera"]["width"], last["camera"]["height"]) == (WIDTH, HEIGHT)
    assert last["rms_px"] < 0.15
    assert last["dropped"] == last["wanted"] == []
    kept = load_lenses(camera_identity("http://cam/stream"), tmp_path / "lenses").intrinsics(WIDTH, HEIGHT)
    assert kept is not None
    assert kept.fx == last["camera"]["fx"]


def test_too_few_views_are_refused_with_what_to_do(sheets: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["calibrate", str(sheets / "01.png")]) == BAD_INPUT
    assert "1 usable view of" in (said := capsys.readouterr().err)
    assert "boardwarden print calibration" in said


def test_a_camera_that_isnt_there_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    if sys.platform != "linux":
        pytest.skip("only Linux lists cameras as files")
    assert main(["calibrate", "98", "--http", "127.0.0.1:0"]) == MISSING
    assert "/dev/video98" in capsys.readouterr().err


def test_a_live_camera_is_measured_on_a_page_until_somebody_stops_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        nowhere = taken.getsockname()[1]
    command = ["-m", "dashboard", "calibrate", f"http://127.0.0.1:{nowhere}/s", "--http", "127.0.0.1:0"]
    with subprocess.Popen(
        [sys.executable, *command], stderr=subprocess.PIPE, text=True, env={FOLDER_VARIABLE: str(tmp_path)}
    ) as running:
        assert running.stderr is not None
        try:
            address = next(line for line in running.stderr if line.startswith("Open ")).split()[1]
            page = asking.get(address, timeout=PATIENCE_S).text
            running.send_signal(signal.SIGTERM)
            assert running.wait(PATIENCE_S) == DIDNT_HOLD
        finally:
            running.kill()
    # A bundle's name has a digest in it.
    assert re.search(r'<script type="module" src="/[^"]*calibrate[^"]*\.js"', page)
