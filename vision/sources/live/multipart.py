"""The framing of an MJPEG stream over HTTP: bytes in, parts out. It knows no socket and no picture."""

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


class PartSplitter:
    """Splits a stream into the bodies of its parts, in chunks of any size.

    A part ends after its Content-Length or, without one, at the next boundary.
    """

    def __init__(self, boundary: str) -> None:
        self._mark = b"--" + boundary.encode("latin-1")
        self._held = bytearray()

    def receive_data(self, content: bytes) -> list[bytes]:
        """Take bytes as they come, and return the bodies that are complete now.

        Raises:
            NotMultipartFault: a header or a part is longer than any camera's.
        """
        self._held += content
        parts = []
        while (part := self._next_part()) is not None:
            parts.append(part)
        return parts

    def _next_part(self) -> bytes | None:
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
        length = _content_length(bytes(self._held[start:header_end]))
        end = body + length if length is not None else self._held.find(b"\r\n" + self._mark, body)
        if end < 0 or end > len(self._held):
            if len(self._held) - body > LONGEST_PART or (length or 0) > LONGEST_PART:
                raise NotMultipartFault(TEXTS.say("parts.long", most=LONGEST_PART))
            return None
        part = bytes(self._held[body:end])
        del self._held[:end]
        return part


def _content_length(header: bytes) -> int | None:
    for line in header.split(b"\r\n"):
        key, _, value = line.partition(b":")
        if key.strip().lower() == b"content-length" and value.strip().isdigit():
            return int(value)
    return None
