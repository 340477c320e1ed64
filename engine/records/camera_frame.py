"""A recorded picture of a camera, in the form that other MCAP tools show as a picture."""

from dataclasses import dataclass
from typing import Self

from engine.core.ids import Seconds

SCHEMA_NAME = "foxglove.CompressedImage"
"""The public name of such a message. Viewers know by it that it is a picture."""

VIDEO_SCHEMA_NAME = "foxglove.CompressedVideo"
"""The public name of a packed picture."""

PIXELS = "ppm"
"""The format of an unpacked picture: its pixels, as a camera's JPEG unpacks to."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A time since the epoch, as robots' messages write it."""

    sec: int
    """Whole seconds since the epoch."""
    nsec: int
    """Nanoseconds after them."""


@dataclass(frozen=True, slots=True)
class CameraFrame:
    """One picture of a camera."""

    timestamp: Stamp
    """When it was taken."""
    frame_id: str
    """The camera's name."""
    format: str
    """The format of `data`: `jpeg`, or `ppm` once it was packed and unpacked."""
    data: bytes
    """The camera's own JPEG, where it sent one; else pixels."""
    taken_at: Seconds
    """The time of the look at it, in seconds by the wall clock."""
    sequence: int
    """The number of the look at it."""

    @classmethod
    def of(cls, camera: str, jpeg: bytes, *, taken_at: Seconds, sequence: int) -> Self:
        """Return a camera's picture."""
        seconds, nanoseconds = divmod(max(0, round(taken_at * 1e9)), 10**9)
        return cls(Stamp(seconds, nanoseconds), camera, "jpeg", jpeg, taken_at, sequence)


@dataclass(frozen=True, slots=True)
class PackedFrame:
    """One picture of a camera, packed as the next of a video."""

    timestamp: Stamp
    """When it was taken."""
    frame_id: str
    """The camera's name."""
    format: str
    """The format of `data`: `h264`."""
    data: bytes
    """The picture as one access unit of H.264, in the form of its Annex B."""
    taken_at: Seconds
    """The time of the look at it, in seconds by the wall clock."""
    sequence: int
    """The number of the look at it."""
    alone: bool
    """Whether it stands alone. Other pictures need all pictures since the last one that does."""

    @classmethod
    def of(cls, frame: CameraFrame, data: bytes, *, alone: bool) -> Self:
        """Return a picture in its packed form."""
        return cls(frame.timestamp, frame.frame_id, "h264", data, frame.taken_at, frame.sequence, alone)
