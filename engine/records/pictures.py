"""A match's kept pictures, each camera's in the order they were taken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import islice
from math import inf
from pathlib import Path

from PIL import Image

from engine.core.ids import Seconds
from engine.records.camera_frame import PIXELS, CameraFrame, PackedFrame
from engine.records.evidence import OPEN, frame_files, latest_messages, read_about, read_evidence
from engine.records.packed_pictures import VideoUnpacker
from engine.records.replay import ReplayMoment, wall_at

_PICTURES = ("frame", "video")
"""The channels of pictures: as they came, and packed."""

_SHOWN_QUALITY = 90
"""The JPEG quality for people's eyes: no program reads these pictures again."""


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A kept picture with its lens."""

    frame: CameraFrame
    """The picture."""
    lens: str
    """The lens that was used when it was taken, as JSON."""


def kept_frames(match_folder: Path) -> dict[str, Iterator[KeptPicture]]:
    """Return each camera's kept pictures in the order they were taken; an empty file has none.

    Raises:
        InputFault: a file can't be read.
    """
    files: dict[str, list[tuple[Path, str]]] = {}
    for path in frame_files(match_folder):
        if next(read_evidence(path), None) is not None:
            about = read_about(path)
            files.setdefault(about.get("camera", ""), []).append((path, about.get("lens", "")))
    return {camera: _frames_of(found) for camera, found in files.items()}


def cameras_kept(match_folder: Path) -> tuple[str, ...]:
    """Return the names of the cameras whose pictures were kept."""
    # frames-CAMERA-001.mcap
    names = (path.name.removeprefix("frames-").rpartition("-")[0] for path in frame_files(match_folder))
    return tuple(dict.fromkeys(names))


def picture_topics(match_folder: Path) -> dict[str, str]:
    """Return each camera's name with the topic of its first pictures, for viewers.

    Raises:
        InputFault: a file can't be read.
    """
    found: dict[str, str] = {}
    for path in frame_files(match_folder):
        for one in islice(read_evidence(path, only=_PICTURES), 1):
            found.setdefault(one.name, f"record/{one.channel}/{one.name}")
    return found


def picture_at(match_folder: Path, camera: str, wall: float) -> CameraFrame | None:
    """Return a camera's last picture before a time of the wall clock; an unfinished file has none.

    Raises:
        InputFault: a file can't be read.
        MissingFault: it is packed, and PyAV isn't installed.
    """
    for path in reversed(frame_files(match_folder)):
        if path.suffix != OPEN and path.name.startswith(f"frames-{camera}-"):
            found = _last_picture(path, camera, round(wall * 1e9))
            if found is not None:
                return found
    return None


def _last_picture(path: Path, camera: str, until_ns: int) -> CameraFrame | None:
    """Return a file's last picture before a time, unpacked from the last one that stands alone."""
    needed: list[CameraFrame | PackedFrame] = []
    for one in latest_messages(path, _PICTURES, camera, until_ns=until_ns):
        needed.append(one.message)
        if isinstance(one.message, CameraFrame) or one.message.alone:
            break
    unpacker, last = VideoUnpacker(), None
    for frame in reversed(needed):
        last = unpacker.unpacked(frame) or last
    return last


def jpeg_of(frame: CameraFrame) -> bytes:
    """Return a picture for a browser: the camera's own JPEG, or one made from pixels."""
    if frame.format != PIXELS:
        return frame.data
    content = BytesIO()
    Image.open(BytesIO(frame.data)).save(content, format="JPEG", quality=_SHOWN_QUALITY)
    return content.getvalue()


class PicturesAt:
    """One camera's pictures by the match's time; ask for them in order."""

    def __init__(
        self, frames: Iterator[KeptPicture], moments: Sequence[ReplayMoment], *, newest_s: float = inf
    ) -> None:
        """`newest_s`: the greatest age of a picture in seconds. An older one counts as none."""
        self._frames = frames
        self._moments = moments
        self._newest_s = newest_s
        self._taken_at = -inf
        self._next = next(frames, None)
        self._picture: bytes | None = None

    def __call__(self, at_s: float) -> bytes | None:
        """Return the last picture that was taken by then; None: there was none yet."""
        wall = wall_at(self._moments, at_s)
        while self._next is not None and self._next.frame.taken_at <= wall:
            self._picture, self._taken_at = self._next.frame.data, self._next.frame.taken_at
            self._next = next(self._frames, None)
        return self._picture if wall - self._taken_at <= self._newest_s else None


def _frames_of(found: Sequence[tuple[Path, str]]) -> Iterator[KeptPicture]:
    before = Seconds(-1.0)
    for path, lens in found:
        unpacker = VideoUnpacker()
        for one in read_evidence(path, only=_PICTURES):
            picture = unpacker.unpacked(one.message)
            if picture is not None and picture.taken_at > before:
                before = picture.taken_at
                yield KeptPicture(picture, lens)
