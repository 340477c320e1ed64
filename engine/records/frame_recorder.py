"""One camera's pictures beside the match: on the disk within limits, and never in the match's way.

They have files of their own, so that pictures can be deleted while their looks stay.
"""

import logging
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Thread

from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seconds
from engine.records.camera_frame import CameraFrame
from engine.records.evidence import EvidenceFile, next_file
from engine.records.packed_pictures import pack_pictures
from engine.records.packing import pack
from engine.records.room import EvidenceRoom

SEGMENT_BYTES = 48_000_000
"""The size of a full file: then the next is begun and this one packed. Only whole files are deleted."""

_ROOM_ASKED_EVERY_BYTES = 8_000_000

log = logging.getLogger(__name__)


class FrameRecorder:
    """Records one camera's pictures in the folder of the match that is played.

    When the disk refuses, or there is no room and none can be made, it says so once and records no more
    until the next match.
    """

    def __init__(
        self,
        room: EvidenceRoom,
        camera: str,
        *,
        table: str,
        segment_bytes: int = SEGMENT_BYTES,
        as_video: bool = False,
        wall: Callable[[], float] = time.time,
    ) -> None:
        """`as_video`: full files are packed as video, which takes a tenth of the room."""
        self._room = room
        self._as_video = as_video
        self._camera = camera
        self._table = table
        # Several files fit into the limit; else all pictures would be deleted at once.
        self._segment_bytes = min(segment_bytes, room.bounds.total_bytes // 8)
        self._wall = wall
        self._match = ""
        self._given_up = False
        self._ask_at_bytes = 0
        self._file: EvidenceFile | None = None
        self._packing: Thread | None = None

    def match_is(self, match: str) -> None:
        """Go on in this match's folder."""
        if match != self._match:
            self.close()
            self._match, self._given_up = match, False

    def keep(self, jpeg: bytes, *, taken_at: Seconds, sequence: int, about: Mapping[str, str]) -> None:
        """Record a picture.

        `about` is written into each file, because vision needs it to read the picture again.
        """
        if not self._match or self._given_up:
            return
        try:
            file = self._opened(about)
            frame = CameraFrame.of(self._camera, jpeg, taken_at=taken_at, sequence=sequence)
            file.write("frame", self._camera, frame, round(self._wall() * 1e9))
            if file.size_bytes >= self._segment_bytes:
                self._finish()
            elif file.size_bytes >= self._ask_at_bytes:
                self._ask_at_bytes = file.size_bytes + _ROOM_ASKED_EVERY_BYTES
                lack = self._room.lack(file.path, pictures=True)
                if lack:
                    self._give_up(lack)
        except OSError as error:
            self._give_up(error.strerror or str(error))

    def close(self) -> None:
        """Finish the file, and wait until it's packed."""
        try:
            self._finish()
        except OSError as error:
            log.warning("the pictures aren't finished (%s); the next start repairs them", error)
        if self._packing is not None:
            self._packing.join()

    def _opened(self, about: Mapping[str, str]) -> EvidenceFile:
        if self._file is None:
            folder = self._room.folder / self._match
            # The folder doesn't exist yet if the cameras are on another machine than the journal.
            folder.mkdir(parents=True, exist_ok=True)
            path = next_file(folder, f"frames-{self._camera}")
            whole = {**about, "match": self._match, "table": self._table, "camera": self._camera}
            self._file = EvidenceFile(path, table=self._table, about=whole)
            self._ask_at_bytes = 0
        return self._file

    def _finish(self) -> None:
        file, self._file = self._file, None
        if file is None:
            return
        file.finish()
        if self._packing is not None:
            self._packing.join()
        self._packing = Thread(
            target=_pack, args=(file.path, self._as_video), name="frames packing", daemon=True
        )
        self._packing.start()

    def _give_up(self, why: str) -> None:
        log.warning("no more pictures of this match are recorded: %s; the match and its looks go on", why)
        self._given_up = True
        if self._file is not None:
            self._file.abandon()
            self._file = None


def _pack(path: Path, as_video: bool) -> None:  # noqa: FBT001  # a thread's argument
    try:
        packed = pack(path)
        if as_video:
            pack_pictures(packed)
    except (OSError, InputFault, MissingFault) as error:
        log.warning("%s isn't packed (%s); the next start does it", path, error)
