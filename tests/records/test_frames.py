"""A camera's pictures beside the match: around changes, bounded, first to give way, and seen again."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from mcap.reader import make_reader

from dashboard.commands import BAD_INPUT, main
from dashboard.commands.parsing import argument_parser
from dashboard.commands.vision import chosen_keeping
from engine.core.ids import Cell, Seconds
from engine.core.observations import Look, LookCells, LookMotion, LookPieces
from engine.records.archive import find_match
from engine.records.bounds import Bounds
from engine.records.camera_frame import CameraFrame
from engine.records.evidence import frame_files, read_evidence
from engine.records.frame_recorder import FrameRecorder
from engine.records.from_pictures import judge_from_frames
from engine.records.packing import repair
from engine.records.recorded import open_recorded
from engine.records.rejudgement import Account, sittings
from engine.records.room import EvidenceRoom
from engine.session.matches.journal import journals
from tests.records.engines import RecordedEngine
from tests.session.two_soldiers import BOARD, PIECES
from vision.camera.recorded_eyes import RecordedEyes
from vision.camera.reports.kept_frames import FrameKeeping, FramePace
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer, lie
from vision.render.view import view_over

LOOK = Look("cam", 1, Seconds(0.0), LookPieces(), LookCells(), LookMotion(steady=True, moved=False))
MATCH = "000001-2026-11-22-t"


def recorder_in(
    folder: Path, total_bytes: int = 10**9, free_bytes: int = 10**12, segment_bytes: int = 10**6
) -> FrameRecorder:
    room = EvidenceRoom(folder, Bounds(total_bytes, 0), free_bytes=lambda _: free_bytes)
    recorder = FrameRecorder(room, "cam", table="t", segment_bytes=segment_bytes, wall=lambda: 7.0)
    recorder.match_is(MATCH)
    return recorder


def keep(recorder: FrameRecorder, *times: float, size: int = 10) -> None:
    noise = Random(7)  # noqa: S311 # a JPEG can't be packed smaller, nor can this
    for number, at in enumerate(times, start=1):
        recorder.keep(noise.randbytes(size), taken_at=Seconds(at), sequence=number, about={"lens": ""})


def kept_times(folder: Path) -> list[float]:
    return [one.message.taken_at for path in frame_files(folder / MATCH) for one in read_evidence(path)]


def test_pictures_open_with_the_public_reader_as_what_its_viewers_show(tmp_path: Path) -> None:
    recorder = recorder_in(tmp_path)
    keep(recorder, 1.5, 2.5)
    recorder.close()
    (path,) = frame_files(tmp_path / MATCH)
    assert path.name == "frames-cam-001.mcap"
    assert path.stat().st_mode & 0o077 == 0
    with path.open("rb") as stream:
        found = list(make_reader(stream, validate_crcs=True).iter_messages())
    schema, channel, message = found[0]
    assert schema is not None
    assert (schema.name, schema.encoding) == ("foxglove.CompressedImage", "jsonschema")
    assert (channel.topic, channel.message_encoding) == ("record/frame/cam", "json")
    said = json.loads(message.data)
    assert {"timestamp", "frame_id", "data", "format"} <= set(json.loads(schema.data)["required"])
    assert (said["timestamp"], said["format"]) == ({"sec": 1, "nsec": 500_000_000}, "jpeg")
    assert message.publish_time == 1_500_000_000


def test_a_vision_service_that_was_killed_loses_no_picture(tmp_path: Path) -> None:
    recorder = recorder_in(tmp_path)
    keep(recorder, 1.0, 2.0)
    left = tmp_path / MATCH / "frames-cam-001.mcap.part"
    (tmp_path / MATCH / "frames-cam-002.mcap.part").write_bytes(left.read_bytes()[:-3])
    assert [path.name for path in repair(tmp_path)] == ["frames-cam-002.mcap"]
    assert kept_times(tmp_path) == [1.0, 2.0, 1.0]
    recorder.close()


def test_the_oldest_pictures_give_way_to_newer_ones(tmp_path: Path) -> None:
    older = tmp_path / "000000-2026-11-21-t"
    older.mkdir()
    (older / "frames-cam-001.mcap").write_bytes(bytes(60_000))
    (older / "evidence-001.mcap").write_bytes(bytes(10_000))
    recorder = recorder_in(tmp_path, total_bytes=100_000)
    keep(recorder, *range(1, 60), size=6_000)
    recorder.close()
    assert [path.name for path in older.iterdir()] == ["evidence-001.mcap"], "looks give way to no picture"
    times = kept_times(tmp_path)
    assert times[-1] == 59.0
    assert times[0] > 30.0
    assert sum(path.stat().st_size for path in tmp_path.glob("*/*")) <= 130_000


def test_a_disk_that_fills_stops_the_pictures_once_and_the_next_match_tries_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    room = EvidenceRoom(tmp_path, Bounds(), free_bytes=lambda _: 999_999_999)
    recorder = FrameRecorder(room, "cam", table="t")
    for match in ("one", "two"):
        recorder.match_is(match)
        keep(recorder, 1.0, 2.0)
    recorder.close()
    assert caplog.text.count("less than 1000 MB are free") == 2


def test_looks_go_on_where_pictures_have_to_stop(tmp_path: Path) -> None:
    room = EvidenceRoom(tmp_path, Bounds(), free_bytes=lambda _: 500_000_000)
    assert room.lack(tmp_path / "m" / "evidence-001.mcap.part", pictures=False) == ""
    assert "are free" in room.lack(tmp_path / "m" / "frames-cam-001.mcap.part", pictures=True)


def test_many_pictures_are_kept_around_a_change_and_few_in_between() -> None:
    pace = FramePace()

    def count(since: float, until: float, *, steady: bool = True) -> int:
        moments = [n / 30 for n in range(round(since * 30), round(until * 30))]
        return sum(
            pace.wants(replace(LOOK, taken_at=Seconds(at), motion=replace(LOOK.motion, steady=steady)))
            for at in moments
        )

    assert count(100, 101.5) >= 10, "the beginning is a change"
    assert count(102, 122) == 4
    assert count(122, 125, steady=False) >= 20
    assert count(125, 126.5) >= 10
    assert count(127, 137) == 2


def test_the_first_picture_at_rest_is_kept_whenever_it_comes() -> None:
    pace = FramePace()
    assert pace.wants(replace(LOOK, taken_at=Seconds(1.0), motion=replace(LOOK.motion, steady=False)))
    assert not pace.wants(replace(LOOK, taken_at=Seconds(1.03), motion=replace(LOOK.motion, steady=False)))
    assert pace.wants(replace(LOOK, taken_at=Seconds(1.06)))


@pytest.mark.parametrize(
    ("words", "live", "kept"),
    [
        ((), True, True),
        ((), False, False),
        (("--rendered",), True, False),
        (("--frames=all", "--rendered"), True, True),
        (("--frames=all",), False, True),
        (("--frames=off",), True, False),
        (("--evidence=off",), True, False),
    ],
)
def test_pictures_are_kept_of_cameras_and_of_others_only_if_asked(
    words: tuple[str, ...],
    live: bool,  # noqa: FBT001 # a parameter of the test
    kept: bool,  # noqa: FBT001 # a parameter of the test
) -> None:
    parsed = argument_parser().parse_args(["vision", *words])
    assert (chosen_keeping(parsed, "cam", live=live) is not None) is kept


class Remembered:
    """Eyes that see what was recorded, but from `since` on with a piece elsewhere."""

    def __init__(self, looks: dict[float, Look], since: float = 1e9) -> None:
        self.looks = looks
        self.since = since

    def see(self, frame: CameraFrame, lens: str) -> Look | None:
        assert lens == ""
        look = self.looks[frame.taken_at]
        if frame.taken_at < self.since:
            return look
        seen = tuple(
            replace(one, cell=Cell("e4")) if one.piece == "w.inf.1" and one.cell == "e6" else one
            for one in look.pieces.seen
        )
        return replace(look, pieces=replace(look.pieces, seen=seen))


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    """A match of a move and a turn's end, each of its looks with a picture but the first."""
    engine = RecordedEngine(tmp_path)
    engine.show()
    engine.show(w_inf_1="e6")
    engine.show()
    engine.press("pad.west", mark="1")
    engine.show()
    engine.service.close()
    (journal,) = journals(tmp_path)
    recorder = recorder_in(tmp_path)
    recorder.match_is(journal.parent.name)
    keep(recorder, *sorted(looks_of(journal))[1:])
    recorder.close()
    return journal


def looks_of(journal: Path) -> dict[float, Look]:
    (sitting,) = sittings(journal.parent)
    return {one.took.taken_at: one.took for one in sitting.happenings if isinstance(one.took, Look)}


def judged(journal: Path, since: float = 1e9) -> Account:
    eyes = Remembered(looks_of(journal), since)
    return judge_from_frames(open_recorded(journal), sittings(journal.parent), eyes)


def test_eyes_that_see_the_same_bring_the_same_verdicts(recorded: Path) -> None:
    account = judged(recorded)
    assert account.differences == []
    assert (account.frames, account.looks) == (7, 7)
    assert account.verdicts >= 2


def test_what_is_seen_otherwise_is_named_before_the_verdict_that_comes_of_it(recorded: Path) -> None:
    look, verdict = judged(recorded, since=sorted(looks_of(recorded))[2]).differences[:2]
    assert (look.stage, verdict.stage) == ("look", "verdict")
    assert look.recorded == ("w.inf.1 on e6, face up",)
    assert look.judged == ("w.inf.1 on e4, face up",)
    assert "e6" in verdict.recorded[0]
    assert "e4" in verdict.judged[0]


def test_a_match_without_pictures_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    RecordedEngine(tmp_path).service.close()
    assert main(["rejudge", "1", "--from-frames", "--data", str(tmp_path)]) == BAD_INPUT
    assert "no pictures were kept" in capsys.readouterr().err
    assert (
        main(["rejudge", "1", "--from-frames", "--option", "tie=shared", "--data", str(tmp_path)])
        == BAD_INPUT
    )


def test_a_kept_picture_is_seen_again_as_it_was(tmp_path: Path) -> None:
    x, y = BOARD.surface.centre_mm(Cell("e5"))
    renderer = Renderer(BOARD, PIECES, view_over(BOARD), Conditions(noise=1.0))
    image = renderer.render([lie(PIECES, "w.inf.1", x, y)])
    sent = np.asarray(cv2.imencode(".jpg", image)[1]).tobytes()
    frame = Frame(np.asarray(cv2.imdecode(np.frombuffer(sent, np.uint8), 1), np.uint8), Seconds(3.0), 1, sent)
    look = BoardReader(BOARD, PIECES, source="cam").read(frame)
    keeping = FrameKeeping(recorder_in(tmp_path))
    keeping.match_is(MATCH)
    keeping.take(frame, look, None)
    keeping.close()
    (kept,) = read_evidence(frame_files(tmp_path / MATCH)[0])
    assert kept.message.data == sent
    assert RecordedEyes(BOARD, PIECES).see(kept.message, "") == look


def test_pictures_come_along_when_a_match_is_imported(recorded: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    assert main(["matches", "--import", str(recorded), "--data", str(elsewhere)]) == 0
    assert frame_files(find_match(elsewhere, "1").parent)
