"""Feeds from the network: MJPEG over HTTP is read here, everything else by OpenCV's FFmpeg."""

import contextlib
import http.client
import socket
import time
from base64 import b64encode
from collections import deque
from collections.abc import Callable
from urllib.parse import unquote, urlsplit

import cv2
import numpy as np

from engine.core.phrase import SILENCE, Phrase
from engine.core.unusable import system_words
from vision.pictures.frame import Image
from vision.sources.files.video import codec_of
from vision.sources.live.live_source import FeedLostFault
from vision.sources.live.multipart import NotMultipartFault, PartSplitter, StreamPart, boundary_of
from vision.sources.live.stamped import Stamped
from vision.texts import TEXTS

_CHUNK = 64 * 1024
"""The most bytes of one read. A picture of some 100 kB takes two reads."""


class HttpFeed:
    """A camera at an HTTP address: a multipart MJPEG stream, or anything that FFmpeg can open there."""

    def __init__(
        self, url: str, *, timeout_s: float = 5.0, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        """`monotonic` is the machine's clock, seconds; tests give their own."""
        self._url = url
        self._timeout_s = timeout_s
        self._monotonic = monotonic
        self._socket: socket.socket | None = None
        self._answer: http.client.HTTPResponse | None = None
        self._splitter = PartSplitter("")
        self._parts: deque[StreamPart] = deque()
        self._stamped = Stamped()
        self._last = b""
        self._is_first = False
        self._other: CaptureFeed | None = None

    @property
    def settings(self) -> Phrase:
        """Always silence: the stream is as the camera sends it."""
        return SILENCE

    @property
    def age_s(self) -> float:
        """The age of the last picture beyond the stream's shortest delay, seconds; 0 if it isn't known."""
        return self._stamped.age_s

    def open(self) -> None:
        """Request the stream."""
        self.close()
        try:
            answer = self._ask()
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise FeedLostFault(TEXTS.say("sources.no_connection", why=_reason(error))) from error
        if answer.status != http.client.OK:
            raise FeedLostFault(TEXTS.say("sources.refused", status=answer.status, why=answer.reason))
        kind = answer.headers.get("Content-Type", "")
        boundary = boundary_of(kind)
        if boundary is not None:
            self._answer, self._splitter, self._parts = answer, PartSplitter(boundary), deque()
            self._is_first = True
            return
        self.close()
        if not kind.startswith(("video/", "application/")):
            raise FeedLostFault(TEXTS.say("sources.wrong_kind", kind=kind))
        self._other = CaptureFeed(self._url, timeout_s=self._timeout_s)
        self._other.open()

    def next(self) -> Image | bytes:
        """Return the next picture.

        A server sends its newest picture to whoever connects. After a broken connection that may be the one
        that came last. It's left out: taken for a new one, it would say that nothing has moved since.
        """
        if self._other is not None:
            return self._other.next()
        part = self._next_part()
        if self._is_first and part.body == self._last:
            part = self._next_part()
        self._is_first = False
        self._last = part.body
        self._stamped = self._stamped.after(part.taken_at, self._monotonic())
        return part.body

    def _next_part(self) -> StreamPart:
        while not self._parts:
            answer = self._answer
            if answer is None:
                raise FeedLostFault(TEXTS.say("sources.hung_up"))
            try:
                content = answer.read1(_CHUNK)
                self._parts.extend(self._splitter.receive_data(content))
            # ValueError: another thread closed it meanwhile.
            except (OSError, http.client.HTTPException, ValueError) as error:
                raise FeedLostFault(TEXTS.say("sources.broke", why=_reason(error))) from error
            except NotMultipartFault as error:
                raise FeedLostFault(TEXTS.say("sources.no_stream", why=error.text)) from error
            if not content:
                raise FeedLostFault(TEXTS.say("sources.camera_hung_up"))
        return self._parts.popleft()

    def close(self) -> None:
        """Close the connection. A `next` that waits in another thread fails at once."""
        connection, self._socket = self._socket, None
        self._answer = None
        if connection is not None:
            # Closing a response waits for its reader. Shutting the socket down wakes the reader instead.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        if self._other is not None:
            self._other.close()
            self._other = None

    def _ask(self) -> http.client.HTTPResponse:
        url = urlsplit(self._url)
        kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        connection = kind(url.hostname or "", url.port, timeout=self._timeout_s)
        headers = {"Accept": "multipart/x-mixed-replace, image/jpeg, */*"}
        if url.username:
            name = f"{unquote(url.username)}:{unquote(url.password or '')}"
            headers["Authorization"] = f"Basic {b64encode(name.encode()).decode()}"
        connection.connect()
        self._socket = connection.sock
        connection.request("GET", f"{url.path or '/'}{'?' + url.query if url.query else ''}", headers=headers)
        return connection.getresponse()


class CaptureFeed:
    """A stream that OpenCV's FFmpeg opens (`rtsp://` and others)."""

    def __init__(self, url: str, *, timeout_s: float = 5.0) -> None:
        self._url = url
        self._timeout_ms = int(timeout_s * 1000)
        self._gave = False
        self._capture: cv2.VideoCapture | None = None

    @property
    def settings(self) -> Phrase:
        """Always silence: the stream is as the camera sends it."""
        return SILENCE

    @property
    def age_s(self) -> float:
        """Always 0, since the age isn't known."""
        return 0.0

    def open(self) -> None:
        """Open the stream."""
        limits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            self._timeout_ms,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            self._timeout_ms,
        ]
        self._capture = cv2.VideoCapture(self._url, cv2.CAP_FFMPEG, limits)
        self._gave = False
        if not self._capture.isOpened():
            raise FeedLostFault(TEXTS.say("sources.cannot_open"))

    def next(self) -> Image | bytes:
        """Return the next frame."""
        capture = self._capture
        if capture is None:
            raise FeedLostFault(TEXTS.say("sources.hung_up"))
        there, image = capture.read()
        if not there and not self._gave:
            raise FeedLostFault(TEXTS.say("sources.undecodable", codec=codec_of(capture)))
        if not there:
            raise FeedLostFault(TEXTS.say("sources.stream_stopped"))
        self._gave = True
        return image.astype(np.uint8, copy=False)

    def close(self) -> None:
        """Let go of the stream. OpenCV frees it once no thread reads from it any more."""
        # It isn't released here. Another thread may be inside read(), and releasing it then crashes FFmpeg.
        self._capture = None


def stream_feed(url: str) -> HttpFeed | CaptureFeed:
    """Return the feed for a stream's address."""
    return HttpFeed(url) if urlsplit(url).scheme in {"http", "https"} else CaptureFeed(url)


def _reason(error: Exception) -> str:
    return system_words(error) if isinstance(error, OSError) else str(error) or type(error).__name__
