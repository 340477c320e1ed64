"""One table by one name in one data folder: a lock that the system lets go however its holder ends."""

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
    """Hold the table's lock.

    Raises:
        InputFault: another `play` holds it, or the folder can't be written.
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
