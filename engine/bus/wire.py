"""Forms that messages have on the bus and in evidence files where it isn't the form that code works with.

Programs of others and records of earlier versions know these forms. So they stay, to the letter.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.core.device_events import DeviceEvent, format_content, parse_content
from engine.core.ids import Seconds


@dataclass(frozen=True, slots=True)
class WireForm:
    """The form of one class of messages as JSON."""

    kind: type
    """The class that is written as JSON, field by field."""
    written: Callable[[Any], Any]
    """Returns a message in that form."""
    read: Callable[[Any], Any]
    """Returns the message that has a form; inverse of `written`."""


@dataclass(frozen=True, slots=True)
class WireDeviceEvent:
    """Something a board device reported: a button, a tag on a pad, a cell switched."""

    device: str
    """The device's name."""
    taken_at: Seconds
    """When it happened, in seconds by the wall clock."""
    event: str
    """The kind of event: `button`, `tag`, `content`, `refused`, `cell` or `dice`."""
    name: str
    """The thing that it happened to. `button`: which one (`end_turn`); `tag`, `content`, `refused`: the pad;
    `cell`: the cell; `dice`: `die`.
    """
    value: str = ""
    """The event's content. `tag`: the uids of the tags that lie there now, with blanks between, or empty.
    `content`: a tag's uid, a blank and the text that it keeps. `refused`: a tag's uid, a blank and why it
    can't be read or written. `cell`: `covered` or `clear`. `dice`: the faces of the dice at rest, with blanks
    between. Readings of pads travel sealed.
    """
    mark: str = ""
    """A name that stays the same whenever this event is sent again, and that no other event of this device
    has. Take each mark once. Empty where there is none.
    """


def written_event(event: DeviceEvent) -> WireDeviceEvent:
    """Return a device event in its form on the bus."""
    return WireDeviceEvent(event.device, event.taken_at, *format_content(event.content), event.mark)


def read_event(form: WireDeviceEvent) -> DeviceEvent:
    """Return the device event that has a form; inverse of `written_event`."""
    content = parse_content(form.event, form.name, form.value)
    return DeviceEvent(form.device, form.taken_at, content, form.mark)


DEVICE_EVENT = WireForm(WireDeviceEvent, written_event, read_event)
