"""What a talk with a board comes to: values that the bridge makes messages of the bus from.

Times are the host's monotonic seconds.
"""

from dataclasses import dataclass

from engine.core.phrase import Phrase
from firmware_bridge.link.messages import Hello

BOARD = "board"
"""The device name of the board itself; its pads are `pad.<name>`."""


@dataclass(frozen=True, slots=True)
class Came:
    """A board is there."""

    hello: Hello


@dataclass(frozen=True, slots=True)
class Went:
    """The board is gone; `text` says how it was noticed."""

    text: Phrase


@dataclass(frozen=True, slots=True)
class BoardReport:
    """A board's event, told once. `happened_at` in the host's monotonic seconds; `mark` as in DeviceEvent."""

    device: str
    event: str
    name: str
    value: str
    happened_at: float
    mark: str


@dataclass(frozen=True, slots=True)
class ToldAll:
    """All that the board noticed until then has been told; `until` in the host's monotonic seconds.

    What it noticed at that very moment may come yet.
    """

    until: float


@dataclass(frozen=True, slots=True)
class Complaint:
    """Something is wrong; said once. `lasting`: it stays so until a board comes. `text` says what to do."""

    text: Phrase
    lasting: bool = False


@dataclass(frozen=True, slots=True)
class Pictured:
    """The board has told its picture: what lay there all along wasn't told anew, and is to be."""


Told = Came | Went | BoardReport | ToldAll | Complaint | Pictured


def pad_device(pad: str) -> str:
    """Return a pad's name on the bus."""
    return f"pad.{pad}"
