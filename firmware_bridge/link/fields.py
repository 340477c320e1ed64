"""The types that a message's fields have on the wire, each with its way there and back."""

import struct
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, NewType

from engine.core.counting import counted
from engine.core.faults import InputFault
from firmware_bridge.link.faults import LinkMisuse, PeerFault

LONGEST_TEXT = 63
"""Bytes of a text, a uid or plain bytes."""

LONGEST_BLOCK = 200
"""Bytes of a block: as many as a frame has room for beside a message's other fields."""


class FieldCoding(StrEnum):
    """How a field lies in a message's body.

    `text`: a length byte, then that many bytes of UTF-8. `uid` and `bytes`: the same with plain bytes.
    `names`: a count byte, then that many texts. `block`: as `bytes`, but longer.
    """

    U8 = "u8"
    U16 = "u16"
    U32 = "u32"
    TEXT = "text"
    UID = "uid"
    BYTES = "bytes"
    NAMES = "names"
    BLOCK = "block"


U8 = Annotated[int, FieldCoding.U8]
U16 = Annotated[int, FieldCoding.U16]
U32 = Annotated[int, FieldCoding.U32]
Text = Annotated[str, FieldCoding.TEXT]
Uid = NewType("Uid", bytes)
"""A tag's own number: 4, 7 or 10 bytes (ISO 14443), or 8 (ISO 15693)."""
UidField = Annotated[Uid, FieldCoding.UID]
Bytes = Annotated[bytes, FieldCoding.BYTES]
Block = Annotated[bytes, FieldCoding.BLOCK]
Names = Annotated[tuple[str, ...], FieldCoding.NAMES]

_INTEGERS = {
    FieldCoding.U8: struct.Struct("<B"),
    FieldCoding.U16: struct.Struct("<H"),
    FieldCoding.U32: struct.Struct("<I"),
}


def encode_field(wire: FieldCoding, value: object) -> bytes:
    """Return a field's bytes.

    Raises:
        LinkMisuse: the value doesn't fit the field.
    """
    match wire, value:
        case ((FieldCoding.U8 | FieldCoding.U16 | FieldCoding.U32), int()):
            try:
                return _INTEGERS[wire].pack(value)
            except struct.error as error:
                raise LinkMisuse(f"{value} doesn't fit a {wire}") from error
        case FieldCoding.TEXT, str():
            return _sized(value.encode())
        case ((FieldCoding.UID | FieldCoding.BYTES), bytes()):
            return _sized(value)
        case FieldCoding.BLOCK, bytes() if len(value) <= LONGEST_BLOCK:
            return bytes([len(value)]) + value
        case FieldCoding.NAMES, tuple() if len(value) <= 0xFF:
            return bytes([len(value)]) + b"".join(_sized(str(name).encode()) for name in value)
        case _:
            raise LinkMisuse(f"{value!r} can't be sent as {wire}")


@dataclass(slots=True)
class FieldReader:
    """Takes fields off a body, from the front."""

    body: bytes
    """The whole body."""
    at: int = 0
    """The index of the next byte to read."""

    @property
    def ended(self) -> bool:
        """Whether nothing is left."""
        return self.at >= len(self.body)

    def take(self, wire: FieldCoding) -> int | str | bytes | tuple[str, ...]:
        """Return the next field.

        Raises:
            PeerFault: the body ends too early, or a text isn't UTF-8.
        """
        match wire:
            case FieldCoding.U8 | FieldCoding.U16 | FieldCoding.U32:
                shape = _INTEGERS[wire]
                return int(shape.unpack(self._bytes(shape.size))[0])
            case FieldCoding.TEXT:
                return self._text()
            case FieldCoding.UID | FieldCoding.BYTES | FieldCoding.BLOCK:
                return self._bytes(self._bytes(1)[0])
            case FieldCoding.NAMES:
                return tuple(self._text() for _ in range(self._bytes(1)[0]))

    def _text(self) -> str:
        raw = self._bytes(self._bytes(1)[0])
        try:
            return raw.decode()
        except UnicodeDecodeError as error:
            raise PeerFault(f"a text isn't UTF-8: {raw.hex(' ')}") from error

    def _bytes(self, count: int) -> bytes:
        taken = self.body[self.at : self.at + count]
        if len(taken) != count:
            raise PeerFault(
                f"expected {counted(count, 'more byte')} after byte {self.at}, found {len(taken)}"
            )
        self.at += count
        return taken


def _sized(raw: bytes) -> bytes:
    if len(raw) > LONGEST_TEXT:
        raise LinkMisuse(f"a text or uid holds at most {LONGEST_TEXT} bytes, was given {len(raw)}")
    return bytes([len(raw)]) + raw


def format_uid(uid: Uid) -> str:
    """Return an RFID tag's uid as people write it: hexadecimal, capitals."""
    return uid.hex().upper()


def parse_uid(text: str) -> Uid:
    """Return the uid that a text spells; inverse of `format_uid`.

    Raises:
        InputFault: not hexadecimal, or empty.
    """
    try:
        raw = bytes.fromhex(text)
    except ValueError as error:
        raise InputFault(f"uid '{text}': expected hexadecimal digits, such as 04A1B2C3") from error
    if not raw:
        raise InputFault(f"uid '{text}': expected hexadecimal digits, such as 04A1B2C3")
    return Uid(raw)
