"""Pictures and films as phones, browsers and machine cameras make them."""

import subprocess
import sys
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Thread

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image as PictureModule

from engine.core.faults import InputFault
from tests.patience import PATIENCE_S
from vision.pictures.frame import Frame, Image
from vision.sources import BadFrame, NotYet, Reading, Silent, frames_of, open_source

FILMS = Path(__file__).parent / "films"
"""Three frames of 64x64 px each, coded by SVT-AV1."""


def scene() -> Image:
    """Draw a picture whose corners differ: the upper left is light."""
    image = np.full((96, 160, 3), 40, np.uint8)
    image[:48, :80] = (200, 210, 220)
    return image


def encoded(suffix: str, image: Image | None = None) -> bytes:
    done, content = cv2.imencode(suffix, scene() if image is None else image)
    assert done
    return content.tobytes()


def read(path: Path, content: bytes) -> Reading:
    path.write_bytes(content)
    (reading,) = frames_of(str(path))
    return reading


@pytest.mark.parametrize("seed", range(20))
def test_a_phones_motion_photo_is_read_whatever_its_film_holds(tmp_path: Path, seed: int) -> None:
    film = np.random.default_rng(seed).integers(0, 256, 200_000, np.uint8).tobytes()
    trailer = b"\x00\x00\x00\x18ftypmp42\x00\x00\x00\x00mp42isom" + film
    got = read(tmp_path / "MVIMG_1.jpg", encoded(".jpg") + trailer)
    assert isinstance(got, Frame), got
    assert np.abs(got.image.astype(int) - scene()).mean() < 4


def test_a_motion_photo_that_is_cut_within_its_picture_is_still_refused(tmp_path: Path) -> None:
    whole = encoded(".jpg")
    for length in range(2, len(whole) - 1, 7):
        got = read(tmp_path / "cut.jpg", whole[:length])
        assert isinstance(got, BadFrame)
        assert "truncated" in got.reason


def test_bytes_between_a_jpegs_segments_do_not_matter(tmp_path: Path) -> None:
    whole = encoded(".jpg")
    comment = b"\xff\xff\xfe\x00\x06\xff\xd9\xff\xda"[:8]
    assert isinstance(read(tmp_path / "one.jpg", whole[:2] + comment + whole[2:]), Frame)


def test_what_lies_behind_a_pngs_end_does_not_matter(tmp_path: Path) -> None:
    assert isinstance(read(tmp_path / "one.png", encoded(".png") + bytes(500)), Frame)


@pytest.mark.parametrize("bits", [10, 12, 16])
@pytest.mark.parametrize("suffix", [".png", ".tif"])
def test_a_machine_cameras_grey_is_as_light_as_its_bits_say(tmp_path: Path, suffix: str, bits: int) -> None:
    grey = scene()[..., 1]
    deep = (grey.astype(np.uint16) << (bits - 8)) + np.uint16(1)
    got = read(tmp_path / f"one{suffix}", cv2.imencode(suffix, deep)[1].tobytes())
    assert isinstance(got, Frame)
    assert np.array_equal(got.image, cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR))


def test_a_dim_picture_of_sixteen_bits_is_not_made_lighter(tmp_path: Path) -> None:
    grey = scene()[..., 1] // 4
    got = read(tmp_path / "one.png", cv2.imencode(".png", grey.astype(np.uint16) * 257)[1].tobytes())
    assert isinstance(got, Frame)
    assert np.array_equal(got.image[..., 0], grey)


def phones(kind: str, orientation: int = 1) -> bytes:
    """Encode the scene as a phone does; `orientation` is EXIF's."""
    if kind == "HEIF":
        pillow_heif.register_heif_opener()
    exif = PictureModule.Exif()
    exif[0x112] = orientation
    content = BytesIO()
    said = exif if kind == "TIFF" else exif.tobytes()
    PictureModule.fromarray(scene()[:, :, ::-1]).save(content, kind, quality=90, exif=said)
    return content.getvalue()


@pytest.mark.parametrize(("kind", "suffix"), [("HEIF", ".heic"), ("HEIF", ".HIF"), ("AVIF", ".avif")])
def test_a_phones_heic_or_avif_is_read(tmp_path: Path, kind: str, suffix: str) -> None:
    got = read(tmp_path / f"one{suffix}", phones(kind))
    assert isinstance(got, Frame), got
    assert np.abs(got.image.astype(int) - scene()).mean() < 4


@pytest.mark.parametrize("kind", ["HEIF", "AVIF"])
def test_a_heic_or_avif_is_turned_as_it_says(tmp_path: Path, kind: str) -> None:
    got = read(tmp_path / "one.avif", phones(kind, orientation=6))
    assert isinstance(got, Frame), got
    assert np.abs(got.image.astype(int) - np.rot90(scene(), -1)).mean() < 6


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photograph_is_turned_and_mirrored_as_its_exif_says(
    tmp_path: Path, kind: str, orientation: int
) -> None:
    got = read(tmp_path / f"one.{kind.lower()}", phones(kind, orientation))
    assert isinstance(got, Frame), got
    stored = scene().swapaxes(0, 1) if orientation in (5, 7) else scene()
    stored = stored[:, ::-1] if orientation in (2, 4) else stored
    upright = np.rot90(stored, {3: 2, 4: 2, 6: -1, 7: 2, 8: 1}.get(orientation, 0))
    assert got.image.shape == upright.shape
    assert np.abs(got.image.astype(int) - upright).mean() < 6


@pytest.mark.parametrize("kind", ["HEIF", "AVIF"])
def test_a_heic_or_avif_that_is_cut_off_says_so(tmp_path: Path, kind: str) -> None:
    whole = phones(kind)
    starts = (whole.index(b"meta") - 4, whole.index(b"mdat") - 4)
    for length in range(9, len(whole)):
        got = read(tmp_path / "cut.heic", whole[:length])
        assert isinstance(got, BadFrame)
        assert length in starts or "truncated" in got.reason


def test_a_heic_without_its_library_is_refused_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "one.heic"
    path.write_bytes(phones("HEIF"))
    asked = (
        "import sys; sys.modules['pillow_heif'] = None\n"
        "from vision.sources import frames_of\n"
        "(reading,) = frames_of(sys.argv[1]); print(reading.reason)"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked, str(path)],
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE_S,
    )
    assert "HEIC" in done.stdout
    assert "pip install 'boardwarden[heic]'" in done.stdout
    assert "JPEG" in done.stdout


@pytest.mark.parametrize("film", ["av1.mkv", "av1.mp4"])
def test_a_film_that_this_opencv_cannot_decode_is_refused_by_its_codecs_name(film: str) -> None:
    with pytest.raises(InputFault, match=r"can't decode AV1 video\. Convert it: ffmpeg") as caught:
        open_source(str(FILMS / film))
    assert film in str(caught.value)


def test_a_film_of_that_codec_that_is_cut_before_its_frames_counts_as_truncated(tmp_path: Path) -> None:
    path = tmp_path / "cut.mp4"
    whole = (FILMS / "av1.mp4").read_bytes()
    path.write_bytes(whole[: whole.index(b"mdat") + 4])
    (reading,) = frames_of(str(path))
    assert isinstance(reading, BadFrame)
    assert "truncated" in reading.reason


class Served(SimpleHTTPRequestHandler):
    extensions_map = {".mkv": "video/x-matroska"}  # noqa: RUF012 # as the base class has it

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 # as the base class calls it
        """Say nothing."""


def test_a_stream_that_this_opencv_cannot_decode_says_so() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Served, directory=str(FILMS)))
    Thread(target=server.serve_forever, daemon=True).start()
    source = open_source(f"http://127.0.0.1:{server.server_address[1]}/av1.mkv")
    try:
        until = time.monotonic() + PATIENCE_S
        while isinstance(got := source.read(0.1), NotYet) and time.monotonic() < until:
            pass
        assert isinstance(got, Silent), got
        assert "can be decoded here (AV1)" in got.reason
    finally:
        source.close()
        server.shutdown()
        server.server_close()
