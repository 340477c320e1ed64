"""The one table of the link: every message with its number, its sender and its fields.

Encoding, decoding, the dictionary's number and docs/develop/link.md are made from `MESSAGES`; nothing else
knows a message's number. `ask` and `hello` may only ever grow at their end, because two versions are
distinguished by them.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, get_type_hints
from zlib import crc32

from engine.core.counting import counted
from engine.core.field_docs import field_docs
from firmware_bridge.link.faults import LinkMisuse, PeerFault
from firmware_bridge.link.fields import FieldCoding, FieldReader, encode_field
from firmware_bridge.link.messages import (
    Ask,
    Brightness,
    Button,
    CellClear,
    CellCovered,
    Clock,
    Hello,
    Lights,
    Message,
    Noted,
    PictureCells,
    PictureSwitched,
    PictureTag,
    PictureTold,
    ReaderFault,
    ReadTag,
    Sound,
    Stranger,
    TagContent,
    TagGone,
    TagPlaced,
    TellClock,
    TellPicture,
    UpdateBegin,
    UpdateFile,
    UpdateKeep,
    UpdatePart,
    UpdateSaid,
    UpdateTry,
    WriteTag,
)

LINK_VERSION = 1
"""The version of the framing and of the handshake."""


class Ability(StrEnum):
    """An ability of a board; a word of its `hello`."""

    BUTTONS = "buttons"
    TAGS = "tags"
    CELLS = "cells"
    LIGHTS = "lights"
    SOUND = "sound"
    SIMULATED = "simulated"


class Direction(StrEnum):
    """The end that a message goes to."""

    TO_BOARD = "to_board"
    TO_HOST = "to_host"


@dataclass(frozen=True, slots=True)
class MessageRow:
    """One message of the table."""

    number: int
    """The message's number on the wire, u8."""
    name: str
    """The message's name."""
    message: type[Message]
    """The message's class."""
    direction: Direction
    """The end that the message goes to."""
    loose: bool = False
    """Whether it travels outside the numbered stream."""

    @property
    def fields(self) -> tuple[tuple[str, FieldCoding], ...]:
        """The fields in their order on the wire."""
        hints = get_type_hints(self.message, include_extras=True)
        return tuple((one.name, hints[one.name].__metadata__[0]) for one in fields(self.message))

    @property
    def about(self) -> str:
        """The message's description: its own sentences, then those of its fields."""
        own = " ".join((self.message.__doc__ or "").split())
        return " ".join([own, *(f"`{name}`: {text}" for name, text in field_docs(self.message).items())])


MESSAGES: tuple[MessageRow, ...] = (
    MessageRow(0, "ask", Ask, Direction.TO_BOARD, loose=True),
    MessageRow(1, "hello", Hello, Direction.TO_HOST, loose=True),
    MessageRow(2, "stranger", Stranger, Direction.TO_HOST, loose=True),
    MessageRow(16, "button", Button, Direction.TO_HOST),
    MessageRow(17, "tag_placed", TagPlaced, Direction.TO_HOST),
    MessageRow(18, "tag_gone", TagGone, Direction.TO_HOST),
    MessageRow(19, "cell_covered", CellCovered, Direction.TO_HOST),
    MessageRow(20, "cell_clear", CellClear, Direction.TO_HOST),
    MessageRow(32, "noted", Noted, Direction.TO_BOARD),
    MessageRow(33, "tell_picture", TellPicture, Direction.TO_BOARD),
    MessageRow(34, "picture_tag", PictureTag, Direction.TO_HOST),
    MessageRow(35, "picture_cells", PictureCells, Direction.TO_HOST),
    MessageRow(36, "picture_told", PictureTold, Direction.TO_HOST),
    MessageRow(37, "tell_clock", TellClock, Direction.TO_BOARD),
    MessageRow(38, "clock", Clock, Direction.TO_HOST),
    MessageRow(39, "read_tag", ReadTag, Direction.TO_BOARD),
    MessageRow(40, "write_tag", WriteTag, Direction.TO_BOARD),
    MessageRow(41, "tag_content", TagContent, Direction.TO_HOST),
    MessageRow(42, "reader_fault", ReaderFault, Direction.TO_HOST),
    MessageRow(43, "picture_switched", PictureSwitched, Direction.TO_HOST),
    MessageRow(48, "lights", Lights, Direction.TO_BOARD),
    MessageRow(49, "sound", Sound, Direction.TO_BOARD),
    MessageRow(50, "brightness", Brightness, Direction.TO_BOARD),
    MessageRow(56, "update_begin", UpdateBegin, Direction.TO_BOARD),
    MessageRow(57, "update_file", UpdateFile, Direction.TO_BOARD),
    MessageRow(58, "update_part", UpdatePart, Direction.TO_BOARD),
    MessageRow(59, "update_try", UpdateTry, Direction.TO_BOARD),
    MessageRow(60, "update_keep", UpdateKeep, Direction.TO_BOARD),
    MessageRow(61, "update_said", UpdateSaid, Direction.TO_HOST),
)

_BY_NUMBER = {row.number: (row, row.fields) for row in MESSAGES}
_BY_TYPE = {row.message: (row, row.fields) for row in MESSAGES}


def dictionary_text() -> str:
    """Return the table as the canonical text that its number is made from: a line for each message."""
    lines = [f"link {LINK_VERSION}"]
    for row in MESSAGES:
        shape = " ".join(f"{name}:{wire}" for name, wire in row.fields)
        lines.append(f"{row.number} {row.name} {row.direction} {shape}".rstrip())
    return "\n".join(lines) + "\n"


DICTIONARY = crc32(dictionary_text().encode())
"""The dictionary's number: CRC-32 of its canonical text. Both ends must have the same."""


def row_of(message: Message) -> MessageRow:
    """Return a message's row in the table."""
    return _BY_TYPE[type(message)][0]


def name_of(message: type[Message]) -> str:
    """Return the name of a kind of message in the table."""
    return _BY_TYPE[message][0].name


def encode_message(message: Message) -> bytes:
    """Return a frame's body: the message's number, then its fields.

    Raises:
        LinkMisuse: a value doesn't fit its field; names message and field.
    """
    row, shape = _BY_TYPE[type(message)]
    body = bytearray([row.number])
    for name, wire in shape:
        try:
            body += encode_field(wire, getattr(message, name))
        except LinkMisuse as error:
            raise LinkMisuse(f"{row.name}.{name}: {error}") from error
    return bytes(body)


def decode_message(body: bytes, direction: Direction) -> Message:
    """Return the message in a frame's body.

    Raises:
        PeerFault: empty, an unknown number, of the other direction, too short or too long.
    """
    if not body:
        raise PeerFault("a frame without a message")
    if body[0] not in _BY_NUMBER:
        raise PeerFault(f"message number {body[0]} is not in the dictionary: {body[:16].hex(' ')}")
    row, shape = _BY_NUMBER[body[0]]
    if row.direction is not direction:
        raise PeerFault(f"{row.name} goes {row.direction}, but came the other way")
    reader = FieldReader(body, 1)
    found: dict[str, Any] = {}
    for name, wire in shape:
        try:
            found[name] = reader.take(wire)
        except PeerFault as error:
            raise PeerFault(f"{row.name}.{name}: {error}") from error
    if not reader.ended and not row.loose:
        raise PeerFault(f"{row.name}: {counted(len(body) - reader.at, 'byte')} too many")
    return row.message(**found)
