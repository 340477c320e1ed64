"""The one table of the link: every message, its number, who sends it and its fields.

Encoding, decoding, the dictionary's number and docs/develop/link.md are made from `MESSAGES`; nothing
else knows a message's number. `ask` and `hello` may only ever grow at their end: they are what tells two
versions apart.
"""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, get_type_hints
from zlib import crc32

from engine.core.field_docs import field_docs
from firmware_bridge.link.faults import LinkMisuse, PeerFault
from firmware_bridge.link.fields import (
    U8,
    U16,
    U32,
    Bytes,
    FieldCoding,
    FieldReader,
    Names,
    Text,
    UidField,
    encode_field,
)

LINK_VERSION = 1
"""The version of the framing and of the handshake."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The host asks who is there."""

    link: U8
    dictionary: U32


@dataclass(frozen=True, slots=True)
class Hello:
    """The board says who it is. `boot` differs each time it starts, `at_ms` is its clock at this moment.

    `identity` is its microcontroller's own number, `configuration` the CRC-32 of what its `board.json` says,
    `faults` what its self-test missed.
    """

    link: U8
    dictionary: U32
    boot: U32
    at_ms: U32
    board: Text
    firmware: Text
    abilities: Names
    pads: Names
    identity: Text
    configuration: U32
    faults: Names


@dataclass(frozen=True, slots=True)
class Stranger:
    """The board got a frame of a session it doesn't know; the frame's head names that session."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button beside a pad was pressed. `counter` counts the board's events since its boot, from 1."""

    counter: U32
    at_ms: U32
    pad: Text
    button: Text


@dataclass(frozen=True, slots=True)
class TagPlaced:
    """A tag lies on a pad, beside those that lay there."""

    counter: U32
    at_ms: U32
    pad: Text
    uid: UidField


@dataclass(frozen=True, slots=True)
class TagGone:
    """A tag left a pad."""

    counter: U32
    at_ms: U32
    pad: Text
    uid: UidField


@dataclass(frozen=True, slots=True)
class CellCovered:
    """Something stands on a cell."""

    counter: U32
    at_ms: U32
    cell: Text


@dataclass(frozen=True, slots=True)
class CellClear:
    """Nothing stands on a cell any more."""

    counter: U32
    at_ms: U32
    cell: Text


@dataclass(frozen=True, slots=True)
class Noted:
    """Events up to `counter` are safe on the host; the board may forget them."""

    counter: U32


@dataclass(frozen=True, slots=True)
class TellPicture:
    """The board is to tell its switches and all it sees, tags and covered cells, then `picture_told`."""


@dataclass(frozen=True, slots=True)
class PictureTag:
    """Part of the picture: a tag lies on a pad."""

    pad: Text
    uid: UidField


@dataclass(frozen=True, slots=True)
class PictureCells:
    """Part of the picture: cells that are covered."""

    cells: Names


@dataclass(frozen=True, slots=True)
class PictureSwitched:
    """Part of the picture: cells that have a switch beneath them, covered or not."""

    cells: Names


@dataclass(frozen=True, slots=True)
class PictureTold:
    """The picture is whole: so many tags, covered cells and switches were told, as of the event `counter`."""

    counter: U32
    tags: U8
    cells: U16
    switches: U16


@dataclass(frozen=True, slots=True)
class TellClock:
    """The board is to tell its clock."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The board's clock: milliseconds since it started, wrapping at 2^32; told behind its earlier events."""

    at_ms: U32


@dataclass(frozen=True, slots=True)
class ReadTag:
    """The board is to tell what a tag on a pad keeps in its memory; `tag_content` answers."""

    pad: Text
    uid: UidField


@dataclass(frozen=True, slots=True)
class WriteTag:
    """The board is to write a tag on a pad, from the beginning of its free memory; `tag_content` answers."""

    pad: Text
    uid: UidField
    content: Bytes


@dataclass(frozen=True, slots=True)
class TagContent:
    """What a tag keeps, read from it after writing; `fault` says why that couldn't be."""

    pad: Text
    uid: UidField
    content: Bytes
    fault: Text


@dataclass(frozen=True, slots=True)
class ReaderFault:
    """A pad's reader has died, or, where `fault` is empty, works again; `hello` says it from then on too.

    `pad` is `cells` where it's the chain of switches: none of them counts until it reads again.
    """

    pad: Text
    fault: Text


@dataclass(frozen=True, slots=True)
class Lights:
    """Cells light up in a colour (0, 0, 0 is dark); the others stay. No cells: all of the pad or board."""

    pad: Text
    red: U8
    green: U8
    blue: U8
    cells: Names


@dataclass(frozen=True, slots=True)
class Sound:
    """A sound, by its name, at a pad or (empty) at the board."""

    pad: Text
    sound: Text


@dataclass(frozen=True, slots=True)
class Brightness:
    """How bright the lights are from now on, in percent of what the board's own file allows."""

    percent: U8


Event = Button | TagPlaced | TagGone | CellCovered | CellClear
"""What the board counts, keeps and repeats until it is noted."""

Message = (
    Ask
    | Hello
    | Stranger
    | Event
    | Noted
    | TellPicture
    | PictureTag
    | PictureCells
    | PictureSwitched
    | PictureTold
    | TellClock
    | Clock
    | ReadTag
    | WriteTag
    | TagContent
    | ReaderFault
    | Lights
    | Sound
    | Brightness
)


class Ability(StrEnum):
    """What a board can do; a word of its `hello`."""

    BUTTONS = "buttons"
    TAGS = "tags"
    CELLS = "cells"
    LIGHTS = "lights"
    SOUND = "sound"
    SIMULATED = "simulated"


class Direction(StrEnum):
    """Who sends a message."""

    TO_BOARD = "to_board"
    TO_HOST = "to_host"


@dataclass(frozen=True, slots=True)
class MessageRow:
    """One message of the table. `loose` messages travel outside the numbered stream."""

    number: int
    name: str
    message: type[Message]
    direction: Direction
    loose: bool = False

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
)

_BY_NUMBER = {row.number: (row, row.fields) for row in MESSAGES}
_BY_TYPE = {row.message: (row, row.fields) for row in MESSAGES}


def dictionary_text() -> str:
    """Return the table as the canonical text that its number is made from: a line a message."""
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
        raise PeerFault(f"{row.name}: {len(body) - reader.at} bytes too many")
    return row.message(**found)
