"""Restores a data folder from a backup. All of the backup is checked before a file is put in its place."""

import fcntl
import gzip
import hashlib
import os
import secrets
import shutil
import tarfile
import zlib
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from urllib.parse import unquote

from dashboard.backup.contents import (
    DATA,
    LONGEST_MANIFEST_BYTES,
    MANIFEST,
    KeptFile,
    Manifest,
    belongs,
    checked_name,
    load_manifest,
    written_first,
)
from dashboard.backup.writing import Folders
from dashboard.supervisor.table_lock import table_lock
from engine.core.faults import InputFault, MissingFault
from engine.core.whole_file import put_whole

_CHUNK_BYTES = 1 << 20
_LEFT_FREE_BYTES = 50_000_000
_NAMED = 5
"""The number of files that a message names at most."""


@dataclass(frozen=True, slots=True)
class Restored:
    """The result of a restoring."""

    manifest: Manifest
    """The backup's manifest."""
    written: int
    """The number of files that were written; the others were there already with the same content."""


def restore_backup(file: Path, folders: Folders, *, add: bool = False, force: bool = False) -> Restored:
    """Restore a backup into a data folder that has no files other than the backup's.

    `add` restores it beside other files as well. `force` does too, and overwrites files with other content.
    The folder of the lenses may hold others, since every table of a machine uses it.

    Raises:
        InputFault: the file is no whole backup, a name in it leads out of the folders, other files are in
            the data folder, it would overwrite a file, or a table of the folder runs.
        MissingFault: the disk has too little room.
        OSError: the disk refuses.
    """
    for folder in (folders.data, folders.lenses):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with ExitStack() as undo:
        for table in _tables(folders.data):
            undo.enter_context(table_lock(folders.data, table))
        staged = folders.data / f".restoring-{secrets.token_hex(4)}"
        staged.mkdir(mode=0o700)
        undo.callback(shutil.rmtree, staged, ignore_errors=True)
        manifest = _unpack(file, staged)
        places = {name: _place(name, folders) for name in manifest.files if belongs(_within(name))}
        if not (add or force):
            _expect_no_others(folders.data, frozenset(places.values()))
        new = [name for name, place in places.items() if not _is(place, manifest.files[name])]
        there = [str(places[name]) for name in new if places[name].exists() or places[name].is_symlink()]
        if there and not force:
            raise InputFault(
                f"{_some(there)}: there already, and other than in the backup; restore "
                "into another folder with --data, or overwrite with --force"
            )
        for name in new:
            _expect_not_written(places[name])
        for name in sorted(new, key=lambda one: written_first(PurePosixPath(one))):
            _put(staged / name, places[name])
        return Restored(manifest, len(new))


def _expect_no_others(data: Path, places: Collection[Path]) -> None:
    """Check that the data folder has none but the backup's own files, as far as files belong into a backup.

    Raises:
        InputFault: it has others.
    """
    others = sorted(
        str(path)
        for path in data.rglob("*")
        if (path.is_symlink() or not path.is_dir()) and path not in places and belongs(_below(data, path))
    )
    if others:
        raise InputFault(
            f"{data} has files that the backup lacks: {_some(others)}; nothing was restored; restore into an "
            "empty folder with --data, or beside them with --add"
        )


def _below(data: Path, path: Path) -> PurePosixPath:
    return PurePosixPath(path.relative_to(data).as_posix())


def _some(names: Sequence[str]) -> str:
    """Return names as a message shows them: the first few, and the number of those that follow."""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _tables(data: Path) -> tuple[str, ...]:
    """Return the names of the tables that were ever played in a folder, by their lock files."""
    return tuple(unquote(path.name.removeprefix(".").removesuffix(".play")) for path in data.glob(".*.play"))


def _unpack(file: Path, staged: Path) -> Manifest:
    found: dict[str, KeptFile] = {}
    manifest: Manifest | None = None
    try:
        with tarfile.open(file, mode="r:gz") as archive:
            for member in _plain_members(archive):
                if manifest is not None:
                    raise InputFault(f"{file}: something comes after its {MANIFEST}; nothing was restored")
                if member.name == MANIFEST:
                    manifest = load_manifest(_whole(archive, member))
                    continue
                name = str(checked_name(member.name))
                if name in found:
                    raise InputFault(f"{file} has {name} twice; nothing was restored")
                found[name] = _extract(archive, member, staged / name)
            # gzip compares its checksum only at the end of the stream.
            while archive.fileobj is not None and archive.fileobj.read(_CHUNK_BYTES):
                pass
    except FileNotFoundError as error:
        raise InputFault(f"{file}: no such file") from error
    except EOFError as error:
        raise InputFault(
            f"{file}: no whole backup: it breaks off before its end; nothing was restored"
        ) from error
    except (tarfile.TarError, zlib.error, gzip.BadGzipFile) as error:
        raise InputFault(f"{file}: no whole backup: {error}; nothing was restored") from error
    if manifest is None:
        raise InputFault(f"{file}: its end is missing ({MANIFEST}); nothing was restored")
    for name in sorted(found.keys() | manifest.files.keys()):
        if found.get(name) != manifest.files.get(name):
            raise InputFault(f"{file}: {name} isn't as the backup's list has it; nothing was restored")
    return manifest


def _plain_members(archive: tarfile.TarFile) -> Iterator[tarfile.TarInfo]:
    for member in archive:
        if not member.isreg():
            raise InputFault(
                f"the backup has {member.name[:200]!r}, which is no plain file; nothing was restored"
            )
        yield member


def _whole(archive: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    if member.size > LONGEST_MANIFEST_BYTES:
        raise InputFault(f"the backup's {MANIFEST} is too long; nothing was restored")
    file = archive.extractfile(member)
    return b"" if file is None else file.read()


def _extract(archive: tarfile.TarFile, member: tarfile.TarInfo, to: Path) -> KeptFile:
    to.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    free = shutil.disk_usage(to.parent).free - _LEFT_FREE_BYTES
    if member.size > free:
        raise MissingFault(
            f"{member.name} takes {member.size / 1e6:.0f} MB, and {max(0, free) / 1e6:.0f} MB are free"
        )
    reading, hashed, length = archive.extractfile(member), hashlib.sha256(), 0
    with os.fdopen(os.open(to, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        while reading is not None and (read := reading.read(_CHUNK_BYTES)):
            hashed.update(read)
            length += len(read)
            out.write(read)
        out.flush()
        os.fsync(out.fileno())
    return KeptFile(length, hashed.hexdigest())


def _place(name: str, folders: Folders) -> Path:
    """Return the path where a file of the backup belongs.

    Raises:
        InputFault: a symbolic link or a file stands in the place of a folder on the way there.
    """
    first, *rest = PurePosixPath(name).parts
    place = folders.data if first == DATA else folders.lenses
    for part in rest[:-1]:
        place /= part
        if place.is_symlink() or (place.exists() and not place.is_dir()):
            raise InputFault(f"{place}: expected a folder of its own; nothing was restored")
    return place / rest[-1]


def _within(name: str) -> PurePosixPath:
    """Return a file's name in the archive without its first part, `data` or `lenses`."""
    return PurePosixPath(*PurePosixPath(name).parts[1:])


def _is(place: Path, kept: KeptFile) -> bool:
    """Tell whether the file is there with the same content as in the backup."""
    with suppress(FileNotFoundError):
        if not place.is_symlink() and place.is_file() and place.stat().st_size == kept.length:
            with place.open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == kept.sha256
    return False


def _expect_not_written(place: Path) -> None:
    """Check that no engine has locked a file that is to be replaced.

    Raises:
        InputFault: an engine has locked it.
    """
    if not place.is_file():
        return
    with place.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InputFault(f"{place} is being played; stop its table first") from error


def _put(staged: Path, place: Path) -> None:
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        staged.replace(place)
    except OSError:
        # The lenses may lie on another disk.
        put_whole(place, staged.read_bytes())
