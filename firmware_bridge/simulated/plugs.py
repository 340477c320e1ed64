"""The place where unnamed simulated boards are plugged in: a folder of this user's."""

import os
import tempfile
from pathlib import Path

from engine.core.faults import InputFault


def plug_folder() -> Path:
    """Return the folder of the links to simulated boards' ports; it needn't exist."""
    return Path(tempfile.gettempdir()) / f"boardwarden-ports-{_user()}"


def plug(name: str) -> Path:
    """Return the link of a simulated board of this name; the folder is made.

    Raises:
        InputFault: the folder can't be made, or is somebody else's.
    """
    folder = plug_folder()
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise InputFault(
            f"{folder}: can't be made: {error.strerror or error}; name a path for the port"
        ) from error
    if not _is_own(folder):
        raise InputFault(f"{folder}: it isn't this user's folder; name a path for the port instead")
    return folder / name


def plugged_in() -> tuple[Path, ...]:
    """Return the links to the ports of the simulated boards that are plugged in now."""
    folder = plug_folder()
    if not folder.is_dir() or not _is_own(folder):
        return ()
    return tuple(link for link in sorted(folder.iterdir()) if link.is_symlink() and link.exists())


def _is_own(folder: Path) -> bool:
    # In a folder that everybody may write to, somebody else may have made it first.
    return not folder.is_symlink() and folder.stat().st_uid == _user()


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0
