"""Device events: what board devices report, one class for each kind of event, and the three words of each.

On the bus, in evidence files and in a footage folder an event's content stands as three words: `event`,
`name` and `value`. `format_content` writes them, and `parse_content` reads them back to the letter.
"""

from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine.core.ids import Cell, Seconds

_BUTTON, _CELL, _DICE = "button", "cell", "dice"
_COVERED, _CLEAR = "covered", "clear"

DIE = "die"
"""The word for a thrown die: an event's name for it, and the key of the outcome that it gives to chance."""

_MOST_DIGITS = 20


class PadReadingKind(StrEnum):
    """The reports of a pad's reader: the tags on it, a tag's memory, or a tag that it can't read or write."""

    TAGS = "tag"
    MEMORY = "content"
    REFUSAL = "refused"


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """Somebody pressed a button."""

    button: str
    """The button's name (`end_turn`)."""


@dataclass(frozen=True, slots=True)
class PadReading:
    """A pad's reader noticed something.

    The text may be sealed, because the card on a pad is its seat's secret. `parse_tags` and `parse_tag_words`
    read it once it is open.
    """

    kind: PadReadingKind
    """The kind of report."""
    pad: str
    """The pad's name."""
    text: str
    """The report as it travels. It is empty, and never sealed, while no tag lies on the pad."""


@dataclass(frozen=True, slots=True)
class CellChange:
    """A cell's switch noticed that something was put on the cell, or that the cell became clear."""

    cell: Cell
    """The cell, by the device's own name for it."""
    covered: bool
    """Something lies on the cell now."""


@dataclass(frozen=True, slots=True)
class DiceAtRest:
    """Dice in the tray have come to rest."""

    faces: tuple[int, ...]
    """The number that each die shows."""


@dataclass(frozen=True, slots=True)
class UnknownContent:
    """An event of a kind that this version doesn't know. It is kept as it came."""

    event: str
    """The event's kind."""
    name: str
    """The thing that it happened to."""
    value: str
    """The rest."""


DeviceContent = ButtonPress | PadReading | CellChange | DiceAtRest | UnknownContent
"""The content of a device event."""


@dataclass(frozen=True, slots=True)
class DeviceEvent:
    """Something that a board device reported: a button, a tag on a pad, a switch, a die."""

    device: str
    """The device's name."""
    taken_at: Seconds
    """When it happened, in seconds by the wall clock."""
    content: DeviceContent
    """The event itself."""
    mark: str = ""
    """A name that stays the same whenever this event is sent again, and that no other event of this device
    has. Take each mark once. Empty where there is none.
    """


class ContentWords(NamedTuple):
    """An event's content as text."""

    event: str
    """The kind of event: `button`, `tag`, `content`, `refused`, `cell` or `dice`."""
    name: str
    """The thing that it happened to. `button`: which one (`end_turn`); `tag`, `content`, `refused`: the pad;
    `cell`: the cell; `dice`: `die`.
    """
    value: str
    """`tag`, `content`, `refused`: the pad's reading, sealed. `cell`: `covered` or `clear`. `dice`: the faces
    of the dice at rest, with blanks between. `button`: empty.
    """


def format_content(content: DeviceContent) -> ContentWords:
    """Return the three words of an event's content."""
    match content:
        case ButtonPress(button):
            return ContentWords(_BUTTON, button, "")
        case PadReading(kind, pad, text):
            return ContentWords(kind.value, pad, text)
        case CellChange(cell, covered):
            return ContentWords(_CELL, cell, _COVERED if covered else _CLEAR)
        case DiceAtRest(faces):
            return ContentWords(_DICE, DIE, " ".join(map(str, faces)))
        case UnknownContent(event, name, value):
            return ContentWords(event, name, value)


def parse_content(event: str, name: str, value: str) -> DeviceContent:
    """Return the content that three words mean; inverse of `format_content`.

    Words that no kind of event has in just this way are an `UnknownContent`. So nothing is lost when they are
    written again.
    """
    words = ContentWords(event, name, value)
    found: DeviceContent = UnknownContent(event, name, value)
    match event:
        case "button":
            found = ButtonPress(name)
        case "tag" | "content" | "refused":
            found = PadReading(PadReadingKind(event), name, value)
        case "cell":
            found = CellChange(Cell(name), value == _COVERED)
        case "dice":
            with suppress(ValueError):
                found = DiceAtRest(tuple(int(face[:_MOST_DIGITS]) for face in value.split()))
    return found if format_content(found) == words else UnknownContent(event, name, value)


def format_tags(uids: tuple[str, ...]) -> str:
    """Return a reading of kind `TAGS`: the uids of the tags that lie on a pad."""
    return " ".join(uids)


def parse_tags(text: str) -> tuple[str, ...]:
    """Return the uids that an open reading of kind `TAGS` names; inverse of `format_tags`."""
    return tuple(text.split())


class TagWords(NamedTuple):
    """A reader's words about one tag: its memory's text, or why it couldn't be read or written."""

    uid: str
    """The tag's uid, in capital hexadecimal."""
    text: str
    """The text in its memory, or the reason."""


def format_tag_words(said: TagWords) -> str:
    """Return a reading of kind `MEMORY` or `REFUSAL`. Blanks at the end of the text are left out."""
    return f"{said.uid} {said.text}".rstrip()


def parse_tag_words(text: str) -> TagWords:
    """Return the content of an open reading of kind `MEMORY` or `REFUSAL`; inverse of `format_tag_words`."""
    uid, _, said = text.partition(" ")
    return TagWords(uid, said)
