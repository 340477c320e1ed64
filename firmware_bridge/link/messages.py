"""The messages of the link as values; their numbers and directions stand in `dictionary`."""

from dataclasses import dataclass

from firmware_bridge.link.fields import U8, U16, U32, Block, Bytes, Names, Text, UidField


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
    """The host asks for the board's picture: its switches, tags and covered cells; `picture_told` ends it."""


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
    """The host asks for the board's clock; `clock` answers."""


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
    """The host will send new firmware: the board empties the folder for it, and runs on from the other."""


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
    """The next bytes of the file that is being sent."""

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
