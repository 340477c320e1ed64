"""USB readers that type like keyboards, by Linux' input events, taken so that no other program hears them.

Sources: linux/input.h (`struct input_event`, `EVIOCGRAB`), linux/input-event-codes.h.
"""

import errno
import os
import select
import struct
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.core.unusable import system_words
from firmware_bridge.readers.shop_reader import ReaderGone, TagSaid
from firmware_bridge.texts import TEXTS

try:
    import fcntl
except ImportError:  # Windows has no input events either
    fcntl = None  # type: ignore[assignment]

BY_PATH = Path("/dev/input/by-path")
"""Links to the keyboards by the port that each is plugged into."""
_NAMES = Path("/sys/class/input")

EVENT = struct.Struct("@llHHi")
"""Seconds, microseconds, type, code, value."""
_KEY_EVENT, _DOWN = 1, 1
_TAKE = 0x40044590
"""EVIOCGRAB, the same number on every architecture that Python's own wheels are for."""

_ROWS = ((2, "1234567890"), (16, "QWERTYUIOP"), (30, "ASDFGHJKL"), (44, "ZXCVBNM"), (71, "789"), (75, "456"))
KEYS: dict[int, str] = {
    **{first + step: sign for first, row in _ROWS for step, sign in enumerate(row)},
    79: "1",
    80: "2",
    81: "3",
    82: "0",
    12: "-",
    39: ";",
    53: "/",
    57: " ",
}
"""The sign of each key's code, on a keyboard as readers have it: the American one, with its keypad."""
ENTERS = (28, 96)
_SHIFTS = (42, 54)

LASTS_S = 2.0
"""A reader that types again while the tag lies there does so every second or faster; most type once."""
_STALE_S = 0.5
"""A reader types a line within a tenth of a second. Keys from before that belong to a line that broke off."""
_LONGEST = 64
_READER_WORDS = ("rfid", "reader", "nfc", "card", "sycreader", "125khz")


@dataclass(frozen=True, slots=True)
class FoundKeyboard:
    """A USB keyboard, or a device that types like one."""

    path: str
    """Its lasting device file, named by the port that it is plugged into."""
    name: str
    """Its own name."""

    @property
    def may_read(self) -> bool:
        """Whether its name is one that readers give themselves."""
        return any(word in self.name.lower() for word in _READER_WORDS)


def find_keyboards(by_path: Path = BY_PATH, names: Path = _NAMES) -> tuple[FoundKeyboard, ...]:
    """Return the USB keyboards that are plugged in, by port. Newer systems name each port twice."""
    found: dict[str, FoundKeyboard] = {}
    for link in sorted(by_path.glob("*-usb-*-event-kbd")):
        event = os.path.realpath(link)
        found.setdefault(event, FoundKeyboard(str(link), _name_of(event, names)))
    return tuple(found.values())


def unchosen(chosen: Iterable[str], by_path: Path = BY_PATH, names: Path = _NAMES) -> tuple[str, ...]:
    """Return the ports of plugged-in readers that aren't among the chosen device files."""
    taken = {os.path.realpath(one) for one in chosen}
    found = find_keyboards(by_path, names)
    return tuple(one.path for one in found if one.may_read and os.path.realpath(one.path) not in taken)


def _name_of(event: str, names: Path) -> str:
    try:
        return (names / Path(event).name / "device" / "name").read_text(encoding="utf-8").strip()
    except OSError:
        return ""


class TypedLines:
    """Joins the lines that are typed on a keyboard, from its input events in any chunks."""

    def __init__(self) -> None:
        self._left = b""
        self._line = ""
        self._typed_at = 0.0

    def take(self, came: bytes) -> list[str]:
        """Take in bytes; return the lines that were ended by Enter."""
        self._left += came
        whole = len(self._left) // EVENT.size * EVENT.size
        events, self._left = self._left[:whole], self._left[whole:]
        lines = []
        for seconds, micros, kind, code, value in EVENT.iter_unpack(events):
            if kind != _KEY_EVENT or value != _DOWN or code in _SHIFTS:
                continue
            at = seconds + micros / 1e6
            if at - self._typed_at > _STALE_S:
                self._line = ""
            self._typed_at = at
            if code in ENTERS:
                lines.append(self._line)
                self._line = ""
            elif len(self._line) < _LONGEST:
                self._line += KEYS.get(code, "\N{REPLACEMENT CHARACTER}")
        return [line for line in lines if line]


class KeyboardReader:
    """A reader at a device file. `takes`: whether it is taken from all other programs.

    `elsewhere` returns the ports of readers that are no pads: this one may have been plugged in there.
    """

    lasts_s: float | None = LASTS_S

    def __init__(
        self, path: str, *, takes: bool = True, elsewhere: Callable[[], Sequence[str]] = tuple
    ) -> None:
        self._path = path
        self._takes = takes
        self._elsewhere = elsewhere
        self._file = -1
        self._lines = TypedLines()

    def open(self) -> str:
        """Open it for ourselves alone. Other programs have received everything that it typed before."""
        if fcntl is None:
            raise ReaderGone(TEXTS.say("readers.linux_alone"))
        try:
            self._file = os.open(self._path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
            if self._takes:
                fcntl.ioctl(self._file, _TAKE, 1)
        except OSError as error:
            self.close()
            raise ReaderGone(self._why(error)) from error
        self._lines = TypedLines()
        return _name_of(os.path.realpath(self._path), _NAMES)

    def hear(self, wait_s: float) -> list[str]:
        """Return the lines that were typed."""
        try:
            if not select.select([self._file], [], [], wait_s)[0]:
                return []
            came = os.read(self._file, EVENT.size * _LONGEST)
        except OSError as error:
            raise ReaderGone(self._why(error)) from error
        if not came:
            raise ReaderGone(TEXTS.say("readers.unplugged", place=self._path))
        return self._lines.take(came)

    def remember(self, _uid: str, _text: str | None) -> TagSaid | None:
        """Return None: it only types uids."""
        return None

    def close(self) -> None:
        """Give the keyboard back."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1

    def _why(self, error: OSError) -> Phrase:
        if error.errno == errno.ENOENT and (others := self._elsewhere()):
            return TEXTS.say("readers.elsewhere", place=self._path, others=joined(others))
        return _why(self._path, error)


def _why(path: str, error: OSError) -> Phrase:
    match error.errno:
        case errno.ENOENT | errno.ENODEV | errno.ENXIO:
            return TEXTS.say("readers.unplugged", place=path)
        case errno.EACCES | errno.EPERM:
            return TEXTS.say("readers.forbidden", place=path)
        case errno.EBUSY:
            return TEXTS.say("readers.busy", place=path)
        case errno.ENOTTY | errno.EINVAL | errno.EISDIR:
            return TEXTS.say("readers.no_keyboard", place=path)
        case _:
            return TEXTS.say("readers.broken", place=path, why=system_words(error))
