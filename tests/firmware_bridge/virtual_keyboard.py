"""Keyboard readers without hardware: a pipe of input events, and the kernel's own virtual keyboard.

Sources: linux/input.h, linux/uinput.h.
"""

import fcntl
import os
import struct
import time
from pathlib import Path
from typing import Self

from firmware_bridge.readers.keyboard import ENTERS, EVENT, KEYS

_KEY_EVENT, _SYNC = 1, 0
_CODES = {sign: code for code, sign in reversed(KEYS.items())}

UINPUT = Path("/dev/uinput")
_ALLOW_TYPE, _ALLOW_KEY, _CREATE, _DESTROY = 0x40045564, 0x40045565, 0x5501, 0x5502


def typed(text: str, at: float, *, enter: bool = True) -> bytes:
    """Return the input events of a text that is typed at a moment, s."""
    codes = [_CODES[sign] for sign in text.upper()] + ([ENTERS[0]] if enter else [])
    seconds, micros = int(at), int(at % 1 * 1e6)
    return b"".join(
        EVENT.pack(seconds, micros, kind, code, value)
        for key in codes
        for kind, code, value in ((_KEY_EVENT, key, 1), (_SYNC, 0, 0), (_KEY_EVENT, key, 0), (_SYNC, 0, 0))
    )


class PipedReader:
    """A reader whose device file is a pipe; closing it pulls the plug."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            os.mkfifo(path)
        self._file = os.open(path, os.O_RDWR)

    def type(self, text: str, *, at: float | None = None, enter: bool = True) -> None:
        """Type a text."""
        os.write(self._file, typed(text, time.time() if at is None else at, enter=enter))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        os.close(self._file)


class KernelKeyboard:
    """A keyboard that the kernel shows to every program while the block runs."""

    def __init__(self, name: str) -> None:
        self._file = os.open(UINPUT, os.O_WRONLY)
        fcntl.ioctl(self._file, _ALLOW_TYPE, _KEY_EVENT)
        for code in (*KEYS, *ENTERS):
            fcntl.ioctl(self._file, _ALLOW_KEY, code)
        described = struct.pack("@80sHHHHI", name.encode(), 3, 0xFFFF, 0x0035, 1, 0)
        os.write(self._file, described + bytes(64 * 4 * 4))
        fcntl.ioctl(self._file, _CREATE)
        self.path = self._event_file(name)

    @staticmethod
    def _event_file(name: str) -> str:
        for named in Path("/sys/class/input").glob("event*/device/name"):
            if named.read_text(encoding="utf-8").strip() == name:
                return f"/dev/input/{named.parent.parent.name}"
        raise AssertionError(f"the kernel shows no '{name}'")

    def type(self, text: str) -> None:
        """Type a text."""
        os.write(self._file, typed(text, 0.0))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        fcntl.ioctl(self._file, _DESTROY)
        os.close(self._file)
