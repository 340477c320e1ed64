"""The framing of an MJPEG stream over HTTP: bytes in, parts out. It knows no socket and no picture."""

import math
from dataclasses import dataclass
from typing import Final

from engine.core.phrase import Phrase
from vision.texts import TEXTS

LONGEST_HEADER: Final = 16 * 1024
"""The most bytes of a part's header. A camera's header has some hundred bytes."""

LONGEST_PART: Final = 32 * 1024 * 1024
"""The most bytes of a part: a picture of 64 million pixels (`decoding.MOST_PIXELS`) at half a byte each."""


class NotMultipartFault(Exception):
    """The peer doesn't send a valid `multipart/x-mixed-replace` stream (RFC 2046, 5.1)."""

    def __init__(self, text: Phrase) -> None:
        super().__init__(text)
        self.text = text


def boundary_of(content_type: str) -> str | None:
    """Return the boundary in a Content-Type; None if it isn't a multipart stream."""
    kind, *parameters = content_type.split(";")
    if not kind.strip().lower().startswith("multipart/"):
        return None
    for parameter in parameters:
        key, _, value = parameter.partition("=")
        if key.strip().lower() == "boundary":
            # Some cameras write the two dashes into the parameter, others only into the stream.
            return value.strip().strip('"').removeprefix("--") or None
    return None


@dataclass(frozen=True, slots=True)
class StreamPart:
    """A part of a stream: a picture."""

    body: bytes
    """The picture, as the bytes of an image file."""
    taken_at: float | None = None
    """The time when it was taken by the camera's own clock, seconds; None if the camera doesn't say.

    mjpg-streamer, uStreamer and the ESP32's camera server write it as `X-Timestamp`. The first two count from
    the epoch, the last from its start.
    """


class PartSplitter:
    """Splits a stream into its parts, in chunks of any size.

    A part ends after its Content-Length or, without one, at the next boundary.
    """

    def __init__(self, boundary: str) -> None:
        self._mark = b"--" + boundary.encode("latin-1")
        self._held = bytearray()

    def receive_data(self, content: bytes) -> list[StreamPart]:
        """Take bytes as they come, and return the parts that are complete now.

        Raises:
            NotMultipartFault: a header or a part is longer than any camera's.
        """
        self._held += content
        parts = []
        while (part := self._next_part()) is not None:
            parts.append(part)
        return parts

    def _next_part(self) -> StreamPart | None:
        start = self._held.find(self._mark)
        if start < 0:
            if len(self._held) > LONGEST_PART:
                mark = self._mark.decode("latin-1")
                raise NotMultipartFault(TEXTS.say("parts.no_boundary", size=len(self._held), boundary=mark))
            return None
        header_end = self._held.find(b"\r\n\r\n", start)
        if header_end < 0:
            if len(self._held) - start > LONGEST_HEADER:
                raise NotMultipartFault(TEXTS.say("parts.long_header", most=LONGEST_HEADER))
            return None
        body = header_end + 4
        header = bytes(self._held[start:header_end])
        length = _content_length(header)
        end = body + length if length is not None else self._held.find(b"\r\n" + self._mark, body)
        if end < 0 or end > len(self._held):
            if len(self._held) - body > LONGEST_PART or (length or 0) > LONGEST_PART:
                raise NotMultipartFault(TEXTS.say("parts.long", most=LONGEST_PART))
            return None
        part = StreamPart(bytes(self._held[body:end]), _taken_at(header))
        del self._held[:end]
        return part


def _content_length(header: bytes) -> int | None:
    value = _field(header, b"content-length")
    return int(value) if value.isdigit() else None


def _taken_at(header: bytes) -> float | None:
    try:
        seconds = float(_field(header, b"x-timestamp"))
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) else None


def _field(header: bytes, name: bytes) -> bytes:
    """Return the value of a header's field; empty if it hasn't any."""
    for line in header.split(b"\r\n"):
        key, _, value = line.partition(b":")
        if key.strip().lower() == name:
            return value.strip()
    return b""
