"""Puts a whole file in the place of an older one: readers find either the old one or the new one."""

import os
import secrets
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path


def put_whole(path: Path, data: bytes, *, lasts: bool = False) -> None:
    """Write a file that only this user can read, in the place of an older one.

    `lasts`: the file is on the disk once this returns, so that a power cut doesn't lose it. Files that only
    the present run needs are spared the wait.

    Raises:
        OSError: the disk refuses it; the old file is still there.
    """
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
            if lasts:
                file.flush()
                os.fsync(file.fileno())
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
    if lasts:
        _keep_names(path.parent)


@contextmanager
def finished_whole(out: Path) -> Generator[Path]:
    """Give the path to write to: what isn't finished never stands in the place of a whole file.

    That path ends like `out`, because programs know a file's format by its ending. A pipe or a device is
    written to as it is.
    """
    target = out.resolve()
    if target.exists() and not target.is_file():
        yield out
        return
    part = target.with_name(f".part-{target.name}")
    try:
        yield part
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def _keep_names(folder: Path) -> None:
    """Have the disk keep the names of a folder's files as they are now. Windows opens no folder."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
