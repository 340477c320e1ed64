"""The folder of one run of a table, for sockets and passwords. The next run removes a killed run's folder."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from engine.core.whole_file import put_whole

_PREFIX = "boardwarden-"
_OF_A_RUN = (".bus", ".html")
"""The endings of a run's files in the data folder: the broker's URL, and the arbiter's page."""


@contextmanager
def run_folder(data: Path, table: str) -> Iterator[Path]:
    """Make a run's folder, and remove it at the end of the block; first remove the files of the run before.

    A run that was killed couldn't remove its folder itself. A note in `data` says where that folder is. The
    caller holds the table's lock, so the run before has ended.
    """
    note = _kept(data, table, ".run")
    _clear(note, data, table)
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as folder:
        put_whole(note, f"{folder}\n".encode())
        yield Path(folder)
    note.unlink(missing_ok=True)


def _clear(note: Path, data: Path, table: str) -> None:
    try:
        left = Path(note.read_text(encoding="utf-8").strip())
    except (OSError, UnicodeDecodeError):
        return
    # Only this user can write the note; all the same, nothing but a run's folder is ever removed.
    if left.name.startswith(_PREFIX) and left.is_dir() and not left.is_symlink():
        shutil.rmtree(left, ignore_errors=True)
    for ending in _OF_A_RUN:
        _kept(data, table, ending).unlink(missing_ok=True)


def _kept(data: Path, table: str, ending: str) -> Path:
    return data / f".{quote(table, safe='')}{ending}"
