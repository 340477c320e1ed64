"""A live source that goes on sending one picture is as silent as one that sends none."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from queue import Queue
from threading import Event

import cv2
import numpy as np
import pytest

from dashboard.doctor.camera import examine
from dashboard.simulator.stream import NewestPicture, PictureServer
from engine.bus.messages.cameras import CameraEvent, CameraEventKind, CameraState
from engine.core.findings import Grade
from engine.core.ids import Seconds
from engine.core.observations import Look
from engine.core.phrase import Phrase
from tests.patience import PATIENCE_S
from tests.sources.watched import BOARD, PIECES, KeepingBus, board_picture
from vision.camera.table_camera import TableCamera
from vision.camera.watch import CameraWatch
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame, Image
from vision.sources import Reading, Silent, Source, SourceFacts, SourceKind, open_source
from vision.sources.live.live_source import FeedLostFault, LiveSource
from vision.sources.live.repeats import RELATED, SINGLE, RepeatPatience, Repeats

WIDTH, HEIGHT = 480, 360


def room(seed: int, noise: float = 2.0) -> Image:
    """Return a picture of one room, with the sensor's noise of that moment."""
    fixed = np.random.default_rng(0).uniform(40, 200, (12, 16, 3)).astype(np.float32)
    lit = cv2.resize(fixed, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    grain = np.random.default_rng(seed).normal(0, noise, lit.shape)
    return np.asarray(np.clip(lit + grain, 0, 255), np.uint8)


def clocked(image: Image, second: int, *, at: tuple[int, int] = (12, 30), scale: float = 0.6) -> Image:
    """Return a picture with the date and time written into it."""
    text = f"2026-11-27 20:{second // 60:02d}:{second % 60:02d}"
    return np.asarray(cv2.putText(image.copy(), text, at, 0, scale, (255, 255, 255), 2), np.uint8)


def frozen_after(
    picture: Callable[[int], Image],
    *,
    rate_hz: float = 2.0,
    patience: RepeatPatience = SINGLE,
    most_s: float = 30.0,
) -> float | None:
    """Return after how many seconds a source counts as frozen; None: it doesn't."""
    repeats = Repeats()
    for number in range(int(most_s * rate_hz)):
        at = Seconds(100.0 + number / rate_hz)
        repeats = repeats.after(picture(number), at, patience)
        if repeats.frozen:
            return at - repeats.since
    return None


@pytest.mark.parametrize("rate_hz", [0.5, 2.0, 30.0])
def test_one_picture_for_ever_is_frozen(rate_hz: float) -> None:
    still = room(1)
    found = frozen_after(lambda _: still.copy(), rate_hz=rate_hz)
    assert found is not None
    assert SINGLE.same_s <= found <= SINGLE.same_s + 4 / rate_hz


def test_a_picture_with_a_running_clock_is_frozen_too() -> None:
    still = room(1)
    found = frozen_after(lambda number: clocked(still, number // 2))
    assert found is not None
    assert SINGLE.ticking_s <= found <= SINGLE.ticking_s + 1


def test_a_clock_of_minutes_keeps_a_frozen_picture_frozen() -> None:
    still, repeats = room(1), Repeats()
    found = []
    for number in range(120):
        picture = clocked(still, 60 * (number // 40))
        repeats = repeats.after(picture, Seconds(number / 2), SINGLE)
        found.append(repeats.frozen)
    assert [(a, b) for a, b in pairwise(found) if a is not b] == [(False, True)]


def test_two_lines_of_writing_that_change_are_a_frozen_picture() -> None:
    still = room(1)
    found = frozen_after(
        lambda number: clocked(clocked(still, number // 2), number // 2, at=(200, 350), scale=0.5)
    )
    assert found is not None


@pytest.mark.parametrize("noise", [0.3, 0.6, 2.0])
@pytest.mark.parametrize("written", [False, True])
def test_a_quiet_room_before_a_real_sensor_is_not_frozen(noise: float, *, written: bool) -> None:
    """0.3 levels: a camera that takes nearly all of its noise out."""

    def picture(number: int) -> Image:
        shown = room(number, noise)
        return clocked(shown, number // 2) if written else shown

    assert frozen_after(picture) is None


@pytest.mark.parametrize("quality", [25, 50, 90])
def test_a_quiet_room_that_is_coded_coarsely_is_not_frozen(quality: int) -> None:
    """Coarse JPEG takes most of the noise out, and leaves some blocks as they were."""

    def picture(number: int) -> Image:
        coded = cv2.imencode(".jpg", clocked(room(number, 0.8), number // 2), [1, quality])[1]
        return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)

    assert frozen_after(picture) is None


def test_a_stream_that_says_nothing_between_whole_pictures_is_not_frozen() -> None:
    """A video coder that skips what stays: whole pictures come each 10 s, and differ by their noise."""
    whole = [room(number) for number in range(6)]
    assert frozen_after(lambda number: whole[number // 20], patience=RELATED) is None


def test_a_stream_that_repeats_each_picture_of_a_slow_camera_is_not_frozen() -> None:
    slow = [room(number) for number in range(60)]
    assert frozen_after(lambda number: slow[number // 30], rate_hz=30.0, most_s=10.0) is None


def test_a_picture_that_goes_on_after_it_froze_is_live_at_once() -> None:
    still, repeats = room(1), Repeats()
    for number in range(20):
        repeats = repeats.after(still, Seconds(number), SINGLE)
    assert repeats.frozen
    assert not repeats.after(room(2), Seconds(21.0), SINGLE).frozen


def test_a_camera_that_changes_its_size_begins_again() -> None:
    repeats = Repeats()
    for number in range(20):
        repeats = repeats.after(room(1), Seconds(number), SINGLE)
    assert not repeats.after(room(1)[:240], Seconds(21.0), SINGLE).frozen


class HandClock:
    """A clock that the test moves on."""

    def __init__(self) -> None:
        self.at = 1000.0

    def now(self) -> Seconds:
        return Seconds(self.at)

    def wait(self, seconds: float) -> None:
        self.at += seconds


@contextmanager
def streamed(clock: HandClock) -> Iterator[tuple[NewestPicture, Source]]:
    """Serve pictures over HTTP, and open them as a camera's."""
    newest = NewestPicture()
    server = PictureServer("127.0.0.1", 0, newest)
    server.start()
    source = open_source(server.url, clock=clock)
    try:
        yield newest, source
    finally:
        source.close()
        server.stop()


def shown(
    newest: NewestPicture, source: Source, clock: HandClock, content: bytes, after_s: float = 0.5
) -> Reading:
    """Put a picture a while later, and return what the source makes of it."""
    clock.at += after_s
    newest.put(content, clock.at)
    return source.read(PATIENCE_S)


def jpeg(image: Image) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_over_http_a_frozen_camera_falls_silent_and_comes_back() -> None:
    clock = HandClock()
    with streamed(clock) as (newest, source):
        live = [shown(newest, source, clock, jpeg(room(number))) for number in range(20)]
        assert {type(one) for one in live} == {Frame}
        still = jpeg(room(20))
        shown_ones = [shown(newest, source, clock, still) for _ in range(40)]
        assert [type(one) for one in shown_ones] == [Frame] * 10 + [Silent] * 30
        (last,) = [one for one in shown_ones[-1:] if isinstance(one, Silent)]
        assert "has shown the same picture for 20 s" in str(last.reason)
        assert isinstance(shown(newest, source, clock, jpeg(room(21))), Frame)


def test_a_slow_reader_that_always_meets_the_same_of_four_pictures_finds_no_frozen_camera() -> None:
    clock, round_of_four = HandClock(), [jpeg(room(number)) for number in range(4)]
    arrived = Counted()
    source = LiveSource(SourceFacts(SourceKind.STREAM, "cam"), arrived, clock=clock)
    try:
        for _ in range(20):
            clock.at += 0.8
            for content in round_of_four:
                arrived.put(content)
            assert isinstance(source.read(PATIENCE_S), Frame)
    finally:
        source.close()


class Counted:
    """A feed whose pictures have all been taken as `put` returns."""

    settings, age_s = Phrase(), 0.0

    def __init__(self) -> None:
        self._coming: Queue[bytes | None] = Queue()

    def put(self, content: bytes) -> None:
        self._coming.put(content)
        self._coming.join()

    def open(self) -> None:
        """There is nothing to open."""

    def next(self) -> bytes:
        # A reader who asks for the next picture has taken the one before.
        if self._coming.unfinished_tasks and not self._coming.qsize():
            self._coming.task_done()
        content = self._coming.get()
        if content is None:
            raise FeedLostFault(Phrase("closed"))
        return content

    def close(self) -> None:
        self._coming.put(None)


def test_over_http_a_frozen_camera_that_writes_the_time_falls_silent() -> None:
    clock, still = HandClock(), room(1)
    with streamed(clock) as (newest, source):
        shown_ones = [shown(newest, source, clock, jpeg(clocked(still, number // 2))) for number in range(40)]
        assert [type(one) for one in shown_ones] == [Frame] * 20 + [Silent] * 20


class Still:
    """A stream whose one picture is put again as each is asked for; at the end of them `over` is called."""

    def __init__(
        self,
        newest: NewestPicture,
        source: Source,
        clock: HandClock,
        over: Callable[[], None],
        *,
        rate_hz: float = 2.0,
    ) -> None:
        self._put = newest, source, clock, jpeg(board_picture(8.0, 1000, "w.inf.1")), 1 / rate_hz
        self._over, self._left = over, int(15 * rate_hz)
        self.facts, self.dropped = source.facts, 0

    def read(self, timeout_s: float) -> Reading:
        assert timeout_s > 0
        self._left -= 1
        if not self._left:
            self._over()
        return shown(*self._put)

    def close(self) -> None:
        """Leave it to the test."""


def test_a_table_watched_by_a_frozen_camera_learns_so_and_gets_no_looks_of_it() -> None:
    clock, bus = HandClock(), KeepingBus()
    with streamed(clock) as (newest, source):
        still = Still(newest, source, clock, bus.stop.set)
        camera = TableCamera("cam2", still, BoardReader(BOARD, PIECES, source="cam2"))
        CameraWatch(bus, camera, BOARD, PIECES, monotonic=lambda: 1.0).run(bus.stop)
    (silent,) = [one for one in bus.of(CameraEvent) if one.event is CameraEventKind.SILENT]
    assert "the same picture" in str(silent.text)
    assert "the same picture" in str(bus.of(CameraState)[-1].problem)
    assert max(look.taken_at for look in bus.of(Look)) <= 1000.5 + SINGLE.same_s


def test_the_doctor_finds_a_frozen_camera_however_fast_its_pictures_come() -> None:
    clock, over = HandClock(), Event()
    with streamed(clock) as (newest, source):
        still = Still(newest, source, clock, over.set, rate_hz=5.0)
        reader = BoardReader(BOARD, PIECES, source="cam2")
        found = examine(
            still, reader, BOARD, PIECES, clock=clock, monotonic=lambda: 100.0 if over.is_set() else 0.0
        )
    (camera,) = [one for one in found.findings if one.check == "camera"]
    assert camera.grade is not Grade.GOOD
    assert "the same picture" in str(camera.text)
