"""The line that carries a phone's pictures from the pages' service to the cameras'. It imports no pixels.

Both services run at one machine. The pages' service listens at a Unix socket in a folder that only its user
may enter. It writes the socket's path to a file in the data folder. The cameras' service opens one connection
for each phone, says which phone it wants, and requests each picture. This module is pure, except for the path
of that file.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import msgspec

from engine.core.bounded_json import parse_typed
from engine.core.faults import InputFault
from engine.core.ids import Seconds

MOST_BYTES = 8 * 1024 * 1024
"""The largest picture that a phone may send, bytes of JPEG. A picture of 12 million pixels has some 4 MB."""

_LONGEST_HEADER = 4096
"""The most bytes of a header. Ours have some 150; a peer that announces more doesn't speak this protocol."""

_LENGTHS = struct.Struct(">II")


class Wanted(msgspec.Struct, tag="wanted", frozen=True):
    """The cameras' service names the phone that it wants. This also requests the first picture."""

    phone: str
    """The phone's name."""
    camera: str
    """The phone's name as a camera on the bus."""


class Next(msgspec.Struct, tag="next", frozen=True):
    """The cameras' service requests another picture, since the one before is being read."""


class Away(msgspec.Struct, tag="away", frozen=True):
    """The pages' service says that no phone of this name has its page open."""


class Picture(msgspec.Struct, tag="picture", frozen=True):
    """A picture of the phone. Its JPEG is the message's content."""

    taken_at: Seconds
    """Its capture time by this machine's wall clock, seconds since the epoch."""
    width_px: int
    """The usual width of the phone's pictures, px. This one may be smaller."""
    height_px: int
    """The usual height of the phone's pictures, px. This one may be smaller."""
    held: tuple[str, ...] = ()
    """The controls that the phone has locked: any of `focus`, `exposure`, `white`."""
    clock_ms: int = 0
    """The largest error of the capture time, ms."""


PhoneMessage = Wanted | Next | Away | Picture


@dataclass(frozen=True, slots=True)
class Sent:
    """A message with its content."""

    message: PhoneMessage
    """The message."""
    content: bytes = b""
    """The JPEG of a picture; empty for other messages."""


def encode_phone_message(message: PhoneMessage, content: bytes = b"") -> bytes:
    """Return a message's bytes. `PhoneLineReader.receive_data` is the inverse."""
    header = msgspec.json.encode(message)
    return _LENGTHS.pack(len(header), len(content)) + header + content


class PhoneLineReader:
    """Takes bytes in chunks of any size, and gives whole messages."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def receive_data(self, data: bytes) -> tuple[Sent, ...]:
        """Return the messages that are complete with these bytes, in order.

        Raises:
            InputFault: the peer doesn't speak this protocol. The line can't be used any more.
        """
        self._kept += data
        found: list[Sent] = []
        while len(self._kept) >= _LENGTHS.size:
            header, content = _LENGTHS.unpack_from(self._kept)
            if header > _LONGEST_HEADER or content > MOST_BYTES:
                raise InputFault(f"expected at most {MOST_BYTES} bytes a picture, got {header} + {content}")
            whole = _LENGTHS.size + header + content
            if len(self._kept) < whole:
                break
            start = _LENGTHS.size + header
            try:
                message = parse_typed(bytes(self._kept[_LENGTHS.size : start]), PhoneMessage)
            except msgspec.DecodeError as error:
                raise InputFault(f"expected a message about a phone's pictures: {error}") from error
            found.append(Sent(message, bytes(self._kept[start:whole])))
            del self._kept[:whole]
        return tuple(found)


def phone_line_file(data: Path, table: str) -> Path:
    """Return the file that holds the socket's path while a table's pages are served."""
    return data / f".{quote(table, safe='')}.phones"
