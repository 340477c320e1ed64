"""Forms of messages on the bus and in evidence files, where code works with another form.

Other people's programs and earlier records use these forms. So they stay unchanged, to the letter.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
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
from engine.core.ids import Cell, PieceId, Seconds
from engine.core.observations import (
    Backs,
    Look,
    LookCells,
    LookMotion,
    LookPieces,
    LookReach,
    Named,
    Seen,
    SourceKnows,
)

_MOST_DIGITS = 20


@dataclass(frozen=True, slots=True)
class WireForm:
    """The form of one class of messages as JSON."""

    kind: type
    """The class that is written as JSON, field by field."""
    written: Callable[[Any], Any]
    """Returns a message in that form."""
    read: Callable[[Any], Any]
    """Returns the message of such a form; inverse of `written`."""


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
    """The kind of order: `lights`, `sound` or `brightness`; for pads also `read_tag` or `write_tag`,
    sealed."""
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
    """Return the order of a form; inverse of `written_order`.

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


@dataclass(frozen=True, slots=True)
class WireLook:
    """One source's look at the board, or at the part of it that it covers."""

    source: str
    """The source that looked."""
    sequence: int
    """The look's number, counted by the source."""
    taken_at: Seconds
    """When it looked, in seconds by the wall clock."""
    seen: tuple[Seen, ...]
    """The pieces that a camera saw. Their ids are the tags' (`gen.est`)."""
    unsure: tuple[Cell, ...]
    """Cells with something on them that couldn't be read. A source that knows only `SOMETHING` names here all
    cells where something lies.
    """
    blind: tuple[Cell, ...]
    """Cells that couldn't be looked at (a hand, glare, out of the frame)."""
    steady: bool
    """Nothing moved in the picture since the look before."""
    moved: bool
    """Camera or board shifted, so places can't be trusted."""
    trust: float = 1.0
    """How far this source can be relied on, 0..1, by its sharpness and its lens. It decides where two sources
    disagree."""
    confidence: dict[Cell, float] = field(default_factory=dict)
    """How sure the source is, 0..1, of its word about a cell (empty, unsure or blind); 0.5 is a toss-up. It
    holds each cell that isn't only under seen pieces. A source that doesn't measure it leaves it empty."""
    board: str = ""
    """The name of the board that was looked for; empty where there is only one."""
    knows: SourceKnows = SourceKnows.HOW
    """The most that the source can know. A reader says `named`, a camera `seen`, a switch only `unsure`."""
    covers: tuple[Cell, ...] | None = None
    """The cells that it looks at; None: the whole board. A missing piece means something only in these
    cells."""
    notices: tuple[PieceId, ...] | None = None
    """The pieces that it notices (those with a magnet, with a sticker); None: all. A missing piece means
    something only for these."""
    named: tuple[Named, ...] = ()
    """The pieces that a reader named."""
    backs: tuple[Backs, ...] | None = None
    """The cards that lie face down without a name, cell by cell; None from a source that can't see backs."""


def written_look(look: Look) -> WireLook:
    """Return a look in its form on the bus."""
    pieces, cells, motion, reach = look.pieces, look.cells, look.motion, look.reach
    return WireLook(
        source=look.source,
        sequence=look.sequence,
        taken_at=look.taken_at,
        seen=pieces.seen,
        unsure=cells.unsure,
        blind=cells.blind,
        steady=motion.steady,
        moved=motion.moved,
        trust=reach.trust,
        confidence=cells.confidence,
        board=reach.board,
        knows=reach.knows,
        covers=reach.covers,
        notices=reach.notices,
        named=pieces.named,
        backs=pieces.backs,
    )


def read_look(form: WireLook) -> Look:
    """Return the look that has a form; inverse of `written_look`."""
    return Look(
        form.source,
        form.sequence,
        form.taken_at,
        LookPieces(form.seen, form.named, form.backs),
        LookCells(form.unsure, form.blind, form.confidence),
        LookMotion(steady=form.steady, moved=form.moved),
        LookReach(form.board, form.knows, form.covers, form.notices, form.trust),
    )


DEVICE_EVENT = WireForm(WireDeviceEvent, written_event, read_event)
DEVICE_ORDER = WireForm(WireDeviceOrder, written_order, read_order)
LOOK = WireForm(WireLook, written_look, read_look)
