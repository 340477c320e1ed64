"""The disk room that evidence may take, and the files that are deleted at the limit: never a journal."""

import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from engine.records.bounds import Bounds
from engine.records.evidence import OPEN, evidence_files, frame_files, let_go
from engine.session.matches.journal import journals

log = logging.getLogger(__name__)


def free_on(folder: Path) -> int:
    """Return how many bytes are free on a folder's disk."""
    return shutil.disk_usage(folder).free


class EvidenceRoom:
    """The room that evidence has in a folder of matches."""

    def __init__(
        self,
        folder: Path,
        bounds: Bounds,
        *,
        free_bytes: Callable[[Path], int] = free_on,
    ) -> None:
        self.folder = folder
        self.bounds = bounds
        self._free_bytes = free_bytes

    def lack(self, writing: Path, *, pictures: bool) -> str:
        """Delete the oldest files until there's room to write; return why there is none, else empty.

        Pictures are deleted before looks, and looks never for pictures.

        Raises:
            OSError: the disk can't be asked.
        """
        bounds, total = self.bounds, self._taken_bytes()
        yielding = self._yielding(writing, pictures=pictures)
        while total > bounds.total_bytes:
            gone = next(yielding, None)
            if gone is None:
                return f"it has reached its bound of {bounds.total_bytes / 1e6:.0f} MB"
            for path in gone:
                with suppress(FileNotFoundError):  # another writer here deleted it
                    total -= path.stat().st_size
                    let_go(path)
            log.info("%s gave way to newer evidence; the journal stays", ", ".join(map(str, gone)))
        least = bounds.free_beside_pictures_bytes if pictures else bounds.free_bytes
        if self._free_bytes(self.folder) < least:
            return f"less than {least / 1e6:.0f} MB are free"
        return ""

    def _taken_bytes(self) -> int:
        total = 0
        for path in self.folder.glob("*/*.mcap*"):
            with suppress(FileNotFoundError):  # it was packed meanwhile
                total += path.stat().st_size
        return total

    def _yielding(self, writing: Path, *, pictures: bool) -> Iterator[tuple[Path, ...]]:
        """Yield the files that may be deleted, the oldest first."""
        for folder in sorted({path.parent for path in self.folder.glob("*/*.mcap")}):
            yield from ((path,) for path in frame_files(folder) if path.suffix != OPEN)
        if pictures:
            return
        for journal in reversed(journals(self.folder)):
            found = evidence_files(journal.parent)
            if found and journal.parent != writing.parent:
                yield found
