"""The sources of frames: footage, folders, images, videos, cameras, phones, streams."""

from vision.sources.opening import PhonePlace, frames_of, open_source
from vision.sources.reading import (
    BadFrame,
    Ended,
    FootageClock,
    NotYet,
    Reading,
    Silent,
    Source,
    SourceFacts,
    SourceKind,
    WallClock,
)

__all__ = [
    "BadFrame",
    "Ended",
    "FootageClock",
    "NotYet",
    "PhonePlace",
    "Reading",
    "Silent",
    "Source",
    "SourceFacts",
    "SourceKind",
    "WallClock",
    "frames_of",
    "open_source",
]
