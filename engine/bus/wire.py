"""Forms that messages have on the bus and in evidence files where it isn't the form that code works with.

Programs of others and records of earlier versions know these forms. So they stay, to the letter.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.bus.messages.boards import (
    BrightnessOrder,
    DeviceOrder,
    DeviceOrderKind,
    LightsOrder,
    OrderContent,
    SoundOrder,
    TagOrder,
    UnknownOrder,
)
from engine.core.device_events import DeviceEvent, format_content, parse_content
from engine.core.ids import Cell, Seconds

_MOST_DIGITS = 20


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


@dataclass(frozen=True, slots=True)
class WireDeviceOrder:
    """An order to a device."""

    order: str
    """The kind of order: `lights`, `sound` or `brightness`; for pads, sealed: `read_tag` or `write_tag`."""
    cells: tuple[Cell, ...] = ()
    """`lights`: the cells to light."""
    colour: str = ""
    """`lights`: their colour."""
    name: str = ""
    """`sound`: the sound's name."""
    value: str = ""
    """`brightness`: in %. `read_tag`: the tag's uid. `write_tag`: the uid, a blank and the text to keep."""


def written_order(order: DeviceOrder) -> WireDeviceOrder:
    """Return an order to a device in its form on the bus."""
    match order.content:
        case LightsOrder(cells, colour):
            return WireDeviceOrder(DeviceOrderKind.LIGHTS, cells, colour)
        case SoundOrder(sound):
            return WireDeviceOrder(DeviceOrderKind.SOUND, name=sound)
        case BrightnessOrder(percent):
            return WireDeviceOrder(DeviceOrderKind.BRIGHTNESS, value=str(percent))
        case TagOrder(kind, text):
            return WireDeviceOrder(kind, value=text)
        case UnknownOrder(kind, cells, colour, name, value):
            return WireDeviceOrder(kind, cells, colour, name, value)


def read_order(form: WireDeviceOrder) -> DeviceOrder:
    """Return the order that has a form; inverse of `written_order`.

    A form that no kind of order has in just this way is an `UnknownOrder`.
    """
    found = DeviceOrder(_order_content(form))
    if written_order(found) == form:
        return found
    return DeviceOrder(UnknownOrder(form.order, form.cells, form.colour, form.name, form.value))


def _order_content(form: WireDeviceOrder) -> OrderContent:
    match form.order:
        case DeviceOrderKind.LIGHTS:
            return LightsOrder(form.cells, form.colour)
        case DeviceOrderKind.SOUND:
            return SoundOrder(form.name)
        case DeviceOrderKind.BRIGHTNESS:
            with suppress(ValueError):
                return BrightnessOrder(int(form.value[:_MOST_DIGITS]))
        case DeviceOrderKind.READ_TAG:
            return TagOrder(DeviceOrderKind.READ_TAG, form.value)
        case DeviceOrderKind.WRITE_TAG:
            return TagOrder(DeviceOrderKind.WRITE_TAG, form.value)
    return UnknownOrder(form.order)


DEVICE_EVENT = WireForm(WireDeviceEvent, written_event, read_event)
DEVICE_ORDER = WireForm(WireDeviceOrder, written_order, read_order)
