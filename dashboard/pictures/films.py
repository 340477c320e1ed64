"""Scenes as a film with the camera's picture beside the board. Loads OpenCV."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from dashboard.pictures.board_picture import Picture
from dashboard.pictures.scenes import PictureSpan
from engine.core.faults import MissingFault

FPS = 10
"""Of a film: what moves faster is a hand."""

_DARK = "#1e1b17"

Camera = Callable[[float], bytes | None]
"""Returns the JPEG that a camera had taken at a time of the match; None: there is none."""


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
    """Write an MP4 of a part of a match and return how many pictures it has.

    Raises:
        MissingFault: this machine's OpenCV can't write it there.
    """
    scene = next(found)
    coming = next(found, None)
    writer: cv2.VideoWriter | None = None
    known: tuple[bytes | None, Picture] | None = None
    count = 0
    try:
        while (at_s := from_s + count * speed / FPS) <= to_s or count == 0:
            while coming is not None and coming.at_s <= at_s:
                scene, coming = coming, next(found, None)
            board, jpeg = scene.picture, None if camera is None else camera(at_s)
            if camera is not None and (known is None or known[0] != jpeg):
                known = (jpeg, _fitted(jpeg, board.height))
            whole = board if known is None else _beside(known[1], board)
            if writer is None:
                writer = _opened(path, whole.size)
            writer.write(np.asarray(whole)[:, :, ::-1])
            count += 1
            progress(at_s)
    finally:
        if writer is not None:
            writer.release()
    return count


def _opened(path: Path, size: tuple[int, int]) -> cv2.VideoWriter:
    # Of what OpenCV's wheels can write, VP9 takes two seconds a picture.
    writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, cv2.VideoWriter.fourcc(*"mp4v"), float(FPS), size)
    if not writer.isOpened():
        raise MissingFault(f"{path}: OpenCV can't write an MP4 there; expected a folder that can be written")
    return writer


def _fitted(jpeg: bytes | None, height_px: int) -> Picture:
    """Return the camera's picture in a box of 4:3."""
    box = Image.new("RGB", (height_px * 4 // 6 * 2, height_px), _DARK)
    if jpeg is None:
        return box
    picture = Image.open(BytesIO(jpeg))
    picture.thumbnail(box.size)
    box.paste(picture, ((box.width - picture.width) // 2, (box.height - picture.height) // 2))
    return box


def _beside(left: Picture, right: Picture) -> Picture:
    whole = Image.new("RGB", (left.width + right.width, right.height), _DARK)
    whole.paste(left, (0, 0))
    whole.paste(right, (left.width, 0))
    return whole
