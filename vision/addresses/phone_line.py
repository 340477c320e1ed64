"""The line that a phone's pictures come by, from the pages' service to the cameras'. Imports no pixels.

Both run at one machine. The pages' service listens at a Unix socket in a folder that only its user may enter,
and writes the socket's path to a file in the data folder. The cameras' service opens one connection a phone.
It says which phone it wants, and asks for each picture. Pure, but for where the file is.
"""

import struct
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import msgspec

from engine.core.faults import InputFault
from engine.core.ids import Seconds

MOST_BYTES = 8 * 1024 * 1024
"""The largest picture that a phone may send, as JPEG. One of 12 million pixels has some 4 MB."""

_LONGEST_HEADER = 4096
"""Ours have some 150 bytes; whoever announces more doesn't speak this protocol."""

_LENGTHS = struct.Struct(">II")


class Wanted(msgspec.Struct, tag="wanted", frozen=True):
    """The cameras' service says whose pictures it takes. It asks for the first one by this."""

    phone: str
    """The phone's name."""
    camera: str
    """The name that the phone has as a camera on the bus."""


class Next(msgspec.Struct, tag="next", frozen=True):
    """The cameras' service asks for another picture: the one before is being looked at."""


class Away(msgspec.Struct, tag="away", frozen=True):
    """The pages' service says that no such phone has its page open."""


class Picture(msgspec.Struct, tag="picture", frozen=True):
    """A picture of the phone; its JPEG is the message's content."""

    taken_at: Seconds
    """When it was taken, by this machine's wall clock, in seconds since the epoch."""
    width_px: int
    """The width of the phone's pictures at rest; this one may be smaller."""
    height_px: int
    """The height of the phone's pictures at rest; this one may be smaller."""
    held: tuple[str, ...] = ()
    """The controls that the phone has locked: any of `focus`, `exposure`, `white`."""
    clock_ms: int = 0
    """How far the measured time may be wrong, ms."""


PhoneMessage = Wanted | Next | Away | Picture
_decoder = msgspec.json.Decoder(PhoneMessage)


@dataclass(frozen=True, slots=True)
class Sent:
    """A message with its content."""

    message: PhoneMessage
    """The message."""
    content: bytes = b""
    """The JPEG of a picture; empty with all other messages."""


def encode_phone_message(message: PhoneMessage, content: bytes = b"") -> bytes:
    """Return a message's bytes; inverse of `PhoneLineReader.receive_data`."""
    header = msgspec.json.encode(message)
    return _LENGTHS.pack(len(header), len(content)) + header + content


class PhoneLineReader:
    """Takes bytes in any pieces, gives whole messages."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def receive_data(self, data: bytes) -> tuple[Sent, ...]:
        """Return the messages that are whole with these bytes, in order.

        Raises:
            InputFault: the other end doesn't speak this protocol; the line can't be used any more.
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
                message = _decoder.decode(bytes(self._kept[_LENGTHS.size : start]))
            except msgspec.MsgspecError as error:
                raise InputFault(f"expected a message about a phone's pictures: {error}") from error
            found.append(Sent(message, bytes(self._kept[start:whole])))
            del self._kept[:whole]
        return tuple(found)


def phone_line_file(data: Path, table: str) -> Path:
    """Return where the path of the line's socket stands while a table's pages are served."""
    return data / f".{quote(table, safe='')}.phones"
