"""What board devices say, are told to do, and which tags lie on their pads."""

from dataclasses import dataclass, field

from engine.core.disagreement import Disagreement, SensorFault
from engine.core.ids import Cell, Seconds
from engine.core.observations import Knowing
from engine.core.phrase import Phrase, unsaid
from engine.core.tags import Taggable


@dataclass(frozen=True, slots=True)
class DeviceState:
    """How one board device does.

    `switched`: the cells that the boards that are there have switches beneath; None: none says so, or it is
    no board. `reads`: whether a pad's reader works; None: it isn't known that the pad has one.
    """

    device: str
    port: str
    connected: bool
    firmware: str = ""
    simulated: bool = False
    frames_received: int = 0
    frames_damaged: int = 0
    problem: Phrase = field(default_factory=unsaid)
    switched: tuple[Cell, ...] | None = None
    reads: bool | None = None


@dataclass(frozen=True, slots=True)
class AllTold:
    """All that these devices noticed until a moment has been told, in the order in which they noticed it.

    `until`: that moment, by the wall clock; what was noticed at that very moment may come yet. While a line
    stalls, or a board, it stands still. Of devices that nobody says it of nobody knows.
    """

    devices: tuple[str, ...]
    until: Seconds


@dataclass(frozen=True, slots=True)
class DeviceOrder:
    """What a device is to do: `lights` (`cells` in `colour`), `sound` (`name`), `brightness` (`value`, in %).

    For pads, sealed: `read_tag` (`value`: its uid), `write_tag` (behind the uid the text that it is to keep).
    """

    order: str
    cells: tuple[Cell, ...] = ()
    colour: str = ""
    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class LaidTag:
    """A tag on a pad.

    `thing`: what it's stuck to, by the table's book; empty for an unknown one, `?` for one that is known and,
    in a match, nobody's business. `says`: what its own memory says that it is. `written`: so
    do we, onto it; `note`: how that went, for people.
    """

    pad: str
    uid: str
    thing: str = ""
    says: str = ""
    note: Phrase = field(default_factory=unsaid)
    written: bool = False


@dataclass(frozen=True, slots=True)
class TagSheet:
    """The tags that lie on the pads, and the things that a tag can be stuck to: for the arbiter alone.

    Which card is on whose pad is that seat's secret, so it travels as `SealedSheet` too.
    """

    tags: tuple[LaidTag, ...] = ()
    things: tuple[Taggable, ...] = ()


@dataclass(frozen=True, slots=True)
class SourceState:
    """One source of looks. `cells`: how many it covers, 0 for all; `looked_at`: when it was last heard."""

    source: str
    knows: Knowing
    cells: int
    looked_at: Seconds


@dataclass(frozen=True, slots=True)
class UnusedEvent:
    """A device's event that nothing used: `count` times since the engine began, last `at`.

    A switch or reader beneath no cell of the board, a button of no meaning. `what` is the event's kind.
    """

    device: str
    what: str
    name: str
    count: int
    at: Seconds


@dataclass(frozen=True, slots=True)
class SensingState:
    """What the engine makes of all sources: who they are, where they contradict each other, what is broken.

    `unused`: what devices told that nothing used, the newest last.
    """

    sources: tuple[SourceState, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    faults: tuple[SensorFault, ...] = ()
    unused: tuple[UnusedEvent, ...] = ()
