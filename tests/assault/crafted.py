"""Files that are made to harm whoever opens them: archives that lead out, bombs, lengths that lie."""

import gzip
import io
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import zstandard

from dashboard.backup.contents import MANIFEST

OUTSIDE = "outside"
"""The name of what no file may write beside the folder that it's brought back into."""

_BOMB = 1 << 30
_PIECE = bytes(1 << 20)
_MAGIC = b"\x89MCAP0\r\n"

Made = Callable[[Path], bytes]
"""Returns a file's bytes, for the folder that it will lie in."""


def _archive(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w:gz") as archive:
        for member, content in members:
            member.size = len(content) if member.isreg() else 0
            archive.addfile(member, io.BytesIO(content))
    return written.getvalue()


def _member(name: str, kind: bytes = tarfile.REGTYPE, to: str = "") -> tarfile.TarInfo:
    found = tarfile.TarInfo(name)
    found.type, found.linkname = kind, to
    return found


def _linked_then_written(folder: Path, kind: bytes) -> bytes:
    to = str(folder) if kind == tarfile.SYMTYPE else "../"
    return _archive((_member("way", kind, to), b""), (_member(f"way/{OUTSIDE}"), b"x"))


def _listed(files: bytes, *, form: bytes = b"1", version: bytes = b"1") -> bytes:
    """Return an archive with a list alone."""
    made = b'{"format":%s,"made_at":"","version":"%s","files":%s}' % (form, version, files)
    return _archive((_member(MANIFEST), made))


def _many_members(_: Path) -> bytes:
    return _archive(*((_member(f"m{number}"), b"") for number in range(20_000)))


@cache
def _packed_zeros(head: bytes = b"") -> bytes:
    written = io.BytesIO()
    with gzip.GzipFile(fileobj=written, mode="wb", compresslevel=9) as packed:
        packed.write(head)
        for _ in range(_BOMB // len(_PIECE)):
            packed.write(_PIECE)
    return written.getvalue()


def _bomb_archive(_: Path) -> bytes:
    member = _member("zeros")
    member.size = _BOMB
    return _packed_zeros(member.tobuf())


def _zip(name: str, content: bytes = b"x", *, link: bool = False, times: int = 1) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as packed:
        member = zipfile.ZipInfo(name)
        member.compress_type = zipfile.ZIP_DEFLATED
        if link:
            member.external_attr = 0o120777 << 16
        with packed.open(member, "w", force_zip64=True) as file:
            for _ in range(times):
                file.write(content)
    return written.getvalue()


@cache
def _zipped_zeros() -> bytes:
    return _zip("zeros", _PIECE, times=_BOMB // len(_PIECE))


def _record(kind: int, content: bytes, length: int | None = None) -> bytes:
    return struct.pack("<BQ", kind, len(content) if length is None else length) + content


def _text(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode()


def _chunk(packing: str, records: bytes, length: int) -> bytes:
    head = struct.pack("<QQQI", 0, 0, length, 0) + _text(packing) + struct.pack("<Q", len(records))
    return _record(6, head + records)


def _recording(*records: bytes) -> bytes:
    return b"".join((_MAGIC, _record(1, _text("") + _text("x")), *records, _record(2, bytes(20)), _MAGIC))


def _bomb_recording(_: Path) -> bytes:
    packer = zstandard.ZstdCompressor(level=3).compressobj(size=_BOMB)
    packed = b"".join([*(packer.compress(_PIECE) for _ in range(_BOMB // len(_PIECE))), packer.flush()])
    return _recording(_chunk("zstd", packed, _BOMB))


def _picture(across: int, down: int, rows: int) -> bytes:
    """Return a PNG that gives a size, and has a number of its rows."""
    packer = zlib.compressobj(9)
    row = bytes(1 + across // 8)
    pixels = b"".join([*(packer.compress(row) for _ in range(rows)), packer.flush()])
    head = struct.pack(">IIBBBBB", across, down, 1, 0, 0, 0, 0)
    found = b"\x89PNG\r\n\x1a\n"
    for kind, content in ((b"IHDR", head), (b"IDAT", pixels), (b"IEND", b"")):
        found += struct.pack(">I", len(content)) + kind + content
        found += struct.pack(">I", zlib.crc32(kind + content))
    return found


_LONG_LINES = b"".join(b"%d. west: move e5 e6\n" % number for number in range(200_000))

_JOURNAL_LINE = b'{"at":%s,"body":{},"hash":"","kind":"opened","n":1}\n'

BACKUPS: dict[str, Made] = {
    "a path that leads out": lambda _: _archive((_member(f"../{OUTSIDE}"), b"x")),
    "an absolute path": lambda folder: _archive((_member(f"{folder}/{OUTSIDE}"), b"x")),
    "a symbolic link that leads out": lambda folder: _linked_then_written(folder, tarfile.SYMTYPE),
    "a hard link that leads out": lambda folder: _linked_then_written(folder, tarfile.LNKTYPE),
    "a link to a secret": lambda _: _archive((_member(".table.key", tarfile.SYMTYPE, "/etc/passwd"), b"")),
    "a device": lambda _: _archive((_member("zero", tarfile.CHRTYPE), b"")),
    "a pipe": lambda _: _archive((_member("pipe", tarfile.FIFOTYPE), b"")),
    "20,000 members": _many_members,
    "a bomb": _bomb_archive,
    "a bomb without a member": lambda _: _packed_zeros(),
    "a length that lies": lambda _: _bomb_archive(Path())[:2000],
    "an endless length": lambda _: _listed(b'{"data/a":{"length":1e999,"sha256":""}}'),
    "a version that clears the screen": lambda _: _listed(b"{}", form=b"99", version=b"\\u001b[2J"),
    "a zip": lambda _: _zip(f"../{OUTSIDE}"),
}
RECORDINGS: dict[str, Made] = {
    "a bomb": _bomb_recording,
    "a chunk that says 2^62 bytes": lambda _: _recording(_chunk("zstd", b"x", 1 << 62)),
    "a record of 2^63 bytes": lambda _: _MAGIC + _record(1, b"", 1 << 63),
    "an unknown packing": lambda _: _recording(_chunk("none such", b"x", 1)),
    "lz4 that isn't": lambda _: _recording(_chunk("lz4", b"\xff" * 100, 1000)),
    "200,000 empty chunks": lambda _: _recording(_chunk("", b"", 0) * 200_000),
    "a chunk in a chunk": lambda _: _recording(_chunk("", _chunk("", _chunk("", b"", 0), 60), 120)),
    "a zip": lambda _: _zip("x"),
}
PICTURES: dict[str, Made] = {
    "a picture of 900 million pixels": lambda _: _picture(30_000, 30_000, 30_000),
    "a picture that says 2^30 down": lambda _: _picture(8, 1 << 30, 4),
    "a picture with a row too few": lambda _: _picture(800, 600, 100),
    "a zip": lambda _: _zip("x.png"),
}
SCENARIOS: dict[str, Made] = {
    "a zip that leads out": lambda _: _zip(f"../{OUTSIDE}"),
    "a zip with a link": lambda _: _zip("way", b"/etc/passwd", link=True),
    "a zip of zeros": lambda _: _zipped_zeros(),
}
MATCHES: dict[str, Made] = {
    "200,000 lines": lambda _: b"Boardwarden notation 1\ngame: dozen_war\nboard: mativen\n" + _LONG_LINES,
    "a board elsewhere": lambda _: b"Boardwarden notation 1\ngame: dozen_war\nboard: /etc/passwd\n",
    "a zip of zeros": lambda _: _zipped_zeros(),
}
JOURNALS: dict[str, Made] = {
    "a million empty lines": lambda _: b"\n" * 1_000_000,
    "a time of 400 digits": lambda _: _JOURNAL_LINE % (b"9" * 400),
    "an endless time": lambda _: _JOURNAL_LINE % b"1e999",
    "a deep line": lambda _: b'{"body":' + b"[" * 200_000 + b"\n",
    "a line of 30 MB": lambda _: b'{"body":"' + b"A" * 30_000_000 + b'"}\n',
}
CRAFTED = {
    "backup": BACKUPS,
    "recording": RECORDINGS,
    "evidence": RECORDINGS,
    "picture": PICTURES,
    "scenario": SCENARIOS,
    "setup": SCENARIOS,
    "pack": SCENARIOS,
    "match's text": MATCHES,
    "journal": JOURNALS,
}
"""The files that are made for one kind, by the kind's name."""
