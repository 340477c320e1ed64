"""Recordings open as viewers open them: @mcap/core reads the file, and each message is of its schema."""

import json
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from dashboard.commands import DONE, main
from engine.bus.client import ReceivedMessage
from engine.bus.messages.cameras import CameraEvent, CameraEventKind
from engine.core.ids import Seat, Seconds
from engine.core.phrase import Phrase
from engine.records.bounds import Bounds
from engine.records.camera_frame import Stamp
from engine.records.evidence import EvidenceFile, evidence_files, frame_files, read_evidence
from engine.records.frame_recorder import FrameRecorder
from engine.records.packing import pack
from engine.records.picture_marks import (
    NO_COLOUR,
    MarkLine,
    MarkLineType,
    MarkText,
    PictureMarks,
    PicturePoint,
)
from engine.records.room import EvidenceRoom
from engine.records.viewer_messages import SceneColour
from engine.session.matches.journal import journals
from tests.front_end.conftest import HERE, RunNode
from tests.records.engines import RecordedEngine
from tests.session.two_soldiers import BOARD, MOVE

Open = Callable[..., dict[str, list[dict[str, Any]]]]


@pytest.fixture(scope="module")
def opens(node: RunNode, modules: Path, tmp_path_factory: pytest.TempPathFactory) -> Open:
    """Opens recordings as a viewer does; skips where its parts aren't installed."""
    if not (modules / "@mcap" / "core").is_dir():
        pytest.skip("for want of @mcap/core, which make test installs where there is node")
    script = tmp_path_factory.mktemp("viewer") / "opens.mjs"
    command = [str(modules / ".bin" / "esbuild"), "opens.mjs", "--bundle", "--platform=node", "--format=esm"]
    built = node(
        *command,
        f"--outfile={script}",
        "--log-level=warning",
        cwd=HERE / "viewers",
        env={"NODE_PATH": str(modules)},
    )
    assert built.returncode == 0, built.stderr

    def opened(*paths: Path) -> dict[str, list[dict[str, Any]]]:
        answer = node(str(script), *map(str, paths))
        assert answer.returncode == 0, answer.stderr
        found: dict[str, list[dict[str, Any]]] = json.loads(answer.stdout)
        return found

    return opened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A match with a message of every channel that is recorded, and a camera's picture."""
    folder = tmp_path_factory.mktemp("matches")
    engine = RecordedEngine(folder)
    engine.show()
    engine.show(w_inf_1="e6")
    moved = CameraEvent("cam", Seconds(engine.now), CameraEventKind.MOVED, Phrase("The camera was moved."))
    engine.service.take(ReceivedMessage("camera_event", "cam", moved))
    engine.press("pad.west", mark="1")
    engine.wait(1.0)
    engine.wait(40.0)
    engine.show(n_inf_1="b2")
    engine.ask("again", action=MOVE)
    engine.ask("sealed", action=MOVE, seat=Seat("north"))
    engine.service.close()
    recorder = FrameRecorder(
        EvidenceRoom(folder, Bounds(free_beside_pictures_bytes=0)), "cam", table="t", wall=lambda: 101.0
    )
    recorder.match_is(journals(folder)[0].parent.name)
    recorder.keep(b"\xff\xd8picture", taken_at=Seconds(100.5), sequence=1, about={"lens": ""})
    recorder.close()
    return folder


def test_every_channel_of_a_recording_has_a_schema_that_viewers_parse(folder: Path, opens: Open) -> None:
    match_folder = journals(folder)[0].parent
    found = opens(*evidence_files(match_folder), *frame_files(match_folder))
    channels = [one for of_file in found.values() for one in of_file]
    assert {one["schema"] for one in channels} == {
        "Answer",
        "CameraEvent",
        "Command",
        "DeviceEvent",
        "JournalEnd",
        "Look",
        "SealedAnswer",
        "SealedCommand",
        "Tick",
        "Verdict",
        "foxglove.CompressedImage",
    }
    assert [(one["topic"], one["fault"]) for one in channels if one["fault"]] == []
    assert all(one["messages"] for one in channels)
    (picture,) = (one for one in channels if one["schema"] == "foxglove.CompressedImage")
    assert picture["first"]["timestamp"] == {"sec": 100, "nsec": 500_000_000}
    assert picture["first"]["data"] == {"bytes": len(b"\xff\xd8picture")}
    assert picture["lacks"] == [], "what the published schema wants is there"


def test_a_recording_of_the_older_form_is_what_viewers_refuse(opens: Open) -> None:
    kept = HERE.parent / "records" / "formats" / "evidence-1.mcap"
    faults = {one["schema"]: one["fault"] for one in opens(kept)[str(kept)]}
    assert "expected one type" in faults["Look"]
    assert "expected one type" in faults["Verdict"]


def test_a_verdict_shows_its_sentence_and_a_look_where_a_piece_lies(folder: Path, opens: Open) -> None:
    (path,) = evidence_files(journals(folder)[0].parent)
    first = {one["schema"]: one["first"] for one in opens(path)[str(path)]}
    assert first["Verdict"]["text"]["en"]
    assert first["Look"]["seen"][0]["cell"]


def test_packed_pictures_open_as_video(tmp_path: Path, opens: Open) -> None:
    pytest.importorskip("av", reason="for want of PyAV, which make test installs")
    content = BytesIO()
    Image.new("RGB", (64, 48), "red").save(content, format="JPEG")
    recorder = FrameRecorder(
        EvidenceRoom(tmp_path, Bounds(free_beside_pictures_bytes=0)), "cam", table="t", as_video=True
    )
    recorder.match_is("m")
    recorder.keep(content.getvalue(), taken_at=Seconds(100.5), sequence=1, about={"lens": ""})
    recorder.close()
    (path,) = frame_files(tmp_path / "m")
    (video,) = opens(path)[str(path)]
    assert (video["topic"], video["schema"]) == ("record/video/cam", "foxglove.CompressedVideo")
    assert (video["fault"], video["messages"], video["lacks"]) == ("", 1, [])
    assert video["first"]["format"] == "h264"


def test_marks_over_pictures_are_image_annotations_to_viewers(tmp_path: Path, opens: Open) -> None:
    stamp, point, white = Stamp(100, 5), PicturePoint(3.0, 4.0), SceneColour(1.0, 1.0, 1.0)
    line = MarkLine(stamp, MarkLineType.LINE_LOOP, (point, point), white, 2.0)
    marks = PictureMarks((line,), (MarkText(stamp, point, "w.inf.1 e5", 16.0, white, NO_COLOUR),))
    file = EvidenceFile(tmp_path / "marks.mcap.part", table="t", about={})
    file.write("marks", "cam", marks, 100 * 10**9)
    file.finish()
    path = pack(file.path)
    (found,) = opens(path)[str(path)]
    assert (found["topic"], found["schema"]) == ("record/marks/cam", "foxglove.ImageAnnotations")
    assert (found["fault"], found["unlike"], found["messages"]) == ("", [], 1)
    assert found["first"]["texts"][0]["text"] == "w.inf.1 e5"
    assert set(found["lacks"]) <= {"circles"}, "there are no circles to draw"


@pytest.fixture(scope="module")
def exported(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same match as one file for viewers."""
    out = tmp_path_factory.mktemp("exported") / "match.mcap"
    assert main(["export", "1", "--data", str(folder), "--to", "mcap", "--out", str(out)]) == DONE
    return out


def test_an_exported_match_has_board_pieces_marks_and_what_was_said_by_the_names_that_viewers_know(
    exported: Path, opens: Open
) -> None:
    found = {one["topic"]: one for one in opens(exported)[str(exported)]}
    scene = {f"record/scene/{name}": "foxglove.SceneUpdate" for name in ("board", "pieces", "marks")}
    wanted = scene | {"record/log": "foxglove.Log", "record/frame/cam": "foxglove.CompressedImage"}
    assert {topic: found[topic]["schema"] for topic in wanted} == wanted
    for topic in (*scene, "record/log"):
        assert (found[topic]["fault"], found[topic]["unlike"], found[topic]["lacks"]) == ("", [], [])
    (board,) = found["record/scene/board"]["first"]["entities"]
    assert len(board["lines"]) == len(BOARD.surface.cells)
    (pieces,) = found["record/scene/pieces"]["first"]["entities"]
    assert len(pieces["cylinders"]) == len(pieces["texts"]) > 0
    assert found["record/scene/pieces"]["messages"] >= 2, "a move shows in it"


def test_a_wrong_play_is_a_warning_in_the_log_and_marked_on_the_board(exported: Path) -> None:
    recorded = list(read_evidence(exported, only=("log", "scene")))
    (warning,) = {one.message for one in recorded if one.channel == "log" and one.message.level == 3}
    assert "West infantry 1" in warning.message or "North infantry 1" in warning.message
    marks = [one.message.entities[0].lines for one in recorded if one.name == "marks"]
    assert [bool(one) for one in marks] == [False, True]


def test_the_layout_beside_it_shows_the_topics_that_are_there(exported: Path, opens: Open) -> None:
    layout = json.loads(exported.with_suffix(".layout.json").read_text())
    panels = layout["configById"]
    shown = [*panels["3D!table"]["topics"], panels["RosOut!log"]["topicToRender"]]
    shown.append(panels["Image!cam"]["imageMode"]["imageTopic"])
    assert set(shown) <= {one["topic"] for one in opens(exported)[str(exported)]}
    assert {"3D!table", "Image!cam", "RosOut!log"} == set(panels)
