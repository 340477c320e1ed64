"""Ways to pack a camera's pictures: every one gives each picture back in its order, and is measured."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from dashboard.commands import BAD_INPUT, main
from dashboard.lab.coders import CODERS, OURS, bench_coders
from engine.core.ids import Seconds
from engine.records.camera_frame import CameraFrame

pytest.importorskip("av", reason="for want of PyAV, which make test installs")

COUNT, SIZE = 4, (240, 320, 3)


def picture(number: int) -> NDArray[np.uint8]:
    """Return a board of squares; a piece goes over it, further with each number."""
    image = np.full(SIZE, 90, np.uint8)
    image[::40], image[:, ::40] = 200, 200
    image[100:140, 60 * number + 10 : 60 * number + 50] = (40, 60, 220)
    return image


def jpeg(number: int) -> bytes:
    _, content = cv2.imencode(".jpg", picture(number), [cv2.IMWRITE_JPEG_QUALITY, 95])
    return bytes(content)


@pytest.mark.parametrize("name", CODERS)
def test_each_picture_comes_back_in_its_order(name: str) -> None:
    frames = [CameraFrame.of("cam", jpeg(n), taken_at=Seconds(n), sequence=n) for n in range(COUNT)]
    coder = CODERS[name]()
    packed = coder.pack(frames)
    assert len(packed) == COUNT
    assert sum(map(len, packed)) < sum(len(one.data) for one in frames)
    found = [cv2.imdecode(np.frombuffer(one, np.uint8), cv2.IMREAD_COLOR) for one in coder.unpack(packed)]
    assert len(found) == COUNT
    for number, one in enumerate(found):
        assert one is not None
        apart = [float(cv2.norm(one, picture(other), cv2.NORM_L1)) for other in range(COUNT)]
        assert apart.index(min(apart)) == number


def test_footage_is_packed_in_every_way_and_its_looks_compared(tmp_path: Path) -> None:
    frames = tmp_path / "frames"
    frames.mkdir()
    for number in range(COUNT):
        (frames / f"{number:06d}.jpg").write_bytes(jpeg(number))
    (tmp_path / "footage.yaml").write_text("board: mativen\npieces: mativen-pieces\nfps: 2\ncamera: null\n")
    rows = {str(row["what"]).partition(": ")[2]: row for row in bench_coders(tmp_path)}
    sizes = {name: rows[f"{name}, MB a minute"]["value"] for name in CODERS}
    assert all(0 < size < rows["JPEG, MB a minute"]["value"] for size in sizes.values())
    assert {rows[f"{name}, looks at rest that differ"]["value"].partition(" of ")[0] for name in CODERS} == {
        "0"
    }
    assert rows[f"{OURS}, MB a minute"]["holds"] is True


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("bench", "records"), "expected footage, or a match"),
        (("bench", "vision"), "bench records --coders DIR"),
    ],
)
def test_what_has_no_pictures_is_refused(
    words: tuple[str, ...], expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "journal.jsonl").write_bytes(
        (Path(__file__).parents[1] / "records" / "formats" / "format-2.jsonl").read_bytes()
    )
    assert main([*words, "--coders", str(tmp_path)]) == BAD_INPUT
    assert expected in capsys.readouterr().err
