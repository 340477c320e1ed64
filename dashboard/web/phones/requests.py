"""The messages between a phone that is a camera and the server, checked where they come in."""

from dataclasses import dataclass, field
from enum import StrEnum
from math import isfinite

import msgspec

from engine.core.faults import InputFault
from engine.core.phrase import Phrase, unsaid
from vision.addresses.phone_line import MOST_BYTES

HELD = ("focus", "exposure", "white")
"""The controls that a phone can lock."""

MOST_PIXELS = 25_000_000
"""The largest picture that is taken: no browser gives a larger one as video, and a small file can claim any
size.
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
    """A phone's answer to the question how late it is."""

    asked: int
    """The number of the question."""
    at_ms: float
    """The phone's clock, ms."""


@dataclass(frozen=True, slots=True)
class ComingPicture:
    """A picture whose bytes follow, in as many messages as it takes."""

    size_bytes: int
    """The number of bytes of its JPEG."""
    at_ms: float
    """When it was taken by the phone's clock, ms."""
    width_px: int
    """The width of the phone's pictures at rest."""
    height_px: int
    """The height of the phone's pictures at rest."""
    held: tuple[str, ...] = ()
    """The controls that are locked: any of `focus`, `exposure`, `white`."""


class EndReason(StrEnum):
    """The reasons why a phone is no camera any more.

    `link`: its link leads nowhere now. `another`: another phone came by the same link.
    """

    LINK = "link"
    ANOTHER = "another"


@dataclass(frozen=True, slots=True)
class PhoneEnd:
    """The last message to a phone."""

    why: EndReason
    """The reason."""
    text: Phrase
    """The reason and its remedy for people."""


@dataclass(frozen=True, slots=True)
class PhoneSight:
    """How a phone sees the board, as its page shows it."""

    watching: bool
    """Whether the cameras' service takes its pictures."""
    found: bool = False
    """Whether the board is found in them."""
    grade: str = "unknown"
    """How well it sees: a grade of the doctor's."""
    say: Phrase = field(default_factory=unsaid)
    """The first thing to change, or the news that all is well."""
    seen: Phrase = field(default_factory=unsaid)
    """The reason for it; unsaid where there is none."""
    cells: tuple[tuple[tuple[float, float], ...], ...] = ()
    """The outline of each of the board's cells, as parts of the picture's width and height."""


class _Request(msgspec.Struct, forbid_unknown_fields=True):
    """A message of a phone: exactly one of its fields is there."""

    hello: PhoneHello | None = None
    """Its first message."""
    time: PhoneTime | None = None
    """Its clock."""
    picture: ComingPicture | None = None
    """The announcement of a picture."""


def parse_phone_request(text: str) -> PhoneHello | PhoneTime | ComingPicture:
    """Return the one thing that a phone's message says.

    Raises:
        InputFault: it isn't one; says what was expected and what came.
    """
    if len(text) > _LONGEST_TEXT:
        raise InputFault(f"expected at most {_LONGEST_TEXT} characters, got {len(text)}")
    try:
        request = msgspec.json.decode(text, type=_Request)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
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
        raise InputFault(f"expected controls among {', '.join(HELD)}")
    _expect_time(picture.at_ms)
    return picture


def size_of(picture: ComingPicture) -> tuple[int, int]:
    """Return width and height of the phone's pictures at rest, px."""
    return picture.width_px, picture.height_px


def is_small_enough(width_px: int, height_px: int) -> bool:
    """Tell whether a picture of this size is taken."""
    return width_px * height_px <= MOST_PIXELS


def _expect_time(at_ms: float) -> None:
    if not isfinite(at_ms):
        raise InputFault("expected a time in milliseconds")
