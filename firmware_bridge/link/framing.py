"""Frames on the wire: COBS blocks between zero bytes, with a checksum; read under any chunking.

    0x00  COBS( kind u8 · session u32 · sequence u16 · acknowledged u16 · body · crc16 )  0x00

Integers are little-endian. The checksum is CRC-16/CCITT-FALSE over everything before it.
"""

import struct
from binascii import crc_hqx
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from firmware_bridge.link import cobs
from firmware_bridge.link.faults import LinkMisuse

_HEAD = struct.Struct("<BIHH")
_CHECKSUM = struct.Struct("<H")

MAX_PLAIN = 254
"""A frame before stuffing, in bytes. Within one COBS run at most, so that a board needs one small buffer."""

MAX_BODY = MAX_PLAIN - _HEAD.size - _CHECKSUM.size
_MAX_BLOCK = MAX_PLAIN + 1 + (MAX_PLAIN // cobs.LONGEST_RUN)


class FrameKind(IntEnum):
    """The purpose of a frame.

    `loose`: a message outside the numbered stream (ask, hello, stranger). `numbered`: a message of the
    stream. `acknowledge`: only says what arrived. `probe`: asks for an acknowledgement.
    """

    LOOSE = 1
    NUMBERED = 2
    ACKNOWLEDGE = 3
    PROBE = 4


_KINDS = frozenset(int(kind) for kind in FrameKind)


@dataclass(frozen=True, slots=True)
class LinkFrame:
    """One frame of the link."""

    kind: FrameKind
    """The frame's purpose."""
    session: int
    """The session's number, u32."""
    sequence: int = 0
    """The message's number in the stream, u16; 0 in frames outside of it."""
    acknowledged: int = 0
    """The next sequence number that the sender waits for, u16."""
    body: bytes = b""
    """The message; empty in frames that carry none."""


def checksum(plain: bytes) -> int:
    """Return the CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected."""
    return crc_hqx(plain, 0xFFFF)


def encode_frame(frame: LinkFrame) -> bytes:
    """Return the frame's bytes for the wire, with the zero before and after.

    The zero before costs a byte and saves the frame when noise came over an idle line.

    Raises:
        LinkMisuse: the body is too long for a frame.
    """
    if len(frame.body) > MAX_BODY:
        raise LinkMisuse(f"a frame's body holds at most {MAX_BODY} bytes, was given {len(frame.body)}")
    plain = (
        _HEAD.pack(int(frame.kind), frame.session, frame.sequence, frame.acknowledged & 0xFFFF) + frame.body
    )
    return b"\0" + cobs.encode(plain + _CHECKSUM.pack(checksum(plain))) + b"\0"


def decode_block(block: bytes) -> LinkFrame | None:
    """Return the frame between two zeros, or None if it's damaged."""
    whole = cobs.decode(block)
    if whole is None or not _HEAD.size + _CHECKSUM.size <= len(whole) <= MAX_PLAIN:
        return None
    plain, (found,) = whole[: -_CHECKSUM.size], _CHECKSUM.unpack(whole[-_CHECKSUM.size :])
    if checksum(plain) != found:
        return None
    kind, session, sequence, acknowledged = _HEAD.unpack_from(plain)
    if kind not in _KINDS:
        return None
    return LinkFrame(FrameKind(kind), session, sequence, acknowledged, plain[_HEAD.size :])


class FrameReader:
    """Reads frames out of a byte stream that may be cut, damaged or rubbish; holds at most one block.

    `good` and `damaged` count blocks since the start; `rubbish` counts bytes that belonged to no good frame.
    """

    def __init__(self) -> None:
        self.good = 0
        self.damaged = 0
        self.rubbish = 0
        self._block = bytearray()
        self._overlong = False

    def feed(self, chunk: bytes) -> Iterator[LinkFrame]:
        """Yield the frames that end in this chunk; must be consumed whole."""
        *ended, rest = chunk.split(b"\0")
        for piece in ended:
            self._gather(piece)
            frame = self._end()
            if frame is not None:
                yield frame
        self._gather(rest)

    def drop_partial(self) -> None:
        """Forget a block that has begun: its end won't come."""
        self.rubbish += len(self._block)
        self._block.clear()
        self._overlong = False

    def _gather(self, piece: bytes) -> None:
        if self._overlong or len(self._block) + len(piece) > _MAX_BLOCK:
            self.rubbish += len(self._block) + len(piece)
            self._block.clear()
            self._overlong = True
        else:
            self._block += piece

    def _end(self) -> LinkFrame | None:
        block, overlong = bytes(self._block), self._overlong
        self._block.clear()
        self._overlong = False
        if overlong:
            self.damaged += 1
            return None
        if not block:
            return None
        frame = decode_block(block)
        if frame is None:
            self.damaged += 1
            self.rubbish += len(block)
        else:
            self.good += 1
        return frame
