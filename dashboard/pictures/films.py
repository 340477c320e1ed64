"""Writes scenes as a film that browsers play, with the camera's picture beside the board.

The film is H.264 by PyAV where that's installed (the extra `video`), else VP9 by OpenCV, which takes ten
times as long.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from math import floor
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from PIL import Image

from dashboard.pictures.board_picture import Picture
from dashboard.pictures.scenes import PictureSpan
from engine.core.faults import MissingFault
from engine.records.packed_pictures import can_pack

FPS = 10
"""The pictures a second of a film. Only hands move too fast for it."""

_DARK = "#1e1b17"

Camera = Callable[[float], bytes | None]
"""Returns the JPEG that a camera took last before a time of the match, in seconds; None: there is none."""


@dataclass(frozen=True, slots=True)
class FilmPart:
    """A part of a match as a film shows it."""

    found: Iterator[PictureSpan]
    """The scenes, in order of time; the first is the one that was shown when the part begins."""
    from_s: float
    """The beginning of the part, in seconds since the opening."""
    pictures: int
    """How many pictures of the film it takes."""
    band: Callable[[int], Picture] | None = None
    """Returns the picture below all pictures of the part, for a width in pixels; None: there is none."""


def write_film(  # noqa: PLR0913  # what a film is cut by, by name
    path: Path,
    found: Iterator[PictureSpan],
    camera: Camera | None,
    *,
    from_s: float,
    to_s: float,
    speed: float = 1.0,
    progress: Callable[[float], None] = lambda _: None,
) -> int:
    """Write an MP4 of a part of a match, and return the number of its pictures.

    Args:
        path: The file to write.
        found: The scenes, in order of time.
        camera: The camera's pictures; None: the board alone is shown.
        from_s: The beginning of the part, in seconds since the opening.
        to_s: The end of the part.
        speed: The speed of the film, as a multiple of the speed of play.
        progress: Gets the time of the match that has been written, in seconds.

    Raises:
        MissingFault: the file can't be written.
    """
    pictures = 1 + max(0, floor((to_s - from_s) * FPS / speed + 1e-6))
    whole = FilmPart(found, from_s, pictures)
    return write_cut(path, (whole,), camera, speed=speed, progress=lambda at_s, _: progress(at_s))


def write_cut(
    path: Path,
    parts: Iterable[FilmPart],
    camera: Camera | None,
    *,
    speed: float = 1.0,
    centred: bool = False,
    progress: Callable[[float, int], None] = lambda _, __: None,
) -> int:
    """Write an MP4 of parts of a match, one after another, and return the number of its pictures.

    Args:
        path: The file to write.
        parts: The parts, in order of time.
        camera: The camera's pictures; None: the board alone is shown.
        speed: The speed of the film, as a multiple of the speed of play.
        centred: Whether the board has the middle where the camera has no picture.
        progress: Gets the time of the match that was written last, and how many pictures were written.

    Raises:
        MissingFault: the file can't be written.
    """
    writer: _Writer | None = None
    known: tuple[bytes | None, Picture] | None = None
    count = 0
    try:
        for part in parts:
            scene = next(part.found)
            coming = next(part.found, None)
            band: Picture | None = None
            shown: tuple[PictureSpan, bytes | None] | None = None
            for number in range(part.pictures):
                at_s = part.from_s + number * speed / FPS
                while coming is not None and coming.at_s <= at_s:
                    scene, coming = coming, next(part.found, None)
                board, jpeg = scene.picture, None if camera is None else camera(at_s)
                if camera is not None and (known is None or known[0] != jpeg):
                    known = (jpeg, _fitted(jpeg, board.height))
                if shown is None or shown[0] is not scene or shown[1] is not jpeg:
                    shown = (scene, jpeg)
                    alone = centred and jpeg is None
                    whole = board if known is None else _beside(known[1], board, centred=alone)
                    if part.band is not None:
                        band = band or part.band(whole.width)
                        whole = _below(whole, band)
                    whole = whole.crop((0, 0, whole.width // 2 * 2, whole.height // 2 * 2))
                if writer is None:
                    writer = _opened(path, whole.size)
                writer.write(whole)
                count += 1
                progress(at_s, count)
    finally:
        if writer is not None:
            writer.close()
    return count


class _Writer(Protocol):
    """A writer of an MP4 file."""

    def write(self, picture: Picture) -> None:
        """Append a picture."""

    def close(self) -> None:
        """Complete the file."""


def _opened(path: Path, size: tuple[int, int]) -> _Writer:
    return _H264(path, size) if can_pack() else _Vp9(path, size)


class _H264:
    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        self._av = import_module("av")
        try:
            self._file = self._av.open(str(path), "w", format="mp4", options={"movflags": "faststart"})
        except (OSError, self._av.FFmpegError) as error:
            raise MissingFault(f"{path}: an MP4 can't be written there: {error}") from error
        self._stream = self._file.add_stream("libx264", rate=FPS, options={"preset": "veryfast", "crf": "20"})
        self._stream.width, self._stream.height = size
        self._stream.pix_fmt = "yuv420p"

    def write(self, picture: Picture) -> None:
        frame = self._av.VideoFrame.from_ndarray(np.asarray(picture), format="rgb24")
        self._file.mux(self._stream.encode(frame))

    def close(self) -> None:
        self._file.mux(self._stream.encode(None))
        self._file.close()


class _Vp9:
    def __init__(self, path: Path, size: tuple[int, int]) -> None:
        code = cv2.VideoWriter.fourcc(*"vp09")
        self._file = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, code, float(FPS), size)
        if not self._file.isOpened():
            raise MissingFault(f"{path}: OpenCV can't write an MP4 there; is the folder writable?")

    def write(self, picture: Picture) -> None:
        self._file.write(np.asarray(picture)[:, :, ::-1])

    def close(self) -> None:
        self._file.release()


def _fitted(jpeg: bytes | None, height_px: int) -> Picture:
    """Return the camera's picture in a dark box of 4:3 of this height; None: the box is empty."""
    box = Image.new("RGB", (height_px * 4 // 6 * 2, height_px), _DARK)
    if jpeg is None:
        return box
    picture = Image.open(BytesIO(jpeg))
    picture.thumbnail(box.size)
    box.paste(picture, ((box.width - picture.width) // 2, (box.height - picture.height) // 2))
    return box


def _beside(left: Picture, right: Picture, *, centred: bool) -> Picture:
    """Return both pictures side by side, or only the right one in the middle of as much room."""
    whole = Image.new("RGB", (left.width + right.width, right.height), _DARK)
    if not centred:
        whole.paste(left, (0, 0))
    whole.paste(right, (left.width // 2 if centred else left.width, 0))
    return whole


def _below(whole: Picture, band: Picture) -> Picture:
    both = Image.new("RGB", (whole.width, whole.height + band.height), _DARK)
    both.paste(whole, (0, 0))
    both.paste(band, (0, whole.height))
    return both
