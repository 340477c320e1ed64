import itertools
import queue
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.ids import Seconds
from engine.core.phrase import Phrase
from tests.patience import PATIENCE_S
from vision.pictures.frame import Frame, Image
from vision.sources import BadFrame, NotYet, Reading, Silent, Source, SourceFacts, SourceKind, open_source
from vision.sources.live.live_source import FeedLostFault, LivePatience, LiveSource
from vision.sources.live.multipart import NotMultipartFault, PartSplitter, StreamPart, boundary_of
from vision.sources.live.stream import HttpFeed


def jpeg(level: int) -> bytes:
    done, content = cv2.imencode(".jpg", np.full((24, 32, 3), level, np.uint8))
    assert done
    return content.tobytes()


def level_of(reading: Reading) -> int:
    assert isinstance(reading, Frame), reading
    return round(float(reading.image.mean()))


class HandClock:
    def __init__(self) -> None:
        self.at = 50.0

    def now(self) -> Seconds:
        return Seconds(self.at)

    def wait(self, seconds: float) -> None:
        self.at += seconds


class HandFeed:
    """A feed that the test pushes frames into, one by one; a string loses the device for that reason."""

    def __init__(self) -> None:
        self.frames: queue.Queue[Image | bytes | str | None] = queue.Queue()
        self.opened = 0
        self.shut = False
        self.settings = Phrase()
        self.age_s = 0.0

    def open(self) -> None:
        self.shut = False
        self.opened += 1

    def next(self) -> Image | bytes:
        while (came := self.frames.get()) is None:
            if self.shut:
                raise FeedLostFault(Phrase("closed"))
        if isinstance(came, str):
            raise FeedLostFault(Phrase(came))
        return came

    def close(self) -> None:
        self.shut = True
        self.frames.put(None)


@contextmanager
def live(feed: HandFeed, clock: HandClock) -> Iterator[LiveSource]:
    source = LiveSource(
        SourceFacts(SourceKind.STREAM, "cam"),
        feed,
        clock=clock,
        patience=LivePatience(first_s=0.0),
        draw=lambda: 0.0,
    )
    try:
        yield source
    finally:
        source.close()


def test_a_live_frame_is_stamped_with_the_time_it_came_and_counted() -> None:
    feed, clock = HandFeed(), HandClock()
    with live(feed, clock) as source:
        feed.frames.put(jpeg(60))
        frame = source.read(PATIENCE_S)
        assert isinstance(frame, Frame)
        assert (frame.taken_at, frame.sequence, level_of(frame)) == (50.0, 1, 60)
        assert (source.facts.width_px, source.facts.height_px) == (32, 24)


def test_a_live_frame_whose_age_the_device_tells_is_stamped_with_when_it_was_taken() -> None:
    feed, clock = HandFeed(), HandClock()
    feed.settings, feed.age_s = Phrase("640x480 MJPG"), 0.25
    with live(feed, clock) as source:
        feed.frames.put(jpeg(60))
        first = source.read(PATIENCE_S)
        feed.age_s = 3.0
        feed.frames.put(jpeg(60))
        second = source.read(PATIENCE_S)
        assert isinstance(first, Frame)
        assert isinstance(second, Frame)
        assert first.taken_at == 49.75
        assert second.taken_at == 49.75  # never back in time
        assert source.facts.settings == "640x480 MJPG"


def test_only_the_newest_live_frame_is_kept_and_the_others_are_counted() -> None:
    feed, clock = HandFeed(), HandClock()
    with live(feed, clock) as source:
        for level in (10, 20, 30):
            feed.frames.put(jpeg(level))
        feed.frames.put("unplugged")  # once the source opens the feed again, it has taken all three
        while feed.opened < 2:
            threading.Event().wait(0.001)
        frame = source.read(PATIENCE_S)
        assert isinstance(frame, Frame)
        assert (frame.sequence, level_of(frame), source.dropped) == (3, 30, 2)


def test_a_camera_that_goes_silent_is_said_with_its_reason_and_comes_back() -> None:
    feed, clock = HandFeed(), HandClock()
    with live(feed, clock) as source:
        assert source.read(0.0) == NotYet()
        feed.frames.put(jpeg(20))
        assert level_of(source.read(PATIENCE_S)) == 20
        feed.frames.put("check the cable")
        while feed.opened < 2:
            threading.Event().wait(0.001)
        clock.at += 7.0
        silent = source.read(0.0)
        assert isinstance(silent, Silent)
        assert "no frame for 7 s" in silent.reason
        assert "check the cable" in silent.reason
        feed.frames.put(jpeg(40))
        assert level_of(source.read(PATIENCE_S)) == 40
        assert source.read(0.0) == NotYet()


def test_an_open_camera_that_gives_nothing_is_silent_too() -> None:
    feed, clock = HandFeed(), HandClock()
    with live(feed, clock) as source:
        feed.frames.put(jpeg(40))
        assert level_of(source.read(PATIENCE_S)) == 40
        clock.at += 3.0
        silent = source.read(0.0)
        assert isinstance(silent, Silent)
        assert "gives no frames" in silent.reason


def test_an_open_camera_has_longer_for_its_first_picture_than_for_the_next() -> None:
    feed, clock = HandFeed(), HandClock()
    with live(feed, clock) as source:
        clock.at += 6.0
        assert source.read(0.0) == NotYet()
        feed.frames.put("no answer came in time")
        while feed.opened < 2:
            threading.Event().wait(0.001)
        clock.at += 3.0
        assert source.read(0.0) == NotYet()
        clock.at += 2.0
        silent = source.read(0.0)
        assert isinstance(silent, Silent)
        assert "no frame for 11 s" in silent.reason


def test_a_camera_that_cannot_be_opened_is_said_soon() -> None:
    class AbsentFeed(HandFeed):
        def open(self) -> None:
            super().open()
            raise FeedLostFault(Phrase("it's not plugged in"))

    feed, clock = AbsentFeed(), HandClock()
    with live(feed, clock) as source:
        while feed.opened < 2:
            threading.Event().wait(0.001)
        clock.at += 3.0
        silent = source.read(0.0)
        assert isinstance(silent, Silent)
        assert "plugged" in silent.reason


def test_a_truncated_jpeg_in_a_stream_is_a_bad_frame_and_the_stream_goes_on() -> None:
    feed, clock = HandFeed(), HandClock()
    with live(feed, clock) as source:
        feed.frames.put(jpeg(60)[:-30])
        bad = source.read(PATIENCE_S)
        assert isinstance(bad, BadFrame)
        assert "truncated" in bad.reason
        feed.frames.put(jpeg(70))
        assert level_of(source.read(PATIENCE_S)) == 70


def test_a_feed_may_give_files_and_pixels_in_turn() -> None:
    feed, clock = HandFeed(), HandClock()
    with live(feed, clock) as source:
        for level in (20, 60):
            feed.frames.put(jpeg(level))
            assert level_of(source.read(PATIENCE_S)) == level
            feed.frames.put(np.full((24, 32, 3), level + 20, np.uint8))
            assert level_of(source.read(PATIENCE_S)) == level + 20


def test_a_bug_in_a_feed_ends_its_reader_too() -> None:
    class BrokenFeed(HandFeed):
        def next(self) -> Image | bytes:
            raise ZeroDivisionError

    with live(BrokenFeed(), HandClock()) as source, pytest.raises(ZeroDivisionError):
        source.read(PATIENCE_S)


@given(failures=st.integers(1, 500), draw=st.floats(0, 1))
def test_pauses_between_openings_grow_to_a_limit_and_never_vanish(failures: int, draw: float) -> None:
    patience = LivePatience(first_s=0.2, longest_s=5.0)
    pause_s = patience.pause_s(failures, draw)
    assert 0.1 <= pause_s <= 5.0
    assert patience.pause_s(failures + 1, draw) >= pause_s


class OneShotServer:
    """An MJPEG camera that serves one viewer after another, each with the next list of frames, then goes."""

    def __init__(self, sittings: list[list[bytes]], port: int = 0) -> None:
        self._listener = socket.create_server(("127.0.0.1", port))
        self._listener.settimeout(PATIENCE_S)
        self.port = self._listener.getsockname()[1]
        self._sittings = sittings
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        for sitting in self._sittings:
            viewer, _ = self._listener.accept()
            with viewer:
                viewer.recv(65536)
                viewer.sendall(
                    b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=--frame\r\n\r\n"
                )
                for part in sitting:
                    head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(part)}\r\n\r\n"
                    viewer.sendall(head.encode() + part + b"\r\n")

    def close(self) -> None:
        self._listener.close()
        self._thread.join(PATIENCE_S)


def frame_from(source: Source, wanted: int) -> int:
    while True:
        reading = source.read(PATIENCE_S)
        if isinstance(reading, Frame) and abs(level_of(reading) - wanted) <= 1:
            return wanted


def test_a_stream_whose_server_dies_is_joined_again_when_it_is_back() -> None:
    server = OneShotServer([[jpeg(30)], [jpeg(90)]])
    source = open_source(f"http://127.0.0.1:{server.port}/stream.mjpg")
    try:
        assert frame_from(source, 90) == 90
    finally:
        source.close()
        server.close()


def test_a_stream_that_is_not_there_yet_is_no_error_and_is_joined_when_it_comes() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    source = open_source(f"http://127.0.0.1:{port}/stream.mjpg")
    assert source.read(0.0) == NotYet()
    server = OneShotServer([[jpeg(55)]], port)
    try:
        assert frame_from(source, 55) == 55
    finally:
        source.close()
        server.close()


PARTS = st.lists(st.binary(max_size=60), min_size=1, max_size=5)


def stream_of(parts: list[bytes], *, lengths: bool) -> bytes:
    out = b"preamble\r\n"
    for part in parts:
        length = f"Content-Length: {len(part)}\r\n".encode() if lengths else b""
        out += b"--cut-here\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n" + part + b"\r\n"
    return out + b"--cut-here"


@given(parts=PARTS, cuts=st.lists(st.integers(0, 400), max_size=12), lengths=st.booleans())
def test_a_stream_gives_its_parts_however_it_is_chunked(
    parts: list[bytes],
    cuts: list[int],
    lengths: bool,  # noqa: FBT001 # hypothesis draws it by name
) -> None:
    parts = [part.replace(b"-", b"_").replace(b"\r", b"_") for part in parts]
    content = stream_of(parts, lengths=lengths)
    edges = [0, *sorted(min(cut, len(content)) for cut in cuts), len(content)]
    splitter = PartSplitter("cut-here")
    got = [part for a, b in itertools.pairwise(edges) for part in splitter.receive_data(content[a:b])]
    assert got == [StreamPart(part) for part in parts]


@pytest.mark.parametrize(
    ("content_type", "boundary"),
    [
        ("multipart/x-mixed-replace; boundary=frame", "frame"),
        ('multipart/x-mixed-replace;boundary="--b o"', "b o"),
        ("Multipart/X-Mixed-Replace; charset=x; Boundary=q", "q"),
        ("multipart/x-mixed-replace", None),
        ("image/jpeg; boundary=frame", None),
        ("", None),
    ],
)
def test_the_boundary_is_found_as_cameras_write_it(content_type: str, boundary: str | None) -> None:
    assert boundary_of(content_type) == boundary


def test_a_part_longer_than_any_picture_is_refused_before_it_fills_the_memory() -> None:
    splitter = PartSplitter("x")
    with pytest.raises(NotMultipartFault):
        splitter.receive_data(b"--x\r\nContent-Length: 99999999999\r\n\r\n")


class Folder(SimpleHTTPRequestHandler):
    """Serves the files of a folder, silently."""

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def served(folder: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Folder, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(PATIENCE_S)


def test_an_address_that_is_a_video_is_shown_as_a_stream(tmp_path: Path) -> None:
    writer = cv2.VideoWriter(str(tmp_path / "cam.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 4.0, (32, 24))
    for _ in range(4):
        writer.write(np.full((24, 32, 3), 66, np.uint8))
    writer.release()
    with served(tmp_path) as url:
        source = open_source(f"{url}/cam.avi")
        try:
            assert frame_from(source, 66) == 66
        finally:
            source.close()


@pytest.mark.parametrize(
    ("path", "reason"), [("nowhere.mjpg", "it answers 404"), ("page.html", "it sends 'text/html'")]
)
def test_an_address_that_is_no_camera_is_said_with_what_it_is(tmp_path: Path, path: str, reason: str) -> None:
    (tmp_path / "page.html").write_text("<p>hello</p>")
    with served(tmp_path) as url:
        feed = HttpFeed(f"{url}/{path}")
        with pytest.raises(FeedLostFault, match=reason):
            feed.open()
        feed.close()


def test_a_streams_password_is_not_in_its_name() -> None:
    source = open_source("http://me:secret@127.0.0.1:1/video")
    try:
        assert source.facts.name == "http://…@127.0.0.1:1/video"
    finally:
        source.close()
