"""A recorded picture of a camera, in the shape that other MCAP tools show as one."""

from dataclasses import dataclass
from typing import Self

from engine.core.ids import Seconds

SCHEMA_NAME = "foxglove.CompressedImage"
"""The public name of such a message; viewers show its picture by it."""


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
    """The format of `data`: `jpeg`."""
    data: bytes
    """The JPEG, as the camera sent it where it sent one."""
    taken_at: Seconds
    """The time of the look at it, in seconds by the wall clock."""
    sequence: int
    """The number of the look at it."""

    @classmethod
    def of(cls, camera: str, jpeg: bytes, *, taken_at: Seconds, sequence: int) -> Self:
        """Return a camera's picture."""
        seconds, nanoseconds = divmod(max(0, round(taken_at * 1e9)), 10**9)
        return cls(Stamp(seconds, nanoseconds), camera, "jpeg", jpeg, taken_at, sequence)
