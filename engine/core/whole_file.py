"""Puts a whole file in the place of an older one: readers find either the old one or the new one."""

import os
import secrets
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


def _keep_names(folder: Path) -> None:
    """Have the disk keep the names of a folder's files as they are now. Windows opens no folder."""
    if os.name != "nt":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
