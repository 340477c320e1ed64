"""Live sources: a thread reads a feed and keeps only the newest frame."""

import contextlib
import random
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from vision.pictures.frame import Frame, Image
from vision.sources.files.decoding import decode_image
from vision.sources.live.repeats import RELATED, SINGLE, Repeats, differs
from vision.sources.reading import BadFrame, FootageClock, NotYet, Reading, Silent, SourceFacts, SourceKind
from vision.texts import TEXTS


class FeedLostFault(Exception):
    """The device or the connection of a feed is lost. It says why; the thread opens the feed again."""

    def __init__(self, text: Phrase) -> None:
        super().__init__(text)
        self.text = text


class LiveFeed(Protocol):
    """A device or connection that is opened, gives pictures until it fails, and can be opened again."""

    @property
    def settings(self) -> Phrase:
        """Its mode and controls in words; empty if there is nothing to say."""

    @property
    def age_s(self) -> float:
        """The age of the last picture when `next` returned it, seconds; 0 if it isn't known."""

    def open(self) -> None:
        """Open the feed.

        Raises:
            FeedLostFault: it isn't there.
        """

    def next(self) -> Image | bytes:
        """Return the next picture, decoded or as the bytes of an image file. Block until there is one.

        Raises:
            FeedLostFault: it has gone, or gave nothing for too long.
        """

    def close(self) -> None:
        """Close the feed, even if it isn't open. If `next` blocks in another thread, it fails then."""


@dataclass(frozen=True, slots=True)
class LivePatience:
    """How long a live source may give nothing, and the pauses before it is opened again.

    Pauses double from `first_s` to `longest_s`. Each is drawn from its upper half, so that several tables
    don't open one camera at the same moment.
    """

    silent_after_s: float = 2.0
    """The time without a picture after which the source counts as silent, seconds."""
    first_within_s: float = 10.0
    """The time that a source which can be opened has for its first picture, seconds. A simulated table of
    another game takes 4 to 6 s for it on two busy cores."""
    first_s: float = 0.2
    """The first pause, seconds."""
    longest_s: float = 5.0
    """The longest pause, seconds."""

    def pause_s(self, failures: int, draw: float) -> float:
        """Return the pause after this number of failures in a row, seconds; `draw` is random, in 0..1."""
        full = min(self.longest_s, self.first_s * 2.0 ** min(failures - 1, 30))
        return full * (0.5 + 0.5 * draw)


@dataclass(frozen=True, slots=True)
class _Arrived:
    """The newest picture of a feed."""

    content: "Image | bytes"
    """The picture, decoded or as the bytes of an image file."""
    taken_at: Seconds
    """Its capture time."""
    sequence: int
    """Its number, from 1."""
    others: bool
    """Whether a different picture came since the last one that was read."""


class LiveSource:
    """The newest frame of a feed. The feed is opened again for ever when it fails.

    A frame has its capture time by the wall clock if the device gives its age, else the time of its arrival.
    """

    def __init__(
        self,
        facts: SourceFacts,
        feed: LiveFeed,
        *,
        clock: FootageClock,
        patience: LivePatience | None = None,
        draw: Callable[[], float] = random.random,
        when_read: Callable[[], None] = lambda: None,
    ) -> None:
        """`when_read` is called each time that the reader takes a frame, before the frame is decoded."""
        self._facts = facts
        self._when_read = when_read
        self._feed = feed
        self._clock = clock
        self._patience = patience or LivePatience()
        self._draw = draw
        self._news = threading.Condition()
        self._newest: _Arrived | None = None
        self._repeats = Repeats()
        self._last: Image | bytes | None = None
        self._others = False
        self._last_at = clock.now()
        self._taken_at = Seconds(0.0)
        self._arrived = 0
        self._dropped = 0
        self._problem = SILENCE
        self._refused = False
        self._died: Exception | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"feed {facts.name}", daemon=True)
        self._thread.start()

    @property
    def facts(self) -> SourceFacts:
        """The facts of the source; the size is that of the last frame."""
        return self._facts

    @property
    def dropped(self) -> int:
        """The number of frames that a newer one replaced before they were read."""
        return self._dropped

    def read(self, timeout_s: float) -> Reading:
        """Return the newest frame that wasn't read yet, waiting for one at most `timeout_s`.

        Raises:
            Exception: a bug that ended the feed's thread. The reader ends by it too, instead of waiting.
        """
        with self._news:
            self._news.wait_for(lambda: self._newest is not None or self._died is not None, timeout_s)
            if self._died is not None:
                raise self._died
            arrived, self._newest = self._newest, None
            problem, quiet_s = self._problem, self._clock.now() - self._last_at
        if arrived is not None:
            self._when_read()
            return self._unless_frozen(self._opened(arrived), others=arrived.others)
        begins = not (self._arrived or self._refused)
        if quiet_s < (self._patience.first_within_s if begins else self._patience.silent_after_s):
            return NotYet()
        why = problem or TEXTS.say("sources.idle")
        return Silent(TEXTS.say("problems.silent", camera=self._called, seconds=round(quiet_s), why=why))

    @property
    def _called(self) -> str:
        return self._facts.called or self._facts.name

    def _unless_frozen(self, reading: Frame | BadFrame, *, others: bool) -> Reading:
        """Return a frame, or silence in its place if the source repeats one old picture."""
        if isinstance(reading, BadFrame):
            return reading
        single = reading.encoded is not None or self._facts.kind in (SourceKind.CAMERA, SourceKind.PHONE)
        patience = SINGLE if single else RELATED
        self._repeats = self._repeats.after(reading.image, reading.taken_at, patience, others=others)
        if not self._repeats.frozen:
            return reading
        seconds = round(reading.taken_at - self._repeats.since)
        return Silent(TEXTS.say("problems.frozen", camera=self._called, seconds=seconds))

    def close(self) -> None:
        """Stop the thread and close the feed."""
        self._closing.set()
        self._feed.close()
        self._thread.join(timeout=5.0)

    def _opened(self, arrived: _Arrived) -> Frame | BadFrame:
        content = arrived.content
        image = decode_image(content) if isinstance(content, bytes) else content
        if isinstance(image, str):
            return BadFrame(arrived.sequence, arrived.taken_at, self._facts.name, image)
        self._facts = replace(
            self._facts,
            width_px=image.shape[1],
            height_px=image.shape[0],
            settings=self._feed.settings,
        )
        encoded = content if isinstance(content, bytes) else None
        return Frame(image.astype(np.uint8, copy=False), arrived.taken_at, arrived.sequence, encoded)

    def _run(self) -> None:
        try:
            self._follow()
        except Exception as bug:  # noqa: BLE001 # the reader raises it
            with self._news:
                self._died = bug
                self._news.notify_all()

    def _follow(self) -> None:
        failures = 0
        while not self._closing.is_set():
            before = self._arrived
            try:
                self._open()
                while not self._closing.is_set():
                    self._keep(self._feed.next())
            except FeedLostFault as fault:
                with self._news:
                    self._problem = fault.text
            with contextlib.suppress(FeedLostFault):
                self._feed.close()
            failures = 1 if self._arrived > before else failures + 1
            self._closing.wait(self._patience.pause_s(failures, self._draw()))

    def _open(self) -> None:
        try:
            self._feed.open()
        except FeedLostFault:
            self._refused = True
            raise
        self._refused = False

    def _keep(self, content: Image | bytes) -> None:
        with self._news:
            self._arrived += 1
            was_read = self._newest is None
            self._dropped += not was_read
            self._others = differs(content, self._last) or (self._others and not was_read)
            self._last = content
            self._last_at = self._clock.now()
            self._problem = SILENCE
            taken_at = Seconds(max(self._last_at - self._feed.age_s, self._taken_at))
            self._taken_at = taken_at
            self._newest = _Arrived(content, taken_at, self._arrived, self._others)
            self._news.notify_all()
