"""The reports from a talk with a board: the bridge makes messages of the bus from these values.

Times are the host's monotonic seconds.
"""

from dataclasses import dataclass

from engine.core.device_events import DeviceContent
from engine.core.phrase import Phrase
from firmware_bridge.link.messages import Hello

BOARD = "board"
"""The device name of the board itself; its pads are `pad.<name>`."""


@dataclass(frozen=True, slots=True)
class Came:
    """A board is connected."""

    hello: Hello
    """The board's hello."""


@dataclass(frozen=True, slots=True)
class Went:
    """The board is gone."""

    text: Phrase
    """How the bridge noticed, as a sentence."""


@dataclass(frozen=True, slots=True)
class BoardReport:
    """An event of a board, reported once."""

    device: str
    """The device's name on the bus."""
    content: DeviceContent
    """The event's content. Readings of pads are open."""
    happened_at: float
    """When it happened, in the host's monotonic seconds."""
    mark: str
    """The event's mark, as in `DeviceEvent`: the same event has the same mark when it comes again."""


@dataclass(frozen=True, slots=True)
class ReportedAll:
    """The board has reported all that it noticed before a time."""

    until: float
    """That time, in the host's monotonic seconds. An event of this very moment may still come."""


@dataclass(frozen=True, slots=True)
class Complaint:
    """A fault, reported once."""

    text: Phrase
    """The fault and its mending, as a sentence."""
    lasting: bool = False
    """Whether the fault stays until a board comes."""


@dataclass(frozen=True, slots=True)
class Pictured:
    """The board has sent its picture.

    Tags that lay there all the time weren't reported again, so report them now.
    """


@dataclass(frozen=True, slots=True)
class FreeInputClosed:
    """Something closed an input of the chain that the board's file leaves free."""

    place: int
    """The input's place in the chain, from 0."""


BoardSaid = Came | Went | BoardReport | ReportedAll | Complaint | Pictured | FreeInputClosed


def pad_device(pad: str) -> str:
    """Return a pad's name on the bus."""
    return f"pad.{pad}"
