"""Edit lists: whether an MP4 or MOV file shows fewer frames than it holds, as a film trimmed on a phone does.

Source: ISO/IEC 14496-12, 4.2 (boxes), 8.2.2 (mvhd), 8.4.2 (mdhd), 8.6.6 (elst).
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

_INSIDE = {"trak": ("edts", "mdia"), "edts": ("elst",), "mdia": ("mdhd", "hdlr")}
_NO_MEDIA = -1
"""The media time of an edit that shows nothing (ISO/IEC 14496-12, 8.6.6)."""

_LEAST_LEFT_OUT_S = 0.001
"""The least time that is left out, seconds. Less is the rounding of two time scales: a frame lasts at least 4
ms."""


def leaves_frames_out(path: Path) -> bool:
    """Return whether a film's edit list shows less than its track holds, and the file is whole.

    The result is False for anything else, and for files of another format.
    """
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            found = {kind: (begin, end) for kind, begin, end in _boxes(file, 0, size)}
            if "moov" not in found or any(end > size for _, end in found.values()):
                return False
            return _shows_less(file, *found["moov"])
    except (OSError, struct.error):
        return False


def _shows_less(file: BinaryIO, begin: int, end: int) -> bool:
    inside = list(_boxes(file, begin, end))
    movie = next(((a, b) for kind, a, b in inside if kind == "mvhd"), None)
    if movie is None:
        return False
    film_scale, _ = _scale_and_length(file, *movie)
    for kind, first, last in inside:
        if kind != "trak":
            continue
        parts = _parts(file, first, last)
        if "elst" not in parts or "mdhd" not in parts or _handler(file, *parts["hdlr"]) != b"vide":
            continue
        scale, length = _scale_and_length(file, *parts["mdhd"])
        shown = sum(lasts for lasts, media in _edits(file, *parts["elst"]) if media != _NO_MEDIA)
        if film_scale and scale and shown / film_scale < length / scale - _LEAST_LEFT_OUT_S:
            return True
    return False


def _parts(file: BinaryIO, begin: int, end: int) -> dict[str, tuple[int, int]]:
    found: dict[str, tuple[int, int]] = {"hdlr": (end, end)}
    waiting = [("trak", begin, end)]
    while waiting:
        outer, first, last = waiting.pop()
        for kind, a, b in _boxes(file, first, last):
            if kind in _INSIDE[outer]:
                found[kind] = (a, b)
                if kind in _INSIDE:
                    waiting.append((kind, a, b))
    return found


def _boxes(file: BinaryIO, begin: int, end: int) -> Iterator[tuple[str, int, int]]:
    """Yield the kind, begin and end of each box's content. The last box may end beyond the file's end."""
    at = begin
    while at + 8 <= end:
        file.seek(at)
        size, kind = struct.unpack(">I4s", file.read(8))
        head = 8
        if size == 1:
            (size,) = struct.unpack(">Q", file.read(8))
            head = 16
        elif size == 0:
            size = end - at
        if size < head:
            return
        yield kind.decode("latin-1"), at + head, at + size
        at += size


def _scale_and_length(file: BinaryIO, begin: int, _end: int) -> tuple[int, int]:
    """Return the units a second, and the length in these units, that an `mvhd` or `mdhd` gives."""
    file.seek(begin)
    version = file.read(4)[0:1]
    if version == b"\x01":
        file.seek(16, 1)
        scale, length = struct.unpack(">IQ", file.read(12))
    else:
        file.seek(8, 1)
        scale, length = struct.unpack(">II", file.read(8))
    return scale, length


def _edits(file: BinaryIO, begin: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the duration of each edit, in the film's units, and its start in the track."""
    file.seek(begin)
    version, count = struct.unpack(">B3xI", file.read(8))
    layout = ">Qq4x" if version == 1 else ">Ii4x"
    for _ in range(min(count, (end - begin) // struct.calcsize(layout))):
        lasts, media = struct.unpack(layout, file.read(struct.calcsize(layout)))
        yield lasts, media


def _handler(file: BinaryIO, begin: int, _end: int) -> bytes:
    file.seek(begin + 8)
    return file.read(4)
