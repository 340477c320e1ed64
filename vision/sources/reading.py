"""The readings of a source: a frame, or a value that says why there is none now."""

import time
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from vision.pictures.frame import Frame


@dataclass(frozen=True, slots=True)
class BadFrame:
    """A frame that arrived but can't be decoded."""

    sequence: int
    """Its number in the order of its source, from 1."""
    taken_at: Seconds
    """Its capture time."""
    where: str
    """The file or camera that it came from."""
    reason: Phrase
    """The reason why it can't be decoded."""


@dataclass(frozen=True, slots=True)
class NotYet:
    """No new frame is due yet. Nothing is wrong."""


@dataclass(frozen=True, slots=True)
class Silent:
    """A live source gives no frames, though it should. It's being opened again."""

    reason: Phrase
    """The problem in words, and how to mend it."""


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
        """Whether frames come by themselves without an end. Older frames are then dropped."""
        return self in {SourceKind.CAMERA, SourceKind.STREAM, SourceKind.PHONE}


@dataclass(frozen=True, slots=True)
class SourceFacts:
    """The known facts of a source."""

    kind: SourceKind
    """The kind of source."""
    name: str
    """Its name: an address or a path."""
    width_px: int = 0
    """The pictures' width, px; 0 while unknown."""
    height_px: int = 0
    """The pictures' height, px; 0 while unknown."""
    fps: float | None = None
    """Pictures a second; None while unknown."""
    settings: Phrase = SILENCE
    """The driver's description of a camera's mode and controls, for people."""
    called: Phrase = SILENCE
    """The name that people use for it, if that is another."""


class Source(Protocol):
    """Something that gives camera frames, one at a time, to one reader."""

    @property
    def facts(self) -> SourceFacts:
        """The facts of the source so far."""

    @property
    def dropped(self) -> int:
        """The number of frames that a newer one replaced before they were read."""

    def read(self, timeout_s: float) -> Reading:
        """Return the next reading, waiting for it at most `timeout_s`."""

    def close(self) -> None:
        """Let go of the device, the connection and the thread. It may be called twice."""


class FootageClock(Protocol):
    """The clock that footage is paced by."""

    def now(self) -> Seconds:
        """Return the time by the wall clock, seconds since the epoch."""

    def wait(self, seconds: float) -> None:
        """Return once this many seconds have passed."""


class WallClock:
    """The machine's own clock."""

    def now(self) -> Seconds:
        """Return the seconds since the epoch."""
        return Seconds(time.time())

    def wait(self, seconds: float) -> None:
        """Sleep."""
        time.sleep(seconds)
