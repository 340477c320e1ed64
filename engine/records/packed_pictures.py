"""A camera's pictures packed as video: H.264, each picture a message of its own, in a tenth of the room.

PyAV (FFmpeg) packs them; the extra `video` installs it. Without it pictures stay the camera's own JPEGs.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from engine.core.faults import MissingFault
from engine.records.camera_frame import PIXELS, CameraFrame, PackedFrame
from engine.records.evidence import OPEN, EvidenceFile, read_about, read_evidence
from engine.records.packing import UNFINISHED, held, pack

CRF: Final = 26
"""How much H.264 may lose; decision 0431 has the sizes and differences of others."""

KEY_EVERY: Final = 80
"""The distance between pictures that stand alone, in pictures: ten seconds of busy play. Each other picture
needs all pictures since the last one that stands alone."""

_OPTIONS: Final = {
    "preset": "veryfast",
    "crf": str(CRF),
    "bf": "0",
    "g": str(KEY_EVERY),
    "sc_threshold": "0",  # the table never changes its scene, and a picture that stands alone is large
    # Small changes from the picture before are left out: on a table they are a camera's noise. x264's default
    # of 21 takes 1.4 times the room, and a higher crf instead costs readings (docs/measured/records.md).
    "x264-params": "deadzone-inter=32",
}
_PIXELS: Final = "yuvj420p"
"""The pixels of nearly all cameras' JPEGs, so that no colour is converted."""
_TICK: Final = Fraction(1, 8)
"""The time between two pictures for the encoder: the video keeps no real times."""
_JPEG_END: Final = b"\xff\xd9"


def can_pack() -> bool:
    """Tell whether this installation can pack pictures."""
    return find_spec("av") is not None


def pack_pictures(path: Path, about: dict[str, str] | None = None) -> int:
    """Pack a whole `.mcap` of pictures in its place; return the number of packed pictures.

    It is 0 if all were packed before.

    `about`: the file's header, where it is known.

    Raises:
        InputFault: the file can't be read.
        MissingFault: PyAV isn't installed.
        OSError: the disk refuses, or another program packs it; the file is unchanged.
    """
    with held(path):
        return _packed_in_place(path, about)


def _packed_in_place(path: Path, about: dict[str, str] | None) -> int:
    if next(read_evidence(path, only=("frame",)), None) is None:
        return 0
    packer, count = VideoPacker(), 0
    found = about or read_about(path)
    # The next start mustn't mend a file by this name: it is thrown away if it isn't finished.
    part = path.with_name(f"{UNFINISHED}{path.name}{OPEN}")
    part.unlink(missing_ok=True)
    try:
        file = EvidenceFile(part, table=found.get("table") or "table", about=found)
        try:
            waiting: deque[tuple[str, int]] = deque()
            for one in read_evidence(path):
                waiting.append((one.name, one.at_ns))
                is_picture = isinstance(one.message, CameraFrame)
                frames = packer.take(one.message) if is_picture else (*packer.finish(), one.message)
                count += _write(file, frames, waiting)
            count += _write(file, packer.finish(), waiting)
            file.finish()
        finally:
            file.abandon()
        pack(part).replace(path)
    finally:
        part.unlink(missing_ok=True)
    return count


def _write(
    file: EvidenceFile, frames: Iterable[CameraFrame | PackedFrame], waiting: deque[tuple[str, int]]
) -> int:
    """Write the packer's output, which keeps the order; return the number of packed pictures in it."""
    packed = 0
    for frame in frames:
        name, at_ns = waiting.popleft()
        is_packed = isinstance(frame, PackedFrame)
        file.write("video" if is_packed else "frame", name, frame, at_ns)
        packed += is_packed
    return packed


class VideoPacker:
    """Packs one camera's pictures, in their order. A picture that can't be read stays as it is."""

    def __init__(self) -> None:
        """Open the decoder of the pictures.

        Raises:
            MissingFault: PyAV isn't installed.
        """
        self._av = _av()
        self._jpegs = self._av.CodecContext.create("mjpeg", "r")
        self._encoder: Any = None
        self._inside: deque[CameraFrame] = deque()
        self._taken = 0

    def take(self, frame: CameraFrame) -> Iterator[CameraFrame | PackedFrame]:
        """Yield the pictures that are done after this one; this one itself may come later."""
        picture = self._decoded(frame.data)
        if picture is None:
            yield from self.finish()
            yield frame
            return
        encoder = self._encoder
        if encoder is None or (encoder.width, encoder.height) != (picture.width, picture.height):
            yield from self.finish()
            encoder = self._encoder = self._opened(picture.width, picture.height)
        picture = picture.reformat(format=_PIXELS)
        picture.pts, picture.time_base, picture.pict_type = self._taken, _TICK, 0
        self._taken += 1
        self._inside.append(frame)
        yield from map(self._packed, encoder.encode(picture))

    def finish(self) -> Iterator[PackedFrame]:
        """Yield the pictures that the encoder still holds."""
        if self._encoder is not None:
            encoder, self._encoder = self._encoder, None
            yield from map(self._packed, encoder.encode(None))

    def _opened(self, width: int, height: int) -> Any:
        encoder = self._av.CodecContext.create("libx264", "w")
        encoder.width, encoder.height, encoder.pix_fmt = width, height, _PIXELS
        encoder.time_base, encoder.framerate = _TICK, 1 / _TICK
        encoder.thread_count = 1
        encoder.options = _OPTIONS
        return encoder

    def _decoded(self, jpeg: bytes) -> Any:
        """Return a JPEG's pixels; None if it isn't whole, or has a size that H.264 can't have."""
        if not jpeg.endswith(_JPEG_END):
            return None
        try:
            (picture,) = self._jpegs.decode(self._av.Packet(jpeg))
        except (self._av.FFmpegError, ValueError):
            return None
        return None if picture.width % 2 or picture.height % 2 else picture

    def _packed(self, packet: Any) -> PackedFrame:
        return PackedFrame.of(self._inside.popleft(), bytes(packet), alone=packet.is_keyframe)


class VideoUnpacker:
    """Unpacks one camera's pictures in their order. The first one has to stand alone."""

    def __init__(self) -> None:
        self._av: Any = None
        self._decoder: Any = None

    def unpacked(self, frame: CameraFrame | PackedFrame) -> CameraFrame | None:
        """Return a picture as pixels (PPM), or a JPEG as it is; None if pictures before it are missing.

        Raises:
            MissingFault: PyAV isn't installed.
        """
        if isinstance(frame, CameraFrame):
            return frame
        if self._decoder is None or frame.alone:
            self._av = _av()
            self._decoder = self._av.CodecContext.create("h264", "r")
            self._decoder.thread_count = 1  # else a picture would come only with later ones
        try:
            pictures = self._decoder.decode(self._av.Packet(frame.data))
        except self._av.FFmpegError:
            return None
        if len(pictures) != 1:
            return None
        pixels = pictures[0].to_ndarray(format="rgb24")
        height, width, _ = pixels.shape
        return CameraFrame(
            frame.timestamp,
            frame.frame_id,
            PIXELS,
            b"P6 %d %d 255\n" % (width, height) + pixels.tobytes(),
            frame.taken_at,
            frame.sequence,
        )


def _av() -> Any:
    try:
        import av  # noqa: PLC0415  # the extra `video` brings it
    except ImportError as error:
        raise MissingFault(
            "packed pictures need PyAV, which isn't installed: pip install 'boardwarden[video]'"
        ) from error
    return av
