"""Films for a browser's own stand-in of a camera: uncompressed, and never the same picture twice."""

from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

FRAMES_A_SECOND = 1
_GRAIN = 2


def write_film(folder: Path, to: Path, *, holds_s: Mapping[int, float], seconds_each: int) -> float:
    """Write the frames of a film folder as YUV4MPEG2 (the format of mjpegtools); return how long it runs, s.

    `holds_s`: how much longer a frame is held, by its number from 0. `seconds_each`: how long each one is.
    """
    grain = np.random.default_rng(1)
    shown = 0
    frames = sorted((folder / "frames").glob("*.jpg"))
    with to.open("wb") as file:
        for number, path in enumerate(frames):
            picture = cv2.imread(str(path))
            assert picture is not None
            height, width = picture.shape[:2]
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
