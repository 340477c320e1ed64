"""Guesses of lenses from drawn views of a board's frame tags: `python -m tests.vision.drawn_cameras`.

Each line gives, for half of a number, the number and twice as much, how far off pieces are on the board. The
reasons beside the numbers of `vision/board/pose.py` name these lines.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np

from dashboard.lab.changed.numbers import FACTORS
from engine.core.footage import Intrinsics
from tests.vision.boards import board
from vision.board import lens_guess, pose
from vision.board.frame_tags import frame_corners
from vision.pictures.camera_model import Camera, Points

WIDTH, HEIGHT = 1600, 1200
VIEWS = 60
NOISE_PX = 0.15
"""The error of a corner, px: 0.1 to 0.25 px in pictures (`lens_guess._MISFIT_PX`)."""

SPOTS = np.array([(x, y, 5.0) for x in (-400.0, 0.0, 400.0) for y in (-300.0, 0.0, 300.0)])
"""The tops of soldiers all over the board, mm."""


def cameras(*, odd: bool) -> Iterator[tuple[pose.LensView, Points]]:
    """Yield views of the frame tags, and the places of `SPOTS` in the same pictures, px.

    The focal length is 0.55 to 2.2 widths of the picture, the tilt 5 to 40 degrees. `odd` pictures are also
    cropped to one side by up to 6 %, stretched by up to a tenth, and show black squares too small.
    """
    rng, frame = np.random.default_rng(4), board().frame
    corners = np.concatenate([frame_corners(frame, tag) for tag in frame.centres_mm])
    for _ in range(VIEWS):
        focal = WIDTH * float(np.exp(rng.uniform(np.log(0.55), np.log(2.2))))
        tilt, turn, bent = rng.uniform(5, 40), rng.uniform(0, 360), rng.normal(0, 0.05)
        right, down, wider, spread = rng.uniform(-1, 1, 4) if odd else np.zeros(4)
        lens = Intrinsics(
            focal * float(np.exp(0.05 * wider)),
            focal / float(np.exp(0.05 * wider)),
            WIDTH * (0.5 + 0.06 * right),
            HEIGHT / 2 + WIDTH * 0.06 * down,
            (float(bent), 0.0, 0.0, 0.0, 0.0),
        )
        turns = [
            cv2.Rodrigues(np.deg2rad(np.array(one)))[0] for one in ((tilt, 0, 0), (180, 0, 0), (0, 0, turn))
        ]
        rx, ry, rz = cv2.Rodrigues(turns[0] @ turns[1] @ turns[2])[0].ravel().tolist()
        camera = Camera(lens, (rx, ry, rz), (0.0, 0.0, 1.15 * 1000.0 * focal / WIDTH))
        shown = camera.project(corners).reshape(-1, 4, 2)
        towards = shown.mean(axis=1, keepdims=True) - shown
        shown += abs(spread) * towards / np.linalg.norm(towards, axis=2, keepdims=True)
        noisy = shown.reshape(-1, 2) + rng.normal(0, NOISE_PX, (len(corners), 2))
        yield pose.LensView(corners, noisy), camera.project(SPOTS)


def off_mm(view: pose.LensView, spots_px: Points) -> float:
    """Return how far off the worst spot is with the guessed lens, mm."""
    lens = lens_guess.guess_intrinsics([view], WIDTH, HEIGHT)
    found = pose.posed(view, lens).cut(spots_px, float(SPOTS[0, 2]))
    return float(np.linalg.norm(found - SPOTS[:, :2], axis=1).max())


@contextmanager
def pose_number(name: str, value: object) -> Iterator[None]:
    """Give a number of `pose` another value until the block ends, also where guesses of lenses use it."""
    before = getattr(pose, name)
    users = [one for one in (pose, lens_guess) if hasattr(one, name)]
    for user in users:
        setattr(user, name, value)
    try:
        yield
    finally:
        for user in users:
            setattr(user, name, before)


def lines() -> Iterator[str]:
    """Yield one line of measurements for each value of a number."""
    for name, odd in (("_STARTS", False), ("SPREAD", False), ("SPREAD_OF_ODD", True)):
        value, views = np.array(getattr(pose, name)), list(cameras(odd=odd))
        tried = {f"{factor} times {name}": value * factor for factor in FACTORS}
        if name == "_STARTS":
            tried |= {f"{one} alone": np.array([one]) for one in value.tolist()}
        for said, numbers in tried.items():
            with pose_number(name, numbers):
                off = np.array([off_mm(*one) for one in views])
            yield f"{said}: median {np.median(off):.2f} mm, over 2 mm {(off > 2).sum()} of {len(off)}"


if __name__ == "__main__":
    for line in lines():
        sys.stdout.write(line + "\n")
