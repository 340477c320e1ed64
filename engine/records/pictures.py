"""A match's kept pictures, each camera's in the order they were taken."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.core.ids import Seconds
from engine.records.camera_frame import CameraFrame
from engine.records.evidence import OPEN, frame_files, last_message, read_about, read_evidence
from engine.records.replay import ReplayMoment, wall_at


@dataclass(frozen=True, slots=True)
class KeptPicture:
    """A kept picture with its lens."""

    frame: CameraFrame
    """The picture."""
    lens: str
    """The lens that was used when it was taken, as JSON."""


def kept_frames(match_folder: Path) -> dict[str, Iterator[KeptPicture]]:
    """Return each camera's kept pictures in the order they were taken; a file cut off at once has none.

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


def picture_at(match_folder: Path, camera: str, wall: float) -> CameraFrame | None:
    """Return a camera's last picture by a time of the wall clock; what is still being written has none.

    Raises:
        InputFault: a file can't be read.
    """
    for path in reversed(frame_files(match_folder)):
        if path.suffix != OPEN and path.name.startswith(f"frames-{camera}-"):
            found = last_message(path, "frame", camera, until_ns=round(wall * 1e9))
            if found is not None:
                picture: CameraFrame = found.message
                return picture
    return None


class PicturesAt:
    """One camera's pictures by the match's time, asked for in order."""

    def __init__(self, frames: Iterator[KeptPicture], moments: Sequence[ReplayMoment]) -> None:
        self._frames = frames
        self._moments = moments
        self._next = next(frames, None)
        self._jpeg: bytes | None = None

    def __call__(self, at_s: float) -> bytes | None:
        """Return the last picture that was taken by then; None: there is none so early."""
        wall = wall_at(self._moments, at_s)
        while self._next is not None and self._next.frame.taken_at <= wall:
            self._jpeg = self._next.frame.data
            self._next = next(self._frames, None)
        return self._jpeg


def _frames_of(found: Sequence[tuple[Path, str]]) -> Iterator[KeptPicture]:
    before = Seconds(-1.0)
    for path, lens in found:
        for one in read_evidence(path, only=("frame",)):
            if one.message.taken_at > before:
                before = one.message.taken_at
                yield KeptPicture(one.message, lens)
