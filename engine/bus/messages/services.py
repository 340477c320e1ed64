"""Messages of services about themselves."""

from dataclasses import dataclass, field

from engine.core.phrase import Phrase, unsaid

STEP_BOUNDS_S = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5)
"""The upper bounds of the classes that steps' times are counted in; a last class has no bound."""


@dataclass(frozen=True, slots=True)
class StepCount:
    """How often one step of a service's work ran, by its time."""

    name: str
    """The step's name."""
    counts: tuple[int, ...]
    """How often it took a time of each class of `STEP_BOUNDS_S`, and of the last one."""
    seconds: float
    """For how long it ran in all."""


@dataclass(frozen=True, slots=True)
class TableClaim:
    """The table that has a name on a shared broker. Retained; the last will takes it away."""

    identity: str
    """The table's own identity: it lasts as long as its data folder, whatever it is called."""
    host: str
    """The machine that it runs on, as people call it."""
    since: float = 0.0
    """Since when it has the name, in seconds by the wall clock."""
    pages: str = ""
    """The address of its pages, as it was started with; empty where it isn't known."""
    delay_s: float = 0.0
    """How late whoever has no seat may see its match, s."""
    mark: str = ""
    """A mark of the table's key on the address of its pages; empty where there is no address."""
    links_of_match: bool = True
    """Whether the links to its seats end with the match; otherwise they last as long as its key."""


@dataclass(frozen=True, slots=True)
class Pulse:
    """How a service's own loop ran since its last pulse, as it measured itself."""

    longest_s: float
    """The longest time that the loop took from one look at its bus to the next."""
    waiting: int = 0
    """How many messages wait to be read."""
    dropped: int = 0
    """How many samples were dropped since it began."""
    rejected: int = 0
    """How many messages were unsound, since it began."""
    lost: int = 0
    """How many events were lost while the bus was away, since it began."""
    memory_bytes: int = 0
    """Its share of its process' memory, which services of one process share evenly; memory that several
    processes share counts by its part. 0 where the system doesn't say.
    """
    cpu_s: float = 0.0
    """Its share of the time that its process has computed, since it began."""
    steps: tuple[StepCount, ...] = ()
    """The steps of its work with their times since it began; empty where it has none."""


@dataclass(frozen=True, slots=True)
class Availability:
    """Whether a service or device is there. Retained; the last will says `online: false`."""

    online: bool
    """It is there."""
    version: str = ""
    """Its version; empty if it isn't known."""
    pid: int = 0
    """The id of its process; 0 if it isn't known."""
    since: float = 0.0
    """Since when it is there, in seconds by the wall clock."""
    reason: Phrase = field(default_factory=unsaid)
    """Why it isn't there, for people."""
