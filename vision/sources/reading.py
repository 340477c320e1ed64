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
    """A frame that arrived but can't be looked at."""

    sequence: int
    """Its number in its source's own order, from 1."""
    taken_at: Seconds
    """When it was taken."""
    where: str
    """The file or camera that it came from."""
    reason: Phrase
    """Why it can't be looked at."""


@dataclass(frozen=True, slots=True)
class NotYet:
    """No new frame is due yet; all is well."""


@dataclass(frozen=True, slots=True)
class Silent:
    """A live source gives no frames, though it should; it's being reopened."""

    reason: Phrase
    """The problem in words, and the way out of it."""


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
    PHONE = "phone"

    @property
    def live(self) -> bool:
        """Whether frames come by themselves, the older ones being dropped, and never end."""
        return self in {SourceKind.CAMERA, SourceKind.STREAM, SourceKind.PHONE}


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """The known facts of a source."""

    kind: SourceKind
    """The kind of source."""
    name: str
    """Its name: an address or a path."""
    width_px: int = 0
    """The pictures' width; 0 while unknown."""
    height_px: int = 0
    """The pictures' height; 0 while unknown."""
    fps: float | None = None
    """Pictures a second; None while unknown."""
    settings: Phrase = SILENCE
    """The driver's words on a camera's mode and controls, for people."""
    called: Phrase = SILENCE
    """The name that people use for it, where that is another."""


class Source(Protocol):
    """Something that gives camera frames, one at a time, to one reader."""

    @property
    def facts(self) -> SourceFacts:
        """The facts of the source by now."""

    @property
    def dropped(self) -> int:
        """The number of frames that a newer one replaced before they were read."""

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
