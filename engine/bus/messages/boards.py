"""Messages of board devices, orders to them, and the tags on their pads."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from engine.core.disagreement import Disagreement, SensorFault
from engine.core.ids import Cell, Seconds
from engine.core.observations import SourceKnows
from engine.core.phrase import Phrase, unsaid
from engine.core.tags import Taggable


@dataclass(frozen=True, slots=True)
class DeviceState:
    """The state of one board device."""

    device: str
    """The device's name."""
    port: str
    """The port that it is connected to."""
    connected: bool
    """Whether it answers now."""
    firmware: str = ""
    """The version of its firmware; empty until it is known."""
    simulated: bool = False
    """It is a simulated device."""
    frames_received: int = 0
    """Sound frames from it since it connected."""
    frames_damaged: int = 0
    """Damaged frames from it since it connected."""
    problem: Phrase = field(default_factory=unsaid)
    """The problem and its remedy as a sentence; unsaid while all is well."""
    switched: tuple[Cell, ...] | None = None
    """The cells that have switches beneath, on the connected boards. None: no board says so, or it is no
    board."""
    reads: bool | None = None
    """Whether a pad's reader works; None: the pad isn't known to have one."""
    lights: bool = False
    """Whether it is somebody's own device with lights for the board's cells and pads."""


@dataclass(frozen=True, slots=True)
class BoardLights:
    """The lights of the board's cells, for other devices that show them: a projector, or a screen below.

    They are the same as on boards with lights, and public.
    """

    lit: dict[Cell, str]
    """The colour of each cell that is lit, `#rrggbb`."""


@dataclass(frozen=True, slots=True)
class CoveredCells:
    """The cells that hands and arms cover for some camera, for a projector or screen that dims there."""

    cells: tuple[Cell, ...] = ()
    """The cells, sorted by name."""


@dataclass(frozen=True, slots=True)
class AllTold:
    """All reports of these devices up to a moment have been sent, in order.

    A device that no such message names may still have unsent reports.
    """

    devices: tuple[str, ...]
    """The devices' names."""
    until: Seconds
    """That moment, in seconds by the wall clock. Reports of that very moment may still follow. It stands
    still while a line or a board stalls."""


class DeviceOrderKind(StrEnum):
    """The kinds of orders, by their words on the bus."""

    LIGHTS = "lights"
    SOUND = "sound"
    BRIGHTNESS = "brightness"
    READ_TAG = "read_tag"
    WRITE_TAG = "write_tag"


TagOrderKind = Literal[DeviceOrderKind.READ_TAG, DeviceOrderKind.WRITE_TAG]
"""The kinds of orders about tags."""


@dataclass(frozen=True, slots=True)
class LightsOrder:
    """Cells of a board, or a pad, are lit."""

    cells: tuple[Cell, ...] = ()
    """The cells; none: all of the board, or the pad."""
    colour: str = ""
    """Their colour, by name or as `#rrggbb`; empty: off."""


@dataclass(frozen=True, slots=True)
class SoundOrder:
    """A sound is played."""

    sound: str
    """The sound's name."""


@dataclass(frozen=True, slots=True)
class BrightnessOrder:
    """All lights get a brightness."""

    percent: int
    """The brightness in %, 1 to 100; 0 is dark."""


@dataclass(frozen=True, slots=True)
class TagOrder:
    """A tag that lies on a pad is read or written."""

    kind: TagOrderKind
    """Whether it is read or written."""
    text: str
    """The tag's uid; to write, also a blank and the text to keep. It travels sealed, because it names a card.
    """


@dataclass(frozen=True, slots=True)
class UnknownOrder:
    """An order of a kind that this version doesn't know. It is kept as it came."""

    order: str
    """The kind of order."""
    cells: tuple[Cell, ...] = ()
    """The cells that it names."""
    colour: str = ""
    """The colour that it names."""
    name: str = ""
    """The sound that it names."""
    value: str = ""
    """The rest."""


OrderContent = LightsOrder | SoundOrder | BrightnessOrder | TagOrder | UnknownOrder
"""The content of an order to a device."""


@dataclass(frozen=True, slots=True)
class DeviceOrder:
    """An order to a device."""

    content: OrderContent
    """The order itself."""


@dataclass(frozen=True, slots=True)
class LaidTag:
    """A tag on a pad."""

    pad: str
    """The pad's name."""
    uid: str
    """The tag's uid, in capital hexadecimal."""
    thing: str = ""
    """The thing that it's stuck to, by the table's book. Empty for an unknown tag; `?` for one that is known
    but, in a match, secret.
    """
    says: str = ""
    """The thing that the tag's own memory names."""
    note: Phrase = field(default_factory=unsaid)
    """The result of writing the tag, for people."""
    written: bool = False
    """The thing's name is being written onto it."""


@dataclass(frozen=True, slots=True)
class TagSheet:
    """The tags that lie on the pads, and the things that a tag can be stuck to. Only the arbiter sees it.

    A card on a seat's pad is the seat's secret. So the sheet travels as `SealedSheet` too.
    """

    tags: tuple[LaidTag, ...] = ()
    """The tags that lie on the pads."""
    things: tuple[Taggable, ...] = ()
    """The things that a tag can be stuck to."""


@dataclass(frozen=True, slots=True)
class SourceState:
    """One source of looks."""

    source: str
    """The source's name."""
    knows: SourceKnows
    """The most that it can know."""
    cells: int
    """How many cells it covers; 0 for all."""
    looked_at: Seconds
    """When it last reported, in seconds by the wall clock."""


@dataclass(frozen=True, slots=True)
class UnusedEvent:
    """A device event that nothing used.

    Its switch or reader is beneath no cell, or its button has no meaning, or its kind is unknown.
    """

    device: str
    """The device that reported it."""
    what: str
    """The event's kind."""
    name: str
    """The event's name."""
    count: int
    """How often it came since the engine began."""
    at: Seconds
    """When it last came, in seconds by the wall clock."""


@dataclass(frozen=True, slots=True)
class SensingState:
    """The engine's findings about all its sources."""

    sources: tuple[SourceState, ...] = ()
    """The sources that have reported."""
    disagreements: tuple[Disagreement, ...] = ()
    """Where sources contradict each other."""
    faults: tuple[SensorFault, ...] = ()
    """The sensors that are broken."""
    unused: tuple[UnusedEvent, ...] = ()
    """Device events that nothing used, the newest last."""
