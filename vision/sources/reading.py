"""The readings of a frame source: a frame, or, as values, why there is none now."""

import time
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from vision.pictures.frame import Frame


@dataclass(frozen=True, slots=True)
class BadFrame:
    """A frame that arrived but can't be looked at: `where` it came from and the `reason`."""

    sequence: int
    taken_at: Seconds
    where: str
    reason: Phrase


@dataclass(frozen=True, slots=True)
class NotYet:
    """No new frame is due yet; all is well."""


@dataclass(frozen=True, slots=True)
class Silent:
    """A live source gives no frames, though it should; it's being reopened. `reason` says what to do."""

    reason: Phrase


@dataclass(frozen=True, slots=True)
class Ended:
    """The source has given its last frame."""


Reading = Frame | BadFrame | NotYet | Silent | Ended


class SourceKind(StrEnum):
    """The kinds of frame source."""

    FOOTAGE = "footage"
    FOLDER = "folder"
    IMAGE = "image"
    VIDEO = "video"
    CAMERA = "camera"
    STREAM = "stream"

    @property
    def live(self) -> bool:
        """Whether frames come by themselves, the older ones being dropped, and never end."""
        return self in {SourceKind.CAMERA, SourceKind.STREAM}


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """What is known of a source. Sizes are 0 and `fps` is None while unknown.

    `settings`: what a camera's driver says of its mode and controls, for people. `called`: what
    people call it, where that isn't its name.
    """

    kind: SourceKind
    name: str
    width_px: int = 0
    height_px: int = 0
    fps: float | None = None
    settings: Phrase = SILENCE
    called: Phrase = SILENCE


class Source(Protocol):
    """Something that gives camera frames, one at a time, to one reader."""

    @property
    def facts(self) -> SourceFacts:
        """The facts of the source by now."""

    @property
    def dropped(self) -> int:
        """How many frames were replaced by a newer one before anybody read them."""

    def read(self, timeout_s: float) -> Reading:
        """Return the next frame, waiting for it at most `timeout_s`."""

    def close(self) -> None:
        """Let go of the device, connection and thread; harmless when repeated."""


class FootageClock(Protocol):
    """The time that footage is paced by."""

    def now(self) -> Seconds:
        """Return the wall clock."""

    def wait(self, seconds: float) -> None:
        """Return once this number of seconds has passed."""


class WallClock:
    """The machine's own clock."""

    def now(self) -> Seconds:
        """Return the seconds since the epoch."""
        return Seconds(time.time())

    def wait(self, seconds: float) -> None:
        """Sleep."""
        time.sleep(seconds)
