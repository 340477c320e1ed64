"""Writes a backup, also while the table plays. Changes during the copying come into the next backup."""

import hashlib
import io
import os
import tarfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from dashboard.backup.contents import (
    DATA,
    LENSES,
    MANIFEST,
    KeptFile,
    Manifest,
    belongs,
    dump_manifest,
    written_first,
)
from engine.core.faults import InputFault, MissingFault

_LINES = ".jsonl"
_TAIL_BYTES = 1 << 20
_PACKING = 1
"""The level of gzip's compression. It's low because evidence, most of a backup, is packed already."""


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders with a table's files."""

    data: Path
    """The data folder, with matches, keys, tags, links and certificates."""
    lenses: Path
    """The folder of the measured lenses of this machine's cameras."""


def write_backup(file: Path, folders: Folders, *, version: str, evidence: bool = True) -> Manifest:
    """Write a backup that only its owner can read; return its manifest.

    `evidence` tells whether recorded pictures and looks are included.

    Raises:
        InputFault: the backup's file is there already, or the data folder or the backup's folder isn't.
        MissingFault: a file became shorter while it was copied, which no running table does.
        OSError: the disk refuses.
    """
    if not folders.data.is_dir():
        raise InputFault(f"--data {folders.data}: no such folder")
    if not file.parent.is_dir():
        raise InputFault(f"{file}: there is no folder {file.parent}; make it first, or choose another")
    if file.exists():
        raise InputFault(f"{file} is there already; choose another name, or remove it first")
    partial = file.with_name(f".{file.name}.part")
    partial.unlink(missing_ok=True)
    try:
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as out:
            manifest = _pack(out, folders, version=version, evidence=evidence)
            out.flush()
            os.fsync(out.fileno())
        os.link(partial, file)
    except FileExistsError as error:
        raise InputFault(f"{file} is there already; choose another name, or remove it first") from error
    finally:
        partial.unlink(missing_ok=True)
    return manifest


def _pack(out: BinaryIO, folders: Folders, *, version: str, evidence: bool) -> Manifest:
    files: dict[str, KeptFile] = {}
    made_at = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    with tarfile.open(fileobj=out, mode="w:gz", compresslevel=_PACKING, format=tarfile.PAX_FORMAT) as archive:
        # Evidence that is closed during the copying gets another name, and is found in the second round.
        for _ in range(2):
            for path, name in _listed(folders, evidence=evidence):
                if name not in files and (kept := _add(archive, path, name)) is not None:
                    files[name] = kept
        manifest = Manifest(made_at, version, files)
        content = dump_manifest(manifest)
        archive.addfile(_member(MANIFEST, len(content)), io.BytesIO(content))
    return manifest


def _listed(folders: Folders, *, evidence: bool) -> Iterator[tuple[Path, str]]:
    for prefix, folder in ((LENSES, folders.lenses), (DATA, folders.data)):
        found = [
            (PurePosixPath(path.relative_to(folder).as_posix()), path)
            for path in folder.rglob("*")
            if path.is_file() and not path.is_symlink()
        ]
        for name, path in sorted(found, key=lambda one: written_first(one[0])):
            if belongs(name) and (evidence or ".mcap" not in name.suffixes):
                yield path, f"{prefix}/{name}"


def _add(archive: tarfile.TarFile, path: Path, name: str) -> KeptFile | None:
    """Add a file with its present length; None: the file has just been removed."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return None
    with file:
        length = _whole_length(file, lines=path.suffix == _LINES)
        reading = _Hashing(file, length)
        try:
            archive.addfile(_member(name, length), cast("BinaryIO", reading))
        except OSError as error:
            if error.errno is not None:
                raise
            raise MissingFault(f"{path} became shorter while it was copied; try again") from error
    return KeptFile(length, reading.sha256)


def _whole_length(file: BinaryIO, *, lines: bool) -> int:
    """Return a file's present length in bytes; for a file of lines, up to the end of its last whole line."""
    length = os.fstat(file.fileno()).st_size
    if not lines:
        return length
    start = max(0, length - _TAIL_BYTES)
    file.seek(start)
    end = file.read(length - start).rfind(b"\n")
    file.seek(0)
    return start + end + 1


class _Hashing:
    """Reads the first `length` bytes of a file, and hashes them."""

    def __init__(self, file: BinaryIO, length: int) -> None:
        self._file = file
        self._left = length
        self._hash = hashlib.sha256()

    @property
    def sha256(self) -> str:
        return self._hash.hexdigest()

    def read(self, size: int = -1) -> bytes:
        read = self._file.read(self._left if size < 0 else min(size, self._left))
        self._left -= len(read)
        self._hash.update(read)
        return read


def _member(name: str, length: int) -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.size, member.mode, member.mtime = length, 0o600, int(time.time())
    return member
