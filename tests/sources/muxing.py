"""Small films of JPEG pictures in Matroska and MP4, with a time of its own for each picture.

Source: RFC 9559 (Matroska), RFC 8794 (EBML); ISO/IEC 14496-12 and -14 (MP4, its object type 0x6C is JPEG).
"""

import struct
from collections.abc import Sequence

import cv2
import numpy as np

WIDTH, HEIGHT = 64, 48


def jpegs(count: int) -> list[bytes]:
    """Return pictures of levels 0, 20, 40 and so on."""
    shades = [np.full((HEIGHT, WIDTH, 3), 20 * number, np.uint8) for number in range(count)]
    return [cv2.imencode(".jpg", shade)[1].tobytes() for shade in shades]


def matroska(pictures: Sequence[bytes], times_ms: Sequence[int]) -> bytes:
    """Return a Matroska film."""
    head = b"".join(
        _element(*one)
        for one in (
            ("4286", 1),
            ("42F7", 1),
            ("42F2", 4),
            ("42F3", 8),
            ("4282", b"matroska"),
            ("4287", 4),
            ("4285", 2),
        )
    )
    milliseconds = _element("2AD7B1", 1_000_000)
    size = _element("B0", WIDTH) + _element("BA", HEIGHT)
    track = b"".join(
        _element(*one) for one in (("D7", 1), ("73C5", 1), ("83", 1), ("86", b"V_MJPEG"), ("E0", size))
    )
    clusters = b"".join(
        _element("1F43B675", _element("E7", at) + _element("A3", b"\x81\0\0\x80" + picture))
        for picture, at in zip(pictures, times_ms, strict=True)
    )
    body = _element("1549A966", milliseconds) + _element("1654AE6B", _element("AE", track)) + clusters
    return _element("1A45DFA3", head) + _element("18538067", body)


def mp4(pictures: Sequence[bytes], lasting_ms: Sequence[int], edits: Sequence[tuple[int, int]] = ()) -> bytes:
    """Return an MP4 film; `edits`: how long each part is shown and where it begins (-1: nothing), in ms."""
    kind = _box("ftyp", b"isom", _words(512), b"isommp41")
    before = len(kind) + len(_movie(pictures, lasting_ms, edits, 0)) + 8
    return kind + _movie(pictures, lasting_ms, edits, before) + _box("mdat", *pictures)


def _movie(
    pictures: Sequence[bytes], lasting_ms: Sequence[int], edits: Sequence[tuple[int, int]], offset: int
) -> bytes:
    total, upright = sum(lasting_ms), struct.pack(">9i", 1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
    film = _full(
        "mvhd", _words(0, 0, 1000, total, 1 << 16), b"\x01" + bytes(11), upright, bytes(24), _words(2)
    )
    track = _full(
        "tkhd", _words(0, 0, 1, 0, total), bytes(16), upright, _words(WIDTH << 16, HEIGHT << 16), flags=3
    )
    decoder = b"\x04\x0d\x6c\x11" + bytes(11)
    entry = _box(
        "mp4v",
        bytes(6) + b"\0\x01" + bytes(16),
        struct.pack(">HH", WIDTH, HEIGHT),
        _words(0x480000, 0x480000, 0) + b"\0\x01" + bytes(32) + b"\0\x18\xff\xff",
        _full("esds", b"\x03\x15\0\x01\0" + decoder + b"\x06\x01\x02"),
    )
    table = _box(
        "stbl",
        _full("stsd", _words(1), entry),
        _full("stts", _words(len(lasting_ms)), *(_words(1, one) for one in lasting_ms)),
        _full("stsc", _words(1, 1, len(pictures), 1)),
        _full("stsz", _words(0, len(pictures), *map(len, pictures))),
        _full("stco", _words(1, offset)),
    )
    media = _box(
        "mdia",
        _full("mdhd", _words(0, 0, 1000, total), b"\x55\xc4\0\0"),
        _full("hdlr", _words(0), b"vide", bytes(13)),
        _box(
            "minf",
            _full("vmhd", bytes(8), flags=1),
            _box("dinf", _full("dref", _words(1), _full("url ", flags=1))),
            table,
        ),
    )
    shown = [struct.pack(">Ii", lasts, begin) + _words(1 << 16) for lasts, begin in edits]
    edit = _box("edts", _full("elst", _words(len(shown)), *shown)) if shown else b""
    return _box("moov", film, _box("trak", track, edit, media))


def _element(number: str, body: bytes | int) -> bytes:
    inside = body.to_bytes(8, "big") if isinstance(body, int) else body
    return bytes.fromhex(number) + (1 << 56 | len(inside)).to_bytes(8, "big") + inside


def _box(kind: str, *parts: bytes) -> bytes:
    inside = b"".join(parts)
    return struct.pack(">I", 8 + len(inside)) + kind.encode() + inside


def _full(kind: str, *parts: bytes, flags: int = 0) -> bytes:
    return _box(kind, _words(flags), *parts)


def _words(*numbers: int) -> bytes:
    return struct.pack(f">{len(numbers)}I", *numbers)
