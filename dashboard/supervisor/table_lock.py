"""The lock that keeps two tables in one data folder from having the same name.

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


@contextmanager
def table_lock(folder: Path, table: str) -> Generator[None]:
    """Hold the table's lock until the block ends.

    Raises:
        InputFault: another `play` holds the lock, or the folder can't be written.
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
                raise InputFault(
                    f"the table '{table}' in {folder} is being played already; choose another name with "
                    "--table, or another folder with --data"
                ) from error
        yield
