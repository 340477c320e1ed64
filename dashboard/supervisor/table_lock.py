"""The lock that keeps two tables in one data folder from having the same name, and two halls from one folder.

The system releases the lock when its holder ends, in whatever way.
"""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from engine.core.faults import InputFault

try:
    import fcntl
except ImportError:  # Windows; there the engine's own lock on the journal is all there is
    fcntl = None  # type: ignore[assignment] # absent there


HALL = "\0hall"
"""The name of a hall's lock; no table has it, since no word of a command has this sign."""


@contextmanager
def table_lock(folder: Path, table: str) -> Generator[None]:
    """Hold the lock of a table, or of the `HALL`, until the block ends.

    Raises:
        InputFault: another `play` or hall holds the lock, or the folder can't be written.
    """
    path = folder / f".{quote(table, safe='')}.play"
    try:
        file = path.open("a+", encoding="ascii")
    except OSError as error:
        raise InputFault(
            f"--data {folder}: can't be written: {error.strerror or error}; choose another folder"
        ) from error
    with file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise InputFault(_held(folder, table)) from error
        yield


def _held(folder: Path, table: str) -> str:
    if table == HALL:
        return f"a hall runs with {folder} already; stop it, or choose another folder with --data"
    return (
        f"the table '{table}' in {folder} is being played already; choose another name with --table, or "
        "another folder with --data"
    )
