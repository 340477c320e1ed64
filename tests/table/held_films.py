"""Films for a browser's own stand-in of a camera: uncompressed, and never the same picture twice."""

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

FRAMES_A_SECOND = 1
_GRAIN = 2


def turned_view(
    size_px: tuple[int, int],
    *,
    focal_px: float,
    yaw_deg: float = 0.0,
    pitch_deg: float = 0.0,
    roll_deg: float = 0.0,
    zoom: float = 1.0,
) -> NDArray[np.float64]:
    """Return the homography, 3x3, from a camera's picture to that of the same camera turned and zoomed.

    A camera that only turns sees each point of the world, at any height, by this map (Hartley and Zisserman,
    Multiple View Geometry, 8.4.2). `roll_deg` turns the picture about its middle, after yaw and pitch.
    """
    middle_x, middle_y = size_px[0] / 2, size_px[1] / 2
    before = np.array([[focal_px, 0, middle_x], [0, focal_px, middle_y], [0, 0, 1]], np.float64)
    after = np.array([[focal_px * zoom, 0, middle_x], [0, focal_px * zoom, middle_y], [0, 0, 1]], np.float64)
    aimed, _ = cv2.Rodrigues(np.radians([pitch_deg, yaw_deg, 0.0]))
    rolled, _ = cv2.Rodrigues(np.radians([0.0, 0.0, roll_deg]))
    return np.asarray(after @ rolled @ aimed @ np.linalg.inv(before), np.float64)


def write_film(
    folder: Path,
    to: Path,
    *,
    holds_s: Mapping[int, float],
    seconds_each: int,
    view: NDArray[np.float64] | None = None,
) -> float:
    """Write the frames of a film folder as YUV4MPEG2 (the format of mjpegtools); return how long it runs, s.

    `holds_s`: how much longer a frame is held, by its number from 0. `seconds_each`: how long each one is.
    `view`: the homography that each picture is drawn by, as `turned_view` gives it; None: as filmed.
    """
    grain = np.random.default_rng(1)
    shown = 0
    frames = sorted((folder / "frames").glob("*.jpg"))
    with to.open("wb") as file:
        for number, path in enumerate(frames):
            picture = cv2.imread(str(path))
            assert picture is not None
            height, width = picture.shape[:2]
            if view is not None:
                picture = cv2.warpPerspective(
                    picture, view, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
                )
            if number == 0:
                file.write(f"YUV4MPEG2 W{width} H{height} F{FRAMES_A_SECOND}:1 Ip A1:1 C420\n".encode())
                noise = grain.integers(-_GRAIN, _GRAIN + 1, (height, width), np.int16)
            planes = cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420)
            light = planes[:height].astype(np.int16)
            for _ in range(
                seconds_each * FRAMES_A_SECOND + round(holds_s.get(number, 0.0) * FRAMES_A_SECOND)
            ):
                shown += 1
                planes[:height] = np.clip(light + np.roll(noise, shown * 977), 0, 255)
                file.write(b"FRAME\n" + planes.tobytes())
    return shown / FRAMES_A_SECOND
