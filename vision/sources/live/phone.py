"""The feed of a phone's camera: JPEG pictures through the table's pages, each one requested."""

import contextlib
import select
import socket
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from engine.core.sentences import joined
from vision.addresses.jpeg_size import jpeg_size
from vision.addresses.phone_line import (
    Away,
    Next,
    PhoneLineReader,
    PhoneMessage,
    Picture,
    Sent,
    Wanted,
    encode_phone_message,
)
from vision.pictures.frame import Image
from vision.sources.files.decoding import decode_image
from vision.sources.live.live_source import FeedLostFault, LivePatience
from vision.texts import TEXTS

PATIENCE = LivePatience(silent_after_s=4.0, longest_s=1.0)
"""The patience with a phone. A Wi-Fi may hold a picture up for some seconds. A phone that was away is tried
again every second, which is cheap: the line is within this machine."""

OLDEST_S = 5.0
"""The largest age of a picture, seconds. An older one is taken for this old: the phone's clock can't be
right."""

_ALIKE = 0.01
"""The largest difference between the two sides' ratios. Halves of odd sizes are rounded by half a pixel of
some hundred."""

_CHUNK = 256 * 1024
"""The bytes of one read. A picture has more, so each call takes as many as there are."""


class PhoneFeed:
    """One phone, by its name. `file` holds the path of the socket; `camera` is its name on the bus."""

    def __init__(
        self,
        file: Path,
        name: str,
        camera: str,
        *,
        timeout_s: float = 5.0,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._file = file
        self._name = name
        self._camera = camera
        self._timeout_s = timeout_s
        self._now = now
        self._line: socket.socket | None = None
        self._reader = PhoneLineReader()
        self._came: deque[Sent] = deque()
        self._age_s = 0.0
        self._settings = SILENCE

    @property
    def settings(self) -> Phrase:
        """The controls that the phone holds, and the error of its clock, in words."""
        return self._settings

    @property
    def age_s(self) -> float:
        """The age of the last picture when `next` returned it, seconds."""
        return self._age_s

    def open(self) -> None:
        """Connect to the table's pages, and request the first picture."""
        self.close()
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            line.settimeout(self._timeout_s)
            line.connect(self._file.read_text(encoding="utf-8").strip())
        except (OSError, UnicodeError) as error:
            line.close()
            raise FeedLostFault(TEXTS.say("sources.no_pages")) from error
        self._reader, self._came, self._line = PhoneLineReader(), deque(), line
        self._send(Wanted(self._name, self._camera))

    def next(self) -> Image | bytes:
        """Return the next picture: its JPEG, or its pixels enlarged to the usual size if it came smaller."""
        while True:
            sent = self._next_message()
            match sent.message:
                case Picture() as picture:
                    return self._opened(picture, sent.content)
                case Away():
                    raise FeedLostFault(TEXTS.say("sources.no_phone"))
                case _:
                    pass

    def was_read(self) -> None:
        """Request another picture, since the newest one is being read now."""
        with contextlib.suppress(FeedLostFault):
            self._send(Next())

    def close(self) -> None:
        """Close the connection. A `next` that waits in another thread fails at once."""
        line, self._line = self._line, None
        if line is not None:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _send(self, message: PhoneMessage) -> None:
        line = self._line
        try:
            if line is not None:
                line.sendall(encode_phone_message(message))
        except OSError as error:
            raise FeedLostFault(TEXTS.say("sources.no_pages")) from error

    def _next_message(self) -> Sent:
        while not self._came:
            line = self._line
            if line is None:
                raise FeedLostFault(TEXTS.say("sources.hung_up"))
            try:
                # It doesn't use the socket's own timeout, since the other thread sends through the same
                # socket.
                there, _, _ = select.select([line], [], [], self._timeout_s)
                content = line.recv(_CHUNK) if there else None
            # ValueError: another thread closed it meanwhile.
            except (OSError, ValueError) as error:
                raise FeedLostFault(TEXTS.say("sources.hung_up")) from error
            if content is None:
                raise FeedLostFault(TEXTS.say("sources.phone_quiet"))
            if not content:
                raise FeedLostFault(TEXTS.say("sources.no_pages"))
            try:
                self._came.extend(self._reader.receive_data(content))
            except InputFault as error:
                raise FeedLostFault(TEXTS.say("sources.hung_up")) from error
        return self._came.popleft()

    def _opened(self, picture: Picture, jpeg: bytes) -> Image | bytes:
        self._age_s = min(OLDEST_S, max(0.0, Seconds(self._now()) - picture.taken_at))
        held = [TEXTS.say("phones.held", control=TEXTS.say(f"controls.{one}")) for one in picture.held]
        self._settings = joined((*held, TEXTS.say("phones.clock", ms=picture.clock_ms)), "steps")
        size = jpeg_size(jpeg)
        # A picture that can't be decoded is passed on. The next step that decodes it reports it.
        if size is None or not is_smaller(size, (picture.width_px, picture.height_px)):
            return jpeg
        image = decode_image(jpeg)
        if isinstance(image, Phrase):
            return jpeg
        full = (picture.width_px, picture.height_px)
        return np.asarray(cv2.resize(image, full, interpolation=cv2.INTER_LINEAR), np.uint8)


def is_smaller(size: tuple[int, int], full: tuple[int, int]) -> bool:
    """Return whether a size is a full one reduced, with both sides by the same ratio to a pixel or two."""
    across, down = size[0] / full[0], size[1] / full[1]
    return across < 1.0 and down < 1.0 and abs(across - down) <= _ALIKE
