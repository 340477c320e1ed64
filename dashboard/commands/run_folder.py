"""The folder of one run of a table, for sockets and passwords. The next run clears a killed one's away."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from engine.bus.accounts import write_private

_PREFIX = "boardwarden-"
_OF_A_RUN = (".bus", ".html")
"""The endings of the files that a run keeps in the data folder: its broker's address, the arbiter's page."""


@contextmanager
def run_folder(data: Path, table: str) -> Iterator[Path]:
    """Give a run its folder, which goes with it, and take away what the run before left.

    The caller holds the table's lock, so the run before has ended. A run that was killed couldn't take
    its folder away itself. `data` has a note of where that is.
    """
    note = _kept(data, table, ".run")
    _clear(note, data, table)
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as folder:
        write_private(note, f"{folder}\n")
        yield Path(folder)
    note.unlink(missing_ok=True)


def _clear(note: Path, data: Path, table: str) -> None:
    try:
        left = Path(note.read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError):
        return
    # The note is only this user's to write; nothing but such a folder is ever taken away all the same.
    if left.name.startswith(_PREFIX) and left.is_dir() and not left.is_symlink():
        shutil.rmtree(left, ignore_errors=True)
    for ending in _OF_A_RUN:
        _kept(data, table, ending).unlink(missing_ok=True)


def _kept(data: Path, table: str, ending: str) -> Path:
    return data / f".{quote(table, safe='')}{ending}"
