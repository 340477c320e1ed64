"""The feed of a phone, against the line that the pages' service really has."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import cv2
import numpy as np
import pytest

from dashboard.web.phones.line import PhoneLine
from engine.core.ids import Seconds
from tests.patience import PATIENCE_S
from vision.addresses.phone_line import Picture
from vision.pictures.frame import Frame
from vision.sources import BadFrame, PhonePlace, Silent, Source, open_source
from vision.sources.live.live_source import FeedLostFault
from vision.sources.live.phone import PhoneFeed


def jpeg(width: int, height: int, level: int = 90) -> bytes:
    _, content = cv2.imencode(".jpg", np.full((height, width, 3), level, np.uint8))
    return content.tobytes()


class Pages:
    """The pages' end of the line, in a loop of its own."""

    def __init__(self, file: Path) -> None:
        self.line = PhoneLine()
        self._file = file
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._over = asyncio.Event()

    def __enter__(self) -> Self:
        self._thread.start()
        ready = threading.Event()
        self._served = asyncio.run_coroutine_threadsafe(self._serve(ready), self._loop)
        assert ready.wait(PATIENCE_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._served.result(PATIENCE_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()

    async def _serve(self, ready: threading.Event) -> None:
        async with self.line.served(self._file):
            ready.set()
            await self._over.wait()

    def come(self, name: str) -> None:
        self._loop.call_soon_threadsafe(self.line.come, name)

    def leave(self, name: str) -> None:
        asyncio.run_coroutine_threadsafe(self.line.leave(name), self._loop).result(PATIENCE_S)

    def wanted(self, name: str) -> None:
        """Wait until a picture is wanted."""
        self.wish(name).result(PATIENCE_S)

    def wish(self, name: str) -> Future[None]:
        """Return the call that is made once a picture is wanted."""
        return asyncio.run_coroutine_threadsafe(self.line.picture_wanted(name), self._loop)

    def settle(self) -> None:
        """Let all that was begun in the loop before now come as far as it can."""
        asyncio.run_coroutine_threadsafe(asyncio.sleep(0), self._loop).result(PATIENCE_S)

    def send(self, name: str, picture: Picture, content: bytes) -> None:
        asyncio.run_coroutine_threadsafe(self.line.pass_on(name, picture, content), self._loop).result(
            PATIENCE_S
        )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the line is said to be; its folder's name is longer than a socket's path may be."""
    folder = tmp_path / ("long" * 40)
    folder.mkdir()
    return folder / ".table.phones"


@contextmanager
def opened(file: Path, name: str = "left") -> Iterator[Source]:
    source = open_source(f"phone:{name}", phones=PhonePlace(file, "cam2"))
    try:
        yield source
    finally:
        source.close()


def frame_of(source: Source) -> Frame:
    while not isinstance(reading := source.read(PATIENCE_S), Frame):
        assert isinstance(reading, Silent), reading
    return reading


def test_each_picture_is_asked_for_once_the_one_before_is_looked_at(file: Path) -> None:
    with Pages(file) as pages, opened(file) as source:
        pages.come("left")
        for level in (40, 80, 120):
            pages.wanted("left")
            pages.send("left", Picture(Seconds(1.0), 48, 32), jpeg(48, 32, level))
            assert abs(float(frame_of(source).image.mean()) - level) < 2
        assert pages.line.wanted == ("left",)
        assert source.dropped == 0


def test_a_smaller_picture_of_moving_hands_is_shown_at_the_size_at_rest(file: Path) -> None:
    with Pages(file) as pages, opened(file) as source:
        pages.come("left")
        pages.wanted("left")
        pages.send("left", Picture(Seconds(1.0), 64, 48), jpeg(32, 24))
        assert frame_of(source).image.shape == (48, 64, 3)
        pages.wanted("left")
        pages.send("left", Picture(Seconds(1.0), 64, 48), jpeg(64, 48))
        assert frame_of(source).image.shape == (48, 64, 3)


def test_a_picture_is_as_old_as_it_is_said_to_be(file: Path) -> None:
    with Pages(file) as pages:
        pages.come("left")
        feed = PhoneFeed(file, "left", "cam2", now=lambda: 1000.0)
        feed.open()
        for taken_at, age_s in ((999.25, 0.75), (1003.0, 0.0), (2.0, 5.0)):
            pages.wanted("left")
            picture = Picture(Seconds(taken_at), 48, 32, ("focus",), 8)
            pages.send("left", picture, jpeg(48, 32))
            assert feed.next() == jpeg(48, 32)
            assert feed.age_s == age_s
            feed.was_read()
        assert "focus locked" in feed.settings
        assert "8 ms" in feed.settings
        feed.close()


def test_a_picture_that_cannot_be_decoded_is_a_bad_frame_and_the_next_one_is_asked_for(file: Path) -> None:
    with Pages(file) as pages, opened(file) as source:
        pages.come("left")
        pages.wanted("left")
        pages.send("left", Picture(Seconds(1.0), 48, 32), jpeg(48, 32)[:-30])
        while not isinstance(reading := source.read(PATIENCE_S), BadFrame):
            assert isinstance(reading, Silent)
        assert "truncated" in reading.reason
        pages.wanted("left")
        pages.send("left", Picture(Seconds(1.0), 48, 32), jpeg(48, 32))
        assert frame_of(source).image.shape == (32, 48, 3)


def test_a_phone_that_isnt_there_is_said_with_what_to_do(file: Path) -> None:
    feed = PhoneFeed(file, "left", "cam2")
    with pytest.raises(FeedLostFault, match="pages aren't there"):
        feed.open()
    with Pages(file) as pages:
        feed.open()
        with pytest.raises(FeedLostFault, match="scan the code"):
            feed.next()
        feed.open()
        pages.come("left")
        feed.open()
        pages.wanted("left")
        pages.leave("left")
        with pytest.raises(FeedLostFault, match="scan the code"):
            feed.next()
    with pytest.raises(FeedLostFault, match="pages aren't there"):
        feed.open()
    assert not file.exists()


def test_pages_that_are_started_again_are_found_again(file: Path) -> None:
    with opened(file) as source:
        for level in (50, 100):
            with Pages(file) as pages:
                pages.come("left")
                pages.wanted("left")
                pages.send("left", Picture(Seconds(1.0), 48, 32), jpeg(48, 32, level))
                assert abs(float(frame_of(source).image.mean()) - level) < 2


def test_no_picture_is_asked_of_a_phone_that_came_while_the_cameras_service_hangs_up(file: Path) -> None:
    with Pages(file) as pages:
        feed = PhoneFeed(file, "left", "cam2")
        feed.open()
        while not pages.line.wanted:
            pages.settle()
        pages.come("left")
        wish = pages.wish("left")
        pages.settle()
        pages.settle()
        assert not wish.done()
        with pytest.raises(FeedLostFault, match="scan the code"):
            feed.next()
        feed.open()
        wish.result(PATIENCE_S)
        pages.send("left", Picture(Seconds(1.0), 48, 32), jpeg(48, 32))
        assert feed.next() == jpeg(48, 32)
        feed.close()


def test_a_cameras_service_that_comes_again_takes_the_place_of_the_one_before(file: Path) -> None:
    with Pages(file) as pages:
        pages.come("left")
        before, after = PhoneFeed(file, "left", "cam2"), PhoneFeed(file, "left", "cam3")
        before.open()
        pages.wanted("left")
        after.open()
        pages.wanted("left")
        pages.send("left", Picture(Seconds(1.0), 48, 32), jpeg(48, 32))
        assert after.next() == jpeg(48, 32)
        with pytest.raises(FeedLostFault):
            before.next()
        before.close()
        after.close()


def test_only_their_user_may_reach_the_line(file: Path) -> None:
    with Pages(file):
        socket = Path(file.read_text().strip())
        assert socket.parent.stat().st_mode & 0o077 == 0
        assert file.stat().st_mode & 0o077 == 0
