"""Promises of footage folders."""

from pathlib import Path

import pytest

from engine.core.device_events import ButtonPress, PadReading, PadReadingKind
from engine.core.faults import InputFault
from engine.core.footage import load_device_events, load_footage, load_truth

DESCRIPTION = "board: mativen\npieces: mativen-pieces\nfps: 2\ncamera: null\n"


def folder_with(path: Path, description: str, devices: str = "") -> Path:
    (path / "frames").mkdir()
    (path / "frames" / "000002.jpg").write_bytes(b"")
    (path / "frames" / "000001.jpg").write_bytes(b"")
    (path / "footage.yaml").write_text(description, encoding="utf-8")
    if devices:
        (path / "devices.jsonl").write_text(devices, encoding="utf-8")
    return path


def test_frames_come_in_order_and_truth_may_be_missing(tmp_path: Path) -> None:
    footage = load_footage(folder_with(tmp_path, DESCRIPTION))
    assert [frame.name for frame in footage.frames] == ["000001.jpg", "000002.jpg"]
    assert (footage.fps, footage.camera, footage.game) == (2.0, None, "dozen_war")
    assert load_truth(tmp_path) == ()
    assert load_device_events(tmp_path) == ()


def test_camera_intrinsics_are_read(tmp_path: Path) -> None:
    lens = "camera: {fx: 1400, fy: 1400, cx: 800, cy: 600, distortion: [-0.1, 0.02, 0, 0, 0]}"
    footage = load_footage(folder_with(tmp_path, DESCRIPTION.replace("camera: null", lens)))
    assert footage.camera is not None
    assert footage.camera.distortion[0] == -0.1


def test_a_board_file_in_the_folder_goes_before_one_of_the_project(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, DESCRIPTION)
    (folder / "mativen.yaml").write_text("name: own", encoding="utf-8")
    assert load_footage(folder).board == str(folder / "mativen.yaml")
    assert load_footage(folder).pieces == "mativen-pieces"


def test_device_events_come_in_order_of_time(tmp_path: Path) -> None:
    lines = (
        '{"t": 2.5, "device": "pad.west", "event": "button", "name": "end_turn"}\n\n'
        '{"t": 1, "device": "pad.west", "event": "tag", "name": "west.reader", "value": "04a2"}\n'
    )
    events = load_device_events(folder_with(tmp_path, DESCRIPTION, lines))
    assert [(event.taken_at, event.content) for event in events] == [
        (1.0, PadReading(PadReadingKind.TAGS, "west.reader", "04a2")),
        (2.5, ButtonPress("end_turn")),
    ]


@pytest.mark.parametrize(
    "line",
    [
        "rubbish",
        "[1]",
        '{"t": "soon"}',
        '{"t": 1}',
        '{"t": NaN, "device": "a", "event": "button", "name": "b"}',
    ],
)
def test_a_device_line_that_is_none_is_refused_with_its_number(tmp_path: Path, line: str) -> None:
    folder = folder_with(tmp_path, DESCRIPTION, "\n" + line + "\n")
    with pytest.raises(InputFault, match=r"devices\.jsonl:2: expected"):
        load_device_events(folder)


@pytest.mark.parametrize(
    ("description", "said"),
    [
        (DESCRIPTION.replace("fps: 2", "fps: 0"), "above 0"),
        (DESCRIPTION + "colour: red\n", "unknown key"),
        ("board: mativen\n", "'pieces' is missing"),
    ],
)
def test_a_broken_description_is_refused(tmp_path: Path, description: str, said: str) -> None:
    with pytest.raises(InputFault, match=said):
        load_footage(folder_with(tmp_path, description))


def test_a_folder_that_is_no_footage_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputFault, match="not a footage folder"):
        load_footage(tmp_path)
    (tmp_path / "footage.yaml").write_text(DESCRIPTION, encoding="utf-8")
    with pytest.raises(InputFault, match="no frames"):
        load_footage(tmp_path)


@pytest.mark.parametrize("line", ["rubbish", "[1]"])
def test_a_line_of_truth_that_is_none_is_refused_with_its_number(tmp_path: Path, line: str) -> None:
    folder_with(tmp_path, DESCRIPTION)
    (tmp_path / "truth.jsonl").write_text("\n" + line, encoding="utf-8")
    with pytest.raises(InputFault, match=r"truth\.jsonl:2: expected"):
        load_truth(tmp_path)


def test_lines_that_are_no_text_are_refused_with_their_file(tmp_path: Path) -> None:
    folder_with(tmp_path, DESCRIPTION)
    for name, load in (("truth.jsonl", load_truth), ("devices.jsonl", load_device_events)):
        (tmp_path / name).write_bytes(b"{\xff\xfe")
        with pytest.raises(InputFault, match=rf"{name}: not UTF-8 text"):
            load(tmp_path)


@pytest.mark.parametrize(
    ("was", "is_now", "said"),
    [
        ("fps: 2", "fps: .nan", "fps: expected a finite number, found nan"),
        ("fps: 2", "fps: .inf", "fps: expected a finite number, found inf"),
        ("null", "{fx: 0, fy: 1, cx: 1, cy: 1}", "fx: expected a focal length"),
        ("null", "{fx: 1, fy: 1, cx: 1, cy: 1, distortion: [1]}", "distortion: expected .*found 1 numbers"),
    ],
)
def test_numbers_that_no_camera_has_are_refused_with_their_line(
    tmp_path: Path, was: str, is_now: str, said: str
) -> None:
    with pytest.raises(InputFault, match=rf"footage\.yaml:\d: {said}"):
        load_footage(folder_with(tmp_path, DESCRIPTION.replace(was, is_now)))
