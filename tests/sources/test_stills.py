import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seconds
from vision.pictures.frame import Frame
from vision.sources import BadFrame, Ended, NotYet, Reading, Source, SourceKind, frames_of, open_source


class SteppedClock:
    """A clock that only moves when somebody waits, or when the test says so."""

    def __init__(self, at: float = 1000.0) -> None:
        self.at = at
        self.waits: list[float] = []

    def now(self) -> Seconds:
        return Seconds(self.at)

    def wait(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.at += seconds


def picture(level: int) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.full((24, 32, 3), level, np.uint8)


def write_picture(path: Path, level: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(path), picture(level))
    return path


def footage(folder: Path, frames: int, fps: float = 2) -> Path:
    for number in range(1, frames + 1):
        write_picture(folder / "frames" / f"{number:06d}.jpg", 40 * number)
    (folder / "footage.yaml").write_text(
        f"board: mativen\npieces: mativen-pieces\nfps: {fps}\ncamera: null\n"
    )
    return folder


def level_of(reading: Reading) -> int:
    assert isinstance(reading, Frame)
    return round(float(reading.image.mean()))


def all_of(source: Source) -> list[Reading]:
    readings: list[Reading] = []
    while not isinstance(reading := source.read(0.25), Ended):
        readings.append(reading)
    return readings


def test_footage_without_a_start_gives_every_frame_at_once_timed_from_zero(tmp_path: Path) -> None:
    clock = SteppedClock()
    source = open_source(str(footage(tmp_path, 3)), clock=clock)
    frames = all_of(source)
    assert [(f.sequence, f.taken_at) for f in frames if isinstance(f, Frame)] == [
        (1, 0.0),
        (2, 0.5),
        (3, 1.0),
    ]
    assert [level_of(f) for f in frames] == [40, 80, 120]
    assert clock.waits == []
    assert (source.facts.kind, source.facts.fps) == (SourceKind.FOOTAGE, 2)
    assert (source.facts.width_px, source.facts.height_px) == (32, 24)


def test_footage_with_a_start_gives_each_frame_when_it_is_due(tmp_path: Path) -> None:
    clock = SteppedClock(1000.0)
    source = open_source(str(footage(tmp_path, 3)), start=Seconds(1000.5), clock=clock)
    assert source.read(0.2) == NotYet()
    early_s = []
    taken_at = []
    while not isinstance(reading := source.read(10.0), Ended):
        assert isinstance(reading, Frame)
        taken_at.append(reading.taken_at)
        early_s.append(reading.taken_at - clock.now())
    assert taken_at == [1000.5, 1001.0, 1001.5]
    assert max(map(abs, early_s)) < 1e-6


def test_a_wait_is_never_longer_than_the_caller_allows(tmp_path: Path) -> None:
    clock = SteppedClock(1000.0)
    source = open_source(str(footage(tmp_path, 1)), start=Seconds(1009.0), clock=clock)
    while source.read(0.25) == NotYet():
        assert max(clock.waits) <= 0.25


def test_footage_read_late_skips_no_frame_and_catches_up_without_waiting(tmp_path: Path) -> None:
    clock = SteppedClock(1000.0)
    source = open_source(str(footage(tmp_path, 5)), start=Seconds(1000.0), clock=clock)
    first = source.read(1.0)
    clock.at += 60.0
    rest = all_of(source)
    assert [f.sequence for f in (first, *rest) if isinstance(f, Frame)] == [1, 2, 3, 4, 5]
    assert clock.waits == []


def test_a_truncated_jpeg_is_a_bad_frame_that_says_so_and_the_next_frame_comes(tmp_path: Path) -> None:
    folder = footage(tmp_path, 3)
    victim = folder / "frames" / "000002.jpg"
    victim.write_bytes(victim.read_bytes()[:-40])
    _, bad, good = all_of(open_source(str(folder)))
    assert isinstance(bad, BadFrame)
    assert (bad.sequence, bad.taken_at, bad.where) == (2, 0.5, str(victim))
    assert "truncated" in bad.reason
    assert level_of(good) == 120


@pytest.mark.parametrize("length", [0, 1, 2, 20, 300])
@pytest.mark.parametrize("suffix", [".jpg", ".png"])
def test_an_image_cut_anywhere_is_never_given_as_a_frame(tmp_path: Path, suffix: str, length: int) -> None:
    rng = np.random.default_rng(1)
    path = tmp_path / f"one{suffix}"
    assert cv2.imwrite(str(path), rng.integers(0, 255, (24, 32, 3), dtype=np.uint8))
    path.write_bytes(path.read_bytes()[:length])
    (reading,) = frames_of(str(path))
    assert isinstance(reading, BadFrame)
    assert reading.reason


def test_a_jpeg_cut_before_its_end_is_found_out_behind_an_embedded_thumbnail(tmp_path: Path) -> None:
    path = write_picture(tmp_path / "one.jpg", 90)
    whole = path.read_bytes()
    thumbnail = b"\xff\xe1" + (len(whole) + 2).to_bytes(2, "big") + whole
    path.write_bytes((whole[:2] + thumbnail + whole[2:])[:-10])
    (reading,) = frames_of(str(path))
    assert isinstance(reading, BadFrame)


def test_a_frame_that_vanished_is_a_bad_frame(tmp_path: Path) -> None:
    source = open_source(str(footage(tmp_path, 2)))
    (tmp_path / "frames" / "000001.jpg").unlink()
    assert isinstance(source.read(0.1), BadFrame)
    assert isinstance(source.read(0.1), Frame)


def test_a_picture_without_an_end_is_a_bad_frame_and_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.sources.files.stills.MOST_BYTES", 1000)
    endless = tmp_path / "endless.png"
    endless.symlink_to("/dev/zero")
    reading = open_source(str(endless)).read(1.0)
    assert isinstance(reading, BadFrame)
    assert "the most that are read" in reading.reason


def test_a_plain_folder_gives_its_images_in_the_order_people_count(tmp_path: Path) -> None:
    for number in (10, 2, 1):
        write_picture(tmp_path / f"shot {number}.png", number)
    (tmp_path / "notes.txt").write_text("not an image")
    source = open_source(str(tmp_path))
    assert [level_of(f) for f in all_of(source)] == [1, 2, 10]
    assert source.facts.kind is SourceKind.FOLDER


def test_a_single_image_is_one_frame(tmp_path: Path) -> None:
    (frame,) = frames_of(str(write_picture(tmp_path / "one.png", 77)))
    assert level_of(frame) == 77


def test_a_video_gives_its_frames_with_their_times(tmp_path: Path) -> None:
    path = write_video(tmp_path / "match.avi", 4)
    frames = list(frames_of(str(path)))
    assert [f.taken_at for f in frames] == [0.0, 0.25, 0.5, 0.75]
    assert [abs(level_of(f) - 50 * n) < 4 for n, f in enumerate(frames)] == [True] * 4


def test_a_video_with_a_start_is_paced_like_footage(tmp_path: Path) -> None:
    clock = SteppedClock(1000.0)
    source = open_source(str(write_video(tmp_path / "match.avi", 2)), start=Seconds(1000.5), clock=clock)
    assert source.read(0.1) == NotYet()
    frame = source.read(1.0)
    assert isinstance(frame, Frame)
    assert frame.taken_at == clock.now() == 1000.5
    source.close()
    assert source.read(1.0) == Ended()


def write_video(path: Path, frames: int) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 4.0, (32, 24))
    for number in range(frames):
        writer.write(picture(50 * number))
    writer.release()
    return path


def spoilt_image(folder: Path) -> Path:
    path = folder / "frame.jpg"
    path.write_text("this is text")
    return path


def test_rubbish_in_an_image_file_is_a_bad_frame(tmp_path: Path) -> None:
    (reading,) = frames_of(str(spoilt_image(tmp_path)))
    assert isinstance(reading, BadFrame)
    assert "not an image" in reading.reason


def missing(folder: Path) -> Path:
    return folder / "nowhere"


def empty_folder(folder: Path) -> Path:
    return folder


def text_file(folder: Path) -> Path:
    (folder / "notes.txt").write_text("hello")
    return folder / "notes.txt"


def broken_video(folder: Path) -> Path:
    (folder / "match.mp4").write_bytes(b"rubbish" * 50)
    return folder / "match.mp4"


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (missing, "no such file or folder"),
        (empty_folder, "no images in it"),
        (text_file, "neither an image"),
        (broken_video, "can't open it as a video"),
    ],
)
def test_what_is_no_source_is_an_input_fault_that_names_it_and_says_what_is_expected(
    tmp_path: Path, make: Callable[[Path], Path], expected: str
) -> None:
    path = make(tmp_path)
    with pytest.raises(InputFault, match=expected) as caught:
        open_source(str(path))
    assert str(path) in str(caught.value)


def test_a_missing_camera_is_a_missing_fault_that_says_what_to_do() -> None:
    with pytest.raises(MissingFault, match=r"camera 987: .*plug it in"):
        open_source("987")


def test_a_small_file_that_claims_a_huge_picture_is_not_unpacked(tmp_path: Path) -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    path = tmp_path / "huge.png"
    head = struct.pack(">IIBBBBB", 42_000, 42_000, 8, 2, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")
    )
    (bad,) = frames_of(str(path))
    assert isinstance(bad, BadFrame)
    assert str(bad.reason) == "claims more than 64000000 pixels, the most that are read"
