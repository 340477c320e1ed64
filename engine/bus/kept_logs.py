"""The services' logs, kept in files beside the matches, because the system's log may be gone or out of reach.

Each process has a file of its own, because several can't rotate one file.
"""

import logging
import logging.handlers
import os
from io import TextIOWrapper
from pathlib import Path
from typing import cast
from urllib.parse import quote

from engine.bus.plain_logs import PlainFormatter

LONGEST_BYTES = 500_000
"""A longer file is renamed to `….1`, which replaces the one before."""

_LAST_BYTES = 200_000

log = logging.getLogger(__name__)


def log_folder(data: Path) -> Path:
    """Return the folder of a data folder's logs."""
    return data / "logs"


def keep_log(data: Path, table: str, service: str) -> None:
    """Keep this process's log in a file from now on; a disk that refuses is logged elsewhere."""
    path = log_folder(data) / f"{quote(table, safe='')}-{service}.log"
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        kept = _KeptLog(path, maxBytes=LONGEST_BYTES, backupCount=1, encoding="utf-8")
    except OSError as error:
        log.warning("%s can't be written: %s; what is logged isn't kept", path, error.strerror)
        return
    kept.setFormatter(PlainFormatter(f"%(asctime)s %(levelname)s {service}: %(message)s"))
    logging.getLogger().addHandler(kept)


class _KeptLog(logging.handlers.RotatingFileHandler):
    def _open(self) -> TextIOWrapper:
        opened = open(  # noqa: SIM115 # as logging keeps it; only this `open` takes an opener
            self.baseFilename, self.mode, encoding=self.encoding, opener=_for_its_owner
        )
        return cast("TextIOWrapper", opened)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 # as logging calls it
        """Ignore a full disk: it's no reason to fill the terminal too."""


def _for_its_owner(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


def last_lines(folder: Path) -> dict[str, str]:
    """Return the end of each log in a folder, by its file's name."""
    found = {}
    for path in sorted(folder.glob("*.log*")):
        try:
            with path.open("rb") as file:
                file.seek(max(0, path.stat().st_size - _LAST_BYTES))
                found[path.name] = file.read().decode(errors="replace")
        except OSError:
            continue
    return found
