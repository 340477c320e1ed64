"""Frames on the wire: COBS blocks between zero bytes, each with a checksum (docs/develop/link.md)."""

import struct

LOOSE, NUMBERED, ACKNOWLEDGE, PROBE = 1, 2, 3, 4

MAX_PLAIN = 254
HEAD = "<BIHH"
HEAD_SIZE = 9
MAX_BODY = MAX_PLAIN - HEAD_SIZE - 2

_LONGEST_RUN = 254


def _crc_table() -> tuple[int, ...]:
    # It goes by half bytes: 16 entries instead of 256, since the board has little memory.
    table = []
    for value in range(16):
        crc = value << 12
        for _ in range(4):
            crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
        table.append(crc & 0xFFFF)
    return tuple(table)


_CRC = _crc_table()


def checksum(plain: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF, not reflected."""
    crc = 0xFFFF
    for byte in plain:
        crc = ((crc << 4) & 0xFFFF) ^ _CRC[(crc >> 12) ^ (byte >> 4)]
        crc = ((crc << 4) & 0xFFFF) ^ _CRC[(crc >> 12) ^ (byte & 15)]
    return crc


def encode(kind: int, session: int, sequence: int, acknowledged: int, body: bytes = b"") -> bytes:
    """A frame's bytes for the wire, with the zero before and after."""
    plain = struct.pack(HEAD, kind, session, sequence, acknowledged & 0xFFFF) + body
    plain += struct.pack("<H", checksum(plain))
    block = bytearray(1)
    runs = plain.split(b"\0")
    for position, run in enumerate(runs):
        rest = run
        full = False
        while len(rest) >= _LONGEST_RUN:
            block.append(0xFF)
            block += rest[:_LONGEST_RUN]
            rest = rest[_LONGEST_RUN:]
            full = not rest and position == len(runs) - 1
        if not full:
            block.append(len(rest) + 1)
            block += rest
    block.append(0)
    return bytes(block)


def decode(block: bytes) -> "tuple[int, int, int, int, bytes] | None":
    """The block between two zeros as (kind, session, sequence, acknowledged, body); None if damaged."""
    plain = bytearray()
    at = 0
    while at < len(block):
        code = block[at]
        run = block[at + 1 : at + code]
        if code == 0 or len(run) != code - 1:
            return None
        plain += run
        at += code
        if code <= _LONGEST_RUN and at < len(block):
            plain.append(0)
    if not HEAD_SIZE + 2 <= len(plain) <= MAX_PLAIN:
        return None
    whole = bytes(plain)
    if checksum(whole[:-2]) != struct.unpack("<H", whole[-2:])[0]:
        return None
    kind, session, sequence, acknowledged = struct.unpack(HEAD, whole[:HEAD_SIZE])
    if not LOOSE <= kind <= PROBE:
        return None
    return kind, session, sequence, acknowledged, whole[HEAD_SIZE:-2]


class Reader:
    """Takes bytes as they come, and returns the frames that end in them. It holds at most one block."""

    def __init__(self) -> None:
        self._block = bytearray()
        self._overlong = False

    def feed(self, chunk: bytes) -> "list[tuple[int, int, int, int, bytes]]":
        """Return the sound frames that end in this chunk."""
        frames = []
        pieces = chunk.split(b"\0")
        for number, piece in enumerate(pieces):
            if self._overlong or len(self._block) + len(piece) > MAX_PLAIN + 2:
                self._block = bytearray()
                self._overlong = True
            else:
                self._block += piece
            if number == len(pieces) - 1:
                break
            frame = decode(bytes(self._block)) if self._block else None
            if frame is not None:
                frames.append(frame)
            self._block = bytearray()
            self._overlong = False
        return frames
