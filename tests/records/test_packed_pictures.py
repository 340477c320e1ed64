"""A camera's pictures packed as video: in a tenth of the room, and seen again as they were."""

import errno
import fcntl
import os
import sys
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from mcap.writer import Writer
from PIL import Image, ImageDraw

from dashboard.commands import DIDNT_HOLD, DONE, MISSING, main
from engine.core.ids import Cell, Seconds
from engine.records.bounds import Bounds
from engine.records.camera_frame import CameraFrame, PackedFrame
from engine.records.evidence import OPEN, frame_files, read_about, read_evidence
from engine.records.frame_recorder import FrameRecorder
from engine.records.packed_pictures import KEY_EVERY, VideoUnpacker, pack_pictures
from engine.records.packing import UNFINISHED, held, repair
from engine.records.pictures import jpeg_of, kept_frames, picture_at
from engine.records.room import EvidenceRoom
from tests.session.two_soldiers import BOARD, PIECES
from vision.camera.recorded_eyes import RecordedEyes
from vision.camera.reports.kept_frames import jpeg_of as jpeg_of_frame
from vision.pictures.frame import Frame
from vision.render.conditions import Conditions
from vision.render.renderer import Renderer, lie
from vision.render.view import view_over

pytest.importorskip("av", reason="for want of PyAV, which make test installs")

MATCH = "000001-2026-11-22-t"
SIZE = (320, 240)


def jpeg(number: int, size: tuple[int, int] = SIZE) -> bytes:
    """Return a picture whose square is as far to the right as its number says."""
    picture = Image.effect_noise(size, 2).convert("RGB")
    ImageDraw.Draw(picture).rectangle((2 * number, 40, 2 * number + 60, 100), fill="red")
    content = BytesIO()
    picture.save(content, format="JPEG", quality=92)
    return content.getvalue()


def recorded(folder: Path, pictures: Sequence[bytes], *, as_video: bool = False) -> Path:
    """Record pictures, one a second, and return their file."""
    room = EvidenceRoom(folder, Bounds(10**9, 0), free_bytes=lambda _: 10**12)
    now = [0.0]
    recorder = FrameRecorder(room, "cam", table="t", as_video=as_video, wall=lambda: now[0])
    recorder.match_is(MATCH)
    for number, content in enumerate(pictures):
        now[0] = 100.0 + number
        recorder.keep(content, taken_at=Seconds(now[0]), sequence=number, about={"lens": "a lens"})
    recorder.close()
    (path,) = frame_files(folder / MATCH)
    return path


def left_of_red(frame: CameraFrame) -> int:
    """Return where a picture's square begins, in px."""
    green = np.asarray(Image.open(BytesIO(jpeg_of(frame))).convert("RGB"))[70, :, 1]
    return int(np.argmax(green < 64))


def test_packed_pictures_keep_their_times_their_order_and_what_they_show(tmp_path: Path) -> None:
    count = KEY_EVERY + 20
    path = recorded(tmp_path, [jpeg(number) for number in range(count)])
    before, about = path.stat().st_size, read_about(path)
    assert pack_pictures(path) == count
    assert path.stat().st_size < before / 3
    assert read_about(path) == about
    found = list(read_evidence(path))
    assert [one.at_ns for one in found] == [(100 + number) * 10**9 for number in range(count)]
    assert [one.message.sequence for one in found] == list(range(count))
    assert [number for number, one in enumerate(found) if one.message.alone] == [0, KEY_EVERY]
    frames = [kept.frame for kept in kept_frames(tmp_path / MATCH)["cam"]]
    assert all(abs(left_of_red(one) - 2 * number) <= 2 for number, one in enumerate(frames))


@pytest.mark.parametrize("number", [0, 3, KEY_EVERY - 1, KEY_EVERY, KEY_EVERY + 5])
def test_a_packed_picture_is_found_by_its_time(packed: Path, number: int) -> None:
    found = picture_at(packed, "cam", 100.0 + number + 0.5)
    assert found is not None
    assert found.taken_at == 100.0 + number
    assert abs(left_of_red(found) - 2 * number) <= 2
    assert jpeg_of(found).startswith(b"\xff\xd8")


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a match whose pictures are packed as they are recorded."""
    folder = tmp_path_factory.mktemp("matches")
    path = recorded(folder, [jpeg(number) for number in range(KEY_EVERY + 10)], as_video=True)
    assert {type(one.message) for one in read_evidence(path)} == {PackedFrame}
    return path.parent


def test_what_is_no_whole_picture_stays_as_it_was(tmp_path: Path) -> None:
    odd = [jpeg(1), jpeg(2)[:-400], b"no picture", jpeg(3, (321, 240)), jpeg(4), jpeg(5, (160, 120))]
    path = recorded(tmp_path, odd)
    assert pack_pictures(path) == 3
    kept = {one.message.sequence: one.message for one in read_evidence(path)}
    assert list(kept) == [0, 1, 2, 3, 4, 5]
    assert [number for number, one in kept.items() if isinstance(one, CameraFrame)] == [1, 2, 3]
    assert all(kept[number].data == odd[number] for number in (1, 2, 3))
    assert len(list(kept_frames(tmp_path / MATCH)["cam"])) == 6


def test_a_picture_without_those_before_it_isnt_shown_wrong(packed: Path) -> None:
    frames = [one.message for one in read_evidence(frame_files(packed)[0])]
    unpacker = VideoUnpacker()
    assert unpacker.unpacked(frames[5]) is None
    assert unpacker.unpacked(frames[KEY_EVERY]) is not None


def test_a_look_at_a_packed_picture_is_the_look_at_the_cameras_own(tmp_path: Path) -> None:
    x, y = BOARD.surface.centre_mm(Cell("e5"))
    renderer = Renderer(BOARD, PIECES, view_over(BOARD), Conditions(noise=2.0))
    image = renderer.render([lie(PIECES, "w.inf.1", x, y), lie(PIECES, "n.inf.1", x + 120, y)])
    content = jpeg_of_frame(Frame(image, Seconds(3.0), 1))
    path = recorded(tmp_path, [content] * 3)
    eyes = RecordedEyes(BOARD, PIECES)
    before = [eyes.see(kept.frame, "") for kept in kept_frames(tmp_path / MATCH)["cam"]]
    pack_pictures(path)
    eyes = RecordedEyes(BOARD, PIECES)
    after = [eyes.see(kept.frame, "") for kept in kept_frames(tmp_path / MATCH)["cam"]]
    for was, now in zip(before, after, strict=True):
        assert was is not None
        assert now is not None
        assert [(one.piece, one.cell, one.face, one.edge) for one in now.pieces.seen] == [
            (one.piece, one.cell, one.face, one.edge) for one in was.pieces.seen
        ]
        assert (now.cells, now.motion) == (was.cells, was.motion)
        assert {str(one.piece) for one in now.pieces.seen} == {"w.inf.1", "n.inf.1"}


def test_older_matches_are_packed_by_name_and_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded(tmp_path, [jpeg(number) for number in range(5)])
    (tmp_path / MATCH / "journal.jsonl").write_text("")
    assert main(["matches", "--pack", "1", "--data", str(tmp_path)]) == DONE
    assert "5 pictures packed" in capsys.readouterr().out
    assert main(["matches", "--pack", "1", "--data", str(tmp_path)]) == DONE
    assert "no pictures to pack" in capsys.readouterr().out


def test_without_pyav_packing_says_what_to_install_and_leaves_the_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = recorded(tmp_path, [jpeg(1)])
    (path.parent / "journal.jsonl").write_text("")
    before = path.read_bytes()
    monkeypatch.setitem(sys.modules, "av", None)
    assert main(["matches", "--pack", "1", "--data", str(tmp_path)]) == MISSING
    assert "boardwarden[video]" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_two_programs_dont_pack_the_same_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = recorded(tmp_path, [jpeg(number) for number in range(5)])
    (path.parent / "journal.jsonl").write_text("")
    before = path.read_bytes()
    with held(path):
        assert main(["matches", "--pack", "1", "--data", str(tmp_path)]) == DIDNT_HOLD
    assert "can't be packed: another program writes or packs it" in capsys.readouterr().err
    assert path.read_bytes() == before
    assert pack_pictures(path) == 5


def test_a_disk_without_room_for_packing_leaves_the_pictures_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = recorded(tmp_path, [jpeg(1)])
    (path.parent / "journal.jsonl").write_text("")
    before, there = path.read_bytes(), set(path.parent.iterdir())
    for place in ("start", "add_message", "finish"):
        with monkeypatch.context() as patch:
            patch.setattr(Writer, place, full)
            assert main(["matches", "--pack", "1", "--data", str(tmp_path)]) == DIDNT_HOLD
        assert "can't be packed: No space left on device" in capsys.readouterr().err
        assert (path.read_bytes(), set(path.parent.iterdir())) == (before, there)


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_the_lock_is_of_the_file_that_is_there_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = recorded(tmp_path, [jpeg(1)])
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    whole, to_come = fcntl.flock, [other]

    def locked_later(descriptor: int, how: int) -> None:
        if to_come:
            to_come.pop().rename(path)
        whole(descriptor, how)

    monkeypatch.setattr("engine.records.packing.fcntl.flock", locked_later)
    with held(path), path.open("rb") as stream, pytest.raises(BlockingIOError):
        whole(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_a_kill_amid_packing_leaves_the_pictures_and_the_next_start_clears_up(tmp_path: Path) -> None:
    path = recorded(tmp_path, [jpeg(number) for number in range(3)])
    before = path.read_bytes()
    for end in (OPEN, ".packing", ""):
        path.with_name(f"{UNFINISHED}{path.name}{end}").write_bytes(b"half of it")
    gone = path.with_name(f"{UNFINISHED}frames-cam-009.mcap{OPEN}")
    gone.write_bytes(b"of a file that gave way meanwhile")
    with held(path):
        assert list(repair(tmp_path)) == []
        assert path.with_name(f"{UNFINISHED}{path.name}").exists(), "somebody packs it just now"
    assert list(repair(tmp_path)) == []
    assert list(path.parent.iterdir()) == [path]
    assert path.read_bytes() == before
