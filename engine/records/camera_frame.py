"""A recorded picture of a camera, in the shape that other MCAP tools show as one."""

from dataclasses import dataclass
from typing import Self

from engine.core.ids import Seconds

SCHEMA_NAME = "foxglove.CompressedImage"
"""What such a message is called in public, so that viewers show the picture."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """A time since the epoch, as robots' messages write it."""

    sec: int
    nsec: int


@dataclass(frozen=True, slots=True)
class CameraFrame:
    """One picture: `frame_id` is the camera's name, `data` the JPEG, as the camera sent it where it sent one.

    `taken_at` and `sequence` are those of the look at it.
    """

    timestamp: Stamp
    frame_id: str
    format: str
    data: bytes
    taken_at: Seconds
    sequence: int

    @classmethod
    def of(cls, camera: str, jpeg: bytes, *, taken_at: Seconds, sequence: int) -> Self:
        """Return a camera's picture."""
        seconds, nanoseconds = divmod(max(0, round(taken_at * 1e9)), 10**9)
        return cls(Stamp(seconds, nanoseconds), camera, "jpeg", jpeg, taken_at, sequence)
