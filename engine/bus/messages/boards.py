"""Messages of board devices, orders to them, and the tags on their pads."""

from dataclasses import dataclass, field

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
    """The cells that have switches beneath, on the boards that are there. None: no board says so, or it is no
    board.
    """
    reads: bool | None = None
    """Whether a pad's reader works; None: the pad isn't known to have one."""


@dataclass(frozen=True, slots=True)
class AllTold:
    """All that these devices noticed until a moment has been sent, in the order of noticing.

    Nothing is known of devices that no such message names.
    """

    devices: tuple[str, ...]
    """The devices' names."""
    until: Seconds
    """That moment, in seconds by the wall clock. News of that very moment may still follow. It stands still
    while a line or a board stalls.
    """


@dataclass(frozen=True, slots=True)
class DeviceOrder:
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
    """The thing that its own memory names."""
    note: Phrase = field(default_factory=unsaid)
    """How writing it went, for people."""
    written: bool = False
    """We write the thing's name onto it."""


@dataclass(frozen=True, slots=True)
class TagSheet:
    """The tags that lie on the pads, and the things that a tag can be stuck to: for the arbiter alone.

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
    """When it was last heard, in seconds by the wall clock."""


@dataclass(frozen=True, slots=True)
class UnusedEvent:
    """A device event that nothing used.

    It is from a switch or reader beneath no cell, or a button of no meaning, or its kind is unknown.
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
    """The engine's findings about all sources."""

    sources: tuple[SourceState, ...] = ()
    """The sources that it hears."""
    disagreements: tuple[Disagreement, ...] = ()
    """Where sources contradict each other."""
    faults: tuple[SensorFault, ...] = ()
    """The sensors that are broken."""
    unused: tuple[UnusedEvent, ...] = ()
    """Device events that nothing used, the newest last."""
