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
    Block,
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
    """The host's link version."""
    dictionary: U32
    """The number of the host's dictionary."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The board says who it is."""

    link: U8
    """The board's link version."""
    dictionary: U32
    """The number of the board's dictionary."""
    boot: U32
    """A number that differs each time the board starts."""
    at_ms: U32
    """The board's clock at this moment, ms."""
    board: Text
    """The board's name."""
    firmware: Text
    """The firmware's version."""
    abilities: Names
    """The board's abilities."""
    pads: Names
    """The names of its pads."""
    identity: Text
    """The microcontroller's own number."""
    configuration: U32
    """The CRC-32 of what its `board.json` says."""
    faults: Names
    """The parts that its self-test missed."""


@dataclass(frozen=True, slots=True)
class Stranger:
    """The board got a frame of a session it doesn't know; the frame's head names that session."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button beside a pad was pressed."""

    counter: U32
    """The number of the event since the board's boot, from 1."""
    at_ms: U32
    """The board's clock when it happened, ms."""
    pad: Text
    """The pad's name."""
    button: Text
    """The button's name."""


@dataclass(frozen=True, slots=True)
class TagPlaced:
    """A tag was put on a pad. Tags that lay there before still do."""

    counter: U32
    """The number of the event since the board's boot, from 1."""
    at_ms: U32
    """The board's clock when it happened, ms."""
    pad: Text
    """The pad's name."""
    uid: UidField
    """The tag's uid."""


@dataclass(frozen=True, slots=True)
class TagGone:
    """A tag left a pad."""

    counter: U32
    """The number of the event since the board's boot, from 1."""
    at_ms: U32
    """The board's clock when it happened, ms."""
    pad: Text
    """The pad's name."""
    uid: UidField
    """The tag's uid."""


@dataclass(frozen=True, slots=True)
class CellCovered:
    """Something stands on a cell."""

    counter: U32
    """The number of the event since the board's boot, from 1."""
    at_ms: U32
    """The board's clock when it happened, ms."""
    cell: Text
    """The cell's name."""


@dataclass(frozen=True, slots=True)
class CellClear:
    """Nothing stands on a cell any more."""

    counter: U32
    """The number of the event since the board's boot, from 1."""
    at_ms: U32
    """The board's clock when it happened, ms."""
    cell: Text
    """The cell's name."""


@dataclass(frozen=True, slots=True)
class Noted:
    """Events are safe on the host, and the board may forget them."""

    counter: U32
    """The number of the last event that is safe. All earlier ones are too."""


@dataclass(frozen=True, slots=True)
class TellPicture:
    """The board is to tell its switches and all it sees, tags and covered cells, then `picture_told`."""


@dataclass(frozen=True, slots=True)
class PictureTag:
    """Part of the picture: a tag lies on a pad."""

    pad: Text
    """The pad's name."""
    uid: UidField
    """The tag's uid."""


@dataclass(frozen=True, slots=True)
class PictureCells:
    """Part of the picture: cells that are covered."""

    cells: Names
    """The cells' names."""


@dataclass(frozen=True, slots=True)
class PictureSwitched:
    """Part of the picture: cells that have a switch beneath them, covered or not."""

    cells: Names
    """The cells' names."""


@dataclass(frozen=True, slots=True)
class PictureTold:
    """The picture is whole."""

    counter: U32
    """The last event that the picture includes."""
    tags: U8
    """The number of tags that were sent."""
    cells: U16
    """The number of covered cells that were sent."""
    switches: U16
    """The number of cells with a switch that were sent."""


@dataclass(frozen=True, slots=True)
class TellClock:
    """The board is to tell its clock."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The board's clock. It's sent after the board's earlier events."""

    at_ms: U32
    """Milliseconds since the board started, wrapping at 2^32."""


@dataclass(frozen=True, slots=True)
class ReadTag:
    """The host asks for the memory of a tag on a pad; `tag_content` answers."""

    pad: Text
    """The pad's name."""
    uid: UidField
    """The tag's uid."""


@dataclass(frozen=True, slots=True)
class WriteTag:
    """The host asks the board to write a tag on a pad; `tag_content` answers."""

    pad: Text
    """The pad's name."""
    uid: UidField
    """The tag's uid."""
    content: Bytes
    """The bytes to write, from the beginning of the tag's free memory."""


@dataclass(frozen=True, slots=True)
class TagContent:
    """The content of a tag, read from it after writing."""

    pad: Text
    """The pad's name."""
    uid: UidField
    """The tag's uid."""
    content: Bytes
    """The bytes in its free memory."""
    fault: Text
    """Why the tag couldn't be read or written; empty: it could."""


@dataclass(frozen=True, slots=True)
class ReaderFault:
    """A pad's reader has died, or works again. `hello` says it from then on too."""

    pad: Text
    """The pad's name, or `cells` for the chain of switches: none of them counts until the chain reads again.
    """
    fault: Text
    """The fault; empty: it works again."""


@dataclass(frozen=True, slots=True)
class Lights:
    """Cells light up in a colour; the others stay as they are."""

    pad: Text
    """The pad's name; empty: the board."""
    red: U8
    """The colour's red part. The colour 0, 0, 0 is dark."""
    green: U8
    """The colour's green part."""
    blue: U8
    """The colour's blue part."""
    cells: Names
    """The cells' names; none: all of the pad or board."""


@dataclass(frozen=True, slots=True)
class Sound:
    """The board plays a sound."""

    pad: Text
    """The pad that plays it; empty: the board."""
    sound: Text
    """The sound's name."""


@dataclass(frozen=True, slots=True)
class Brightness:
    """The brightness of all lights from now on."""

    percent: U8
    """The share of what the board's own file allows, percent."""


Event = Button | TagPlaced | TagGone | CellCovered | CellClear
"""The events that the board counts, keeps and repeats until they are noted."""


@dataclass(frozen=True, slots=True)
class UpdateBegin:
    """New firmware is to come: the board empties the place for it, and runs on from the other one."""


@dataclass(frozen=True, slots=True)
class UpdateFile:
    """The next file of the new firmware; its parts follow."""

    path: Text
    """Where it goes, such as `warden/link.py`."""
    size: U32
    """Its size, bytes."""
    crc: U32
    """The CRC-32 of its bytes."""


@dataclass(frozen=True, slots=True)
class UpdatePart:
    """The next bytes of the file that comes."""

    data: Block
    """The bytes."""


@dataclass(frozen=True, slots=True)
class UpdateTry:
    """All files have come: the board starts again, once, with the new firmware."""

    files: U16
    """How many files it must have."""


@dataclass(frozen=True, slots=True)
class UpdateKeep:
    """The new firmware works: the board starts with it from now on."""


@dataclass(frozen=True, slots=True)
class UpdateSaid:
    """An answer to a step of an update; none comes to a part unless it fails."""

    step: Text
    """The step: the name of the message that asked for it, without `update_`."""
    about: Text
    """The path of the file; empty where it isn't about one."""
    fault: Text
    """The step's fault; empty when all is well."""


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
    | UpdateBegin
    | UpdateFile
    | UpdatePart
    | UpdateTry
    | UpdateKeep
    | UpdateSaid
)


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
        raise PeerFault(f"{row.name}: {len(body) - reader.at} bytes too many")
    return row.message(**found)
