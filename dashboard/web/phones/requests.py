"""The messages between a phone that is a camera and the server, with checks for those of the phone."""

from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite

import msgspec

from engine.core.bounded_json import parse_typed
from engine.core.faults import InputFault
from engine.core.phrase import Phrase, unsaid
from vision.addresses.phone_line import MOST_BYTES

HELD = ("focus", "exposure", "white")
"""The controls that a phone can lock."""

MOST_PIXELS = 25_000_000
"""The most pixels of a picture. No browser's video has more, and a small file can claim to have any number.
"""

_LONGEST_TEXT = 1024
_LONGEST_DEVICE = 64


@dataclass(frozen=True, slots=True)
class PhoneHello:
    """A phone's first message: its right to be a camera."""

    link: str
    """The secret of the camera's link."""
    device: str
    """A name that the page made up for its phone. It tells a phone that comes back from another one."""
    language: str = ""
    """The language for all sentences to this phone, as `en`."""


@dataclass(frozen=True, slots=True)
class PhoneTime:
    """A phone's answer to a question for its clock."""

    asked: int
    """The number of the question."""
    at_ms: float
    """The time of the phone's clock, ms."""


@dataclass(frozen=True, slots=True)
class ComingPicture:
    """The announcement of a picture. Its bytes follow in one or more messages."""

    size_bytes: int
    """The size of the JPEG, bytes."""
    at_ms: float
    """The time when it was taken, the phone's clock, ms."""
    width_px: int
    """The width of the phone's pictures while nothing moves, px."""
    height_px: int
    """The height of the phone's pictures while nothing moves, px."""
    held: tuple[str, ...] = ()
    """The camera's locked controls: any of `focus`, `exposure`, `white`."""


class EndReason(StrEnum):
    """The reasons why a phone is no camera any more.

    `link`: its link isn't valid any more. `another`: another phone has shown the same link.
    """

    LINK = "link"
    ANOTHER = "another"


@dataclass(frozen=True, slots=True)
class PhoneEnd:
    """The last message to a phone."""

    why: EndReason
    """The reason."""
    text: Phrase
    """A sentence with the reason and what to do."""


@dataclass(frozen=True, slots=True)
class PhoneSight:
    """How a phone sees the board, as its page shows it."""

    watching: bool
    """Whether the cameras' service takes its pictures."""
    found: bool = False
    """Whether the board is found in them."""
    grade: str = "unknown"
    """How well it sees, as a grade of the doctor."""
    say: Phrase = field(default_factory=unsaid)
    """A sentence with the first thing to change, or that all is well."""
    seen: Phrase = field(default_factory=unsaid)
    """The reason for `say`; unsaid without one."""
    cells: tuple[tuple[tuple[float, float], ...], ...] = ()
    """The outlines of the board's cells: corners as parts of the picture's width and height, 0 to 1."""


class _Request(msgspec.Struct, forbid_unknown_fields=True):
    """A message of a phone. Exactly one of its fields is given."""

    hello: PhoneHello | None = None
    """The phone's first message."""
    time: PhoneTime | None = None
    """An answer with the phone's clock."""
    picture: ComingPicture | None = None
    """The announcement of a picture."""


def parse_phone_request(text: str) -> PhoneHello | PhoneTime | ComingPicture:
    """Return the content of a phone's message.

    Raises:
        InputFault: the message is malformed, too long, or has a value out of its range.
    """
    if len(text) > _LONGEST_TEXT:
        raise InputFault(f"expected at most {_LONGEST_TEXT} characters, got {len(text)}")
    try:
        request = parse_typed(text, _Request)
    except msgspec.DecodeError as error:
        raise InputFault(
            f'expected {{"picture": ...}}, {{"time": ...}} or {{"hello": ...}}; {error}'
        ) from error
    match [one for one in (request.hello, request.time, request.picture) if one is not None]:
        case [PhoneHello() as hello]:
            if len(hello.device) > _LONGEST_DEVICE:
                raise InputFault(f"expected a device of at most {_LONGEST_DEVICE} characters")
            return hello
        case [PhoneTime() as time]:
            _expect_time(time.at_ms)
            return time
        case [ComingPicture() as picture]:
            return _checked(picture)
        case _:
            raise InputFault('expected exactly one of "hello", "time" and "picture"')


def _checked(picture: ComingPicture) -> ComingPicture:
    if not 0 < picture.size_bytes <= MOST_BYTES:
        raise InputFault(f"expected a picture of at most {MOST_BYTES} bytes, got {picture.size_bytes}")
    width_px, height_px = size_of(picture)
    if min(width_px, height_px) < 1 or not is_small_enough(width_px, height_px):
        raise InputFault(f"expected a picture of at most {MOST_PIXELS} px, got {width_px} x {height_px}")
    if not set(picture.held) <= set(HELD):
        raise InputFault(f"expected only controls of {', '.join(HELD)}")
    _expect_time(picture.at_ms)
    return picture


def size_of(picture: ComingPicture) -> tuple[int, int]:
    """Return the width and height of the phone's pictures while nothing moves, px."""
    return picture.width_px, picture.height_px


def is_small_enough(width_px: int, height_px: int) -> bool:
    """Tell whether a picture has at most `MOST_PIXELS`."""
    return width_px * height_px <= MOST_PIXELS


def _expect_time(at_ms: float) -> None:
    if not isfinite(at_ms):
        raise InputFault("expected a time in milliseconds")
