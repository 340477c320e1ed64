"""Measured lenses are found again by the camera they were measured of."""

from pathlib import Path

import pytest

from engine.core.faults import InputFault
from tests.calibration.sheets import LENS
from vision.calibration.lenses import FOLDER_VARIABLE, MeasuredLens, lens_folder, load_lenses, save_lens
from vision.sources.live.identity import camera_identity


def lens(width: int = 1920, height: int = 1080) -> MeasuredLens:
    return MeasuredLens(LENS, width, height, 0.125, 14, "2026-01-31")


def test_a_saved_lens_is_loaded_as_it_was_for_its_size_only(tmp_path: Path) -> None:
    save_lens("cam-a", lens(), tmp_path / "new")
    save_lens("cam-a", lens(1280, 720), tmp_path / "new")
    found = load_lenses("cam-a", tmp_path / "new")
    assert found.by_size == {(1920, 1080): lens(), (1280, 720): lens(1280, 720)}
    assert found.intrinsics(1920, 1080) == LENS
    assert found.intrinsics(640, 480) is None
    assert load_lenses("cam-b", tmp_path / "new").by_size == {}
    assert load_lenses(None, tmp_path / "new").by_size == {}


def test_a_broken_lens_file_is_refused_by_its_line(tmp_path: Path) -> None:
    path = save_lens("cam-a", lens(), tmp_path)
    path.write_text(path.read_text().replace("fx: 750.0", "fx: wide"))
    with pytest.raises(InputFault, match=r"cam-a\.yaml:\d+: fx"):
        load_lenses("cam-a", tmp_path)


def test_a_folder_that_cant_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputFault, match="can't be kept"):
        save_lens("cam-a", lens(), tmp_path / "file")


def test_the_environment_says_where_lenses_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    assert lens_folder() == tmp_path / "config" / "boardwarden" / "lenses"
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "own"))
    assert lens_folder() == tmp_path / "own"


def test_a_camera_keeps_its_name_whatever_number_it_gets(tmp_path: Path) -> None:
    by_id = tmp_path / "by-id"
    by_id.mkdir()
    for number in (0, 2):
        (tmp_path / f"video{number}").touch()
    (by_id / "usb-Maker_Model_123-video-index0").symlink_to("../video2")
    assert camera_identity("2", by_id=by_id, system=tmp_path) == "usb-Maker_Model_123-video-index0"
    (by_id / "usb-Maker_Model_123-video-index0").unlink()
    (by_id / "usb-Maker_Model_123-video-index0").symlink_to("../video0")
    assert camera_identity("0", by_id=by_id, system=tmp_path) == "usb-Maker_Model_123-video-index0"


def test_a_camera_without_a_serial_number_is_named_by_its_model_and_socket(tmp_path: Path) -> None:
    socket = tmp_path / "usb1" / "1-1.2"
    socket.mkdir(parents=True)
    device = tmp_path / "video1"
    device.mkdir()
    (device / "name").write_text("HD Webcam: C525\n")
    (device / "device").symlink_to(socket)
    assert camera_identity("1", by_id=tmp_path / "none", system=tmp_path) == "HD-Webcam-C525-1-1.2"
    assert camera_identity("7", by_id=tmp_path / "none", system=tmp_path) == "camera-7"


def test_a_stream_is_named_without_its_password() -> None:
    one = camera_identity("rtsp://anna:s3cret@cam.local:554/live?token=hush")
    assert one == camera_identity("rtsp://ben:other@cam.local:554/live?token=hush")
    assert one is not None
    assert "s3cret" not in one
    assert "hush" not in one
    assert one != camera_identity("rtsp://cam.local:554/live?token=other")
    assert camera_identity("footage/skirmish") is None
