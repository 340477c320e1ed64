"""The audit log's file. Lines are only added to it, and only its owner can read it.

When the file is full it is renamed and a new one is begun; the oldest file is dropped as a whole.
"""

import logging
import os
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

from dashboard.web.audit.lines import AuditLine, dump_line, load_line

LONGEST_BYTES = 1_000_000
"""A file of this length is renamed to `….1`, the one that had this name to `….2`, and so on."""
OLDER_FILES = 4
"""The number of older files that are kept beside the newest."""

_LOCKED = 0o600

log = logging.getLogger(__name__)


def audit_file(data: Path, table: str) -> Path:
    """Return the path of a table's audit log."""
    return data / f".{quote(table, safe='')}.audit.jsonl"


class AuditFile:
    """The file at a path. If the disk refuses, the program logs that once, and the table plays on."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._said = False
        self._mend_end()

    def add(self, line: AuditLine) -> None:
        """Add a line."""
        try:
            self._turn_over()
            self._write(dump_line(line))
        except OSError as error:
            if not self._said:
                log.warning("%s can't be written: %s; actions aren't logged now", self._path, error.strerror)
            self._said = True
        else:
            self._said = False

    def newest(self, most: int) -> tuple[AuditLine, ...]:
        """Return the last `most` lines, the newest first."""
        found: list[AuditLine] = []
        for path in self._files():
            with suppress(OSError):
                lines = path.read_bytes().splitlines()
                found += [one for line in reversed(lines) if (one := load_line(line)) is not None]
            if len(found) >= most:
                break
        return tuple(found[:most])

    def whole(self) -> bytes:
        """Return all lines as JSON Lines, the oldest first."""
        kept = []
        for path in reversed(self._files()):
            with suppress(OSError):
                kept.append(path.read_bytes())
        return b"".join(kept)

    def _files(self) -> list[Path]:
        return [self._path, *(self._older(number) for number in range(1, OLDER_FILES + 1))]

    def _older(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}")

    def _write(self, line: bytes) -> None:
        file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, _LOCKED)
        try:
            os.write(file, line)
        finally:
            os.close(file)

    def _turn_over(self) -> None:
        try:
            if self._path.stat().st_size < LONGEST_BYTES:
                return
        except FileNotFoundError:
            return
        for number in range(OLDER_FILES, 1, -1):
            with suppress(FileNotFoundError):
                self._older(number - 1).replace(self._older(number))
        self._path.replace(self._older(1))

    def _mend_end(self) -> None:
        """End a line that a power cut tore off, so that the next one begins on a line of its own."""
        with suppress(OSError):
            if (end := self._path.read_bytes()[-1:]) and end != b"\n":
                self._write(b"\n")
