"""Measures what ways to pack a camera's pictures take and cost: H.264, VP9, AV1, stills of what changed.

Every picture is packed, unpacked and seen again, and its look is compared with the look at the JPEG.
"""

import os
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from time import process_time
from typing import Any, Protocol

import cv2
import numpy as np

from engine.core.board import load_board
from engine.core.faults import InputFault, MissingFault
from engine.core.footage import is_footage, load_footage
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from engine.records.archive import find_match
from engine.records.camera_frame import PIXELS, CameraFrame, PackedFrame
from engine.records.from_pictures import unlike_places
from engine.records.packed_pictures import CRF, KEY_EVERY, VideoPacker, VideoUnpacker, can_pack
from engine.records.pictures import kept_frames
from engine.records.recorded import open_recorded
from vision.camera.recorded_eyes import RecordedEyes
from vision.pictures.frame import Image

GOAL_MB_A_MINUTE = 3.0
"""The most room for the pictures of busy play."""

_TILE_PX = 80
"""The side of a tile: it divides 1600 and 1200, and has whole blocks of JPEG. A piece is about as large."""
_CHANGED_LEVELS = 12
"""How much brighter or darker a blurred spot is that has changed: three times a camera's noise there."""
_STILL_QUALITY = 90


@dataclass(frozen=True, slots=True)
class Film:
    """A camera's pictures of a board, as JPEGs."""

    name: str
    """Their name: of the footage, or of the match."""
    board: str
    """The board's name or file."""
    pieces: str
    """The name or file of the pieces."""
    frames: tuple[CameraFrame, ...]
    """The pictures in their order."""
    lens: str
    """The lens that they were taken with, as JSON; empty: unknown."""
    seconds: float
    """The time that they show."""


class Coder(Protocol):
    """A way to pack pictures."""

    def pack(self, frames: Sequence[CameraFrame]) -> list[bytes]:
        """Return each picture packed; it may need those before it."""

    def unpack(self, packed: Sequence[bytes]) -> Iterator[bytes]:
        """Yield each picture's pixels, as a PPM file."""


def bench_coders(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield a row for each coder, about the pictures of footage, or of a recorded match with its JPEGs.

    Raises:
        InputFault: the folder has no such pictures.
        MissingFault: PyAV isn't installed.
    """
    if not can_pack():
        raise MissingFault(
            "--coders: PyAV isn't installed; install it with: pip install 'boardwarden[video]'"
        )
    film = load_film(folder)
    size = sum(len(one.data) for one in film.frames)
    yield {"what": f"{film.name}: JPEG, MB a minute", "value": _mb_a_minute(film, size)}
    yield {"what": f"{film.name}: JPEG, kB a picture", "value": round(size / len(film.frames) / 1e3)}
    eyes = RecordedEyes(load_board(film.board), load_pieces(film.pieces))
    looks = [eyes.see(one, film.lens) for one in film.frames]
    for name, made in CODERS.items():
        coder = made()
        began = process_time()
        packed = coder.pack(film.frames)
        packing_s = process_time() - began
        size = sum(map(len, packed))
        eyes = RecordedEyes(load_board(film.board), load_pieces(film.pieces))
        rest = differ = 0
        unpacking_s, began = 0.0, process_time()
        for frame, pixels, was in zip(film.frames, coder.unpack(packed), looks, strict=True):
            unpacking_s += process_time() - began
            again = CameraFrame(
                frame.timestamp, frame.frame_id, PIXELS, pixels, frame.taken_at, frame.sequence
            )
            now = eyes.see(again, film.lens)
            if was is not None and now is not None and was.motion.steady and now.motion.steady:
                rest += 1
                differ += any(True for _ in unlike_places(was, now))
            began = process_time()
        mb = _mb_a_minute(film, size)
        head = f"{film.name}: {name}"
        ours = {"holds": mb <= GOAL_MB_A_MINUTE and not differ} if name == OURS else {}
        yield {"what": f"{head}, MB a minute", "value": mb, **ours}
        yield {"what": f"{head}, kB a picture", "value": round(size / len(packed) / 1e3, 1)}
        yield {"what": f"{head}, packing a picture, CPU ms", "value": _ms_each(packing_s, packed)}
        yield {"what": f"{head}, unpacking a picture, CPU ms", "value": _ms_each(unpacking_s, packed)}
        yield {"what": f"{head}, looks at rest that differ", "value": f"{differ} of {rest}"}


def _mb_a_minute(film: Film, size_bytes: int) -> float:
    return round(size_bytes / film.seconds * 60 / 1e6, 2)


def _ms_each(seconds: float, packed: Sequence[bytes]) -> float:
    return round(1000 * seconds / len(packed), 1)


def load_film(folder: Path) -> Film:
    """Return the pictures of a folder: of footage, or of a recorded match whose pictures aren't packed yet.

    Raises:
        InputFault: it has none.
    """
    if is_footage(folder):
        footage = load_footage(folder)
        frames = tuple(
            CameraFrame.of("cam", path.read_bytes(), taken_at=Seconds(n / footage.fps), sequence=n)
            for n, path in enumerate(footage.frames, start=1)
        )
        return Film(folder.name, footage.board, footage.pieces, frames, "", len(frames) / footage.fps)
    match = open_recorded(find_match(folder.parent, str(folder)))
    kept = [one for of_camera in list(kept_frames(folder).values())[:1] for one in of_camera]
    if len(kept) < 2 or any(one.frame.format == PIXELS for one in kept):
        raise InputFault(
            f"{folder}: expected footage, or a match with its camera's pictures as they came; a table that "
            "is killed leaves them so: they are packed as the match ends"
        )
    span = kept[-1].frame.taken_at - kept[0].frame.taken_at
    opening = match.opening
    return Film(
        match.name, opening.board, opening.pieces, tuple(one.frame for one in kept), kept[0].lens, span
    )


class Packed:
    """The coder of recorded matches, as the program packs and unpacks their pictures."""

    def __init__(self) -> None:
        self._frames: list[CameraFrame | PackedFrame] = []

    def pack(self, frames: Sequence[CameraFrame]) -> list[bytes]:
        """Return each picture packed."""
        packer = VideoPacker()
        self._frames = [*(one for frame in frames for one in packer.take(frame)), *packer.finish()]
        return [one.data for one in self._frames]

    def unpack(self, packed: Sequence[bytes]) -> Iterator[bytes]:
        """Yield each picture's pixels."""
        unpacker = VideoUnpacker()
        for one, data in zip(self._frames, packed, strict=True):
            found = unpacker.unpacked(replace(one, data=data))
            yield b"" if found is None else found.data


class Video:
    """One of FFmpeg's coders, with every picture on its own as soon as it's taken."""

    def __init__(self, encoder: str, decoder: str, options: dict[str, str]) -> None:
        os.environ.setdefault("SVT_LOG", "1")  # SVT-AV1 prints its settings otherwise
        self._encoder, self._decoder, self._options = encoder, decoder, options

    def pack(self, frames: Sequence[CameraFrame]) -> list[bytes]:
        """Return each picture packed."""
        av: Any = import_module("av")
        full_range = import_module("av.video.reformatter").ColorRange.JPEG
        jpegs, encoder, found = av.CodecContext.create("mjpeg", "r"), None, list[bytes]()
        for n, frame in enumerate(frames):
            (picture,) = jpegs.decode(av.Packet(frame.data))
            if encoder is None:
                encoder = av.CodecContext.create(self._encoder, "w")
                encoder.width, encoder.height, encoder.pix_fmt = picture.width, picture.height, "yuv420p"
                encoder.time_base = Fraction(1, 8)
                encoder.framerate, encoder.thread_count = 8, 1
                encoder.color_range = full_range
                encoder.gop_size, encoder.options = KEY_EVERY, self._options
            picture = picture.reformat(format="yuv420p", dst_color_range=full_range)
            picture.pts, picture.time_base, picture.pict_type = n, encoder.time_base, 0
            found += map(bytes, encoder.encode(picture))
        if encoder is not None:
            found += map(bytes, encoder.encode(None))
        return found

    def unpack(self, packed: Sequence[bytes]) -> Iterator[bytes]:
        """Yield each picture's pixels."""
        av: Any = import_module("av")
        decoder = av.CodecContext.create(self._decoder, "r")
        decoder.thread_count = 1
        pictures = (one for data in packed for one in decoder.decode(av.Packet(data)))
        for picture in pictures:
            yield _ppm(picture.to_ndarray(format="bgr24"))
        for picture in decoder.decode(None):
            yield _ppm(picture.to_ndarray(format="bgr24"))


class ChangedTiles:
    """Stills: one whole JPEG, and of each later picture the tiles that changed, as one JPEG of tiles."""

    def pack(self, frames: Sequence[CameraFrame]) -> list[bytes]:
        """Return each picture packed."""
        found: list[bytes] = []
        shown: Image | None = None
        for n, frame in enumerate(frames):
            image = _decoded(frame.data)
            divides = not (image.shape[0] % _TILE_PX or image.shape[1] % _TILE_PX)
            if n % KEY_EVERY == 0 or shown is None or not divides:
                found.append(_still(image))
                shown = _decoded(found[-1])
                continue
            changed = _changed_tiles(shown, image)
            tiles = [image[_tile(y, x)] for y, x in np.argwhere(changed)]
            still = _still(np.concatenate(tiles)) if tiles else b""
            found.append(_HEAD + zlib.compress(np.packbits(changed).tobytes()).ljust(_MAP_BYTES) + still)
            shown = self._with_tiles(shown, found[-1])
        return found

    def unpack(self, packed: Sequence[bytes]) -> Iterator[bytes]:
        """Yield each picture's pixels."""
        shown: Image | None = None
        for data in packed:
            whole = shown is None or not data.startswith(_HEAD)
            shown = _decoded(data) if whole or shown is None else self._with_tiles(shown, data)
            yield _ppm(shown)

    @staticmethod
    def _with_tiles(shown: Image, data: bytes) -> Image:
        bits = zlib.decompressobj().decompress(data[len(_HEAD) :])
        rows, columns = shown.shape[0] // _TILE_PX, shown.shape[1] // _TILE_PX
        changed = np.unpackbits(np.frombuffer(bits, np.uint8), count=rows * columns).reshape(rows, columns)
        found, still = shown.copy(), data[len(_HEAD) + _MAP_BYTES :]
        if still:
            for tile, (y, x) in zip(
                np.split(_decoded(still), changed.sum()), np.argwhere(changed), strict=True
            ):
                found[_tile(y, x)] = tile
        return found


_HEAD, _MAP_BYTES = b"tiles", 400


def _tile(row: int, column: int) -> tuple[slice, slice]:
    return (
        slice(row * _TILE_PX, (row + 1) * _TILE_PX),
        slice(column * _TILE_PX, (column + 1) * _TILE_PX),
    )


def _changed_tiles(before: Image, after: Image) -> Any:
    """Return which tiles changed, as a matrix of booleans: rows, columns."""
    blurred = (cv2.blur(cv2.cvtColor(one, cv2.COLOR_BGR2GRAY), (5, 5)) for one in (before, after))
    apart = cv2.absdiff(*blurred)
    rows, columns = apart.shape[0] // _TILE_PX, apart.shape[1] // _TILE_PX
    tiles = apart[: rows * _TILE_PX, : columns * _TILE_PX].reshape(rows, _TILE_PX, columns, _TILE_PX)
    return tiles.max(axis=(1, 3)) > _CHANGED_LEVELS


def _still(image: Image) -> bytes:
    _, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _STILL_QUALITY])
    return np.asarray(content).tobytes()


def _decoded(jpeg: bytes) -> Image:
    return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), np.uint8)


def _ppm(image: Image) -> bytes:
    height, width, _ = image.shape
    return b"P6 %d %d 255\n" % (width, height) + cv2.cvtColor(image, cv2.COLOR_BGR2RGB).tobytes()


OURS = f"H.264, crf {CRF}"
_LIVE_VP9 = {"deadline": "realtime", "lag-in-frames": "0", "auto-alt-ref": "0", "b": "0"}
_LIVE_AV1 = {"svtav1-params": "pred-struct=1:lp=1"}
CODERS: dict[str, Callable[[], Coder]] = {
    OURS: Packed,
    "VP9, crf 34": lambda: Video("libvpx-vp9", "vp9", {**_LIVE_VP9, "cpu-used": "6", "crf": "34"}),
    "AV1, crf 35": lambda: Video("libsvtav1", "libdav1d", {**_LIVE_AV1, "preset": "8", "crf": "35"}),
    "stills of changed tiles": ChangedTiles,
}
"""The coders that are measured, by their names."""
