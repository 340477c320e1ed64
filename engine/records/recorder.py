"""The evidence of one table during play: on the disk within limits, and never in the match's way."""

import logging
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread
from typing import Any

from engine.bus.sealing import Seal
from engine.core.faults import InputFault
from engine.records.bounds import Bounds
from engine.records.evidence import EvidenceFile, next_file
from engine.records.evidence_seal import closed, evidence_seal
from engine.records.packing import pack, repair
from engine.records.room import EvidenceRoom, free_on
from engine.session.matches.evidence_log import EvidenceReach, JournalEnd
from engine.session.matches.match import Match

_LOOKED_AFTER_BYTES = 1_000_000
_PACKED_AT_ONCE_BYTES = 32_000_000
"""Packing more than this would keep a table from stopping in time; the next start packs it."""

log = logging.getLogger(__name__)


class EvidenceRecorder:
    """Records the messages that the engine of one table takes in and sends. Implements `Recorder`.

    When the disk refuses, or the limits are reached and no older match's evidence can be deleted, it says so
    once and records no more until the next match.
    """

    def __init__(
        self,
        folder: Path,
        *,
        about: Mapping[str, str],
        bounds: Bounds | None = None,
        wall: Callable[[], float] = time.time,
        free_bytes: Callable[[Path], int] = free_on,
    ) -> None:
        """`about` is kept with every file: the program's version and settings."""
        self._folder = folder
        self._about = dict(about)
        self._room = EvidenceRoom(folder, bounds or Bounds(), free_bytes=free_bytes)
        self._wall = wall
        self._file: EvidenceFile | None = None
        self._seal: Seal | None = None
        self._look_at_bytes = 0
        self._zero_ns = 0
        self._zero_at = 0.0

    @property
    def reach(self) -> EvidenceReach | None:
        """The length of the evidence; None: nothing is recorded."""
        return None if self._file is None else self._file.reach

    def begin(self, match: Match[Any], kept: JournalEnd, at: float) -> None:
        """Begin a file for a match."""
        self.close()
        self._zero_ns, self._zero_at = round(self._wall() * 1e9), at
        opening = match.opening
        self._seal = evidence_seal(opening)
        about = {
            **self._about,
            "match": opening.match,
            "table": opening.table,
            "game": opening.game,
            "board": opening.board,
            "pieces": opening.pieces,
            "content": opening.content,
            "options": ",".join(f"{key}={value}" for key, value in sorted(opening.options.items())),
            "started": str(match.started),
        }
        path = next_file(self._folder / opening.match)
        try:
            self._look_at_bytes = 0
            self._file = EvidenceFile(path, table=opening.table or "table", about=about)
            self._look_after_room()
        except OSError as error:
            self._give_up(error.strerror or str(error))
        self.record("kept", "", kept, at)

    def record(self, channel: str, name: str, message: object, at: float) -> None:
        """Record one message; a seat's commands and answers are sealed."""
        if self._file is None or self._seal is None:
            return
        channel, message = closed(self._seal, channel, message)
        try:
            self._file.write(channel, name, message, self._zero_ns + round((at - self._zero_at) * 1e9))
            self._look_after_room()
        except OSError as error:
            self._give_up(error.strerror or str(error))

    def close(self) -> None:
        """Finish the file."""
        if self._file is None:
            return
        file, self._file = self._file, None
        try:
            size = file.size_bytes
            file.finish()
            if size <= _PACKED_AT_ONCE_BYTES:
                pack(file.path)
        except (OSError, InputFault) as error:
            file.abandon()
            log.warning("%s isn't finished (%s); the next start repairs it", file.path, error)

    def repair_in_background(self) -> None:
        """Pack the files of killed engines; the table needn't wait for this."""
        Thread(target=self._repair, name="evidence repair", daemon=True).start()

    def _repair(self) -> None:
        for path in repair(self._folder):
            log.info("%s was left by an engine that was killed; it is whole again", path)

    def _look_after_room(self) -> None:
        if self._file is None or self._file.size_bytes < self._look_at_bytes:
            return
        self._look_at_bytes = self._file.size_bytes + _LOOKED_AFTER_BYTES
        lack = self._room.lack(self._file.path, pictures=False)
        if lack:
            self._give_up(lack)

    def _give_up(self, why: str) -> None:
        log.warning("no more evidence of this match is recorded: %s; its journal goes on", why)
        if self._file is not None:
            self._file.abandon()
            self._file = None
