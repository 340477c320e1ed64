"""The cost and result of a session with half and twice of each of its numbers: `python -m`, this module.

Somebody moves a sheet about before a known lens, and holds it still for a while at each place. A line says
how many pictures and views the session took on average until no more was wanted, how many sessions never
got there, and how far off the fitted lens then puts the rays of the whole picture."""

import sys
from contextlib import nullcontext

import cv2
import numpy as np

from dashboard.lab.changed.numbers import number_times
from engine.core.footage import Intrinsics
from tests.calibration.sheets import HEIGHT, LENS, WIDTH
from vision.calibration.fit import fit_session
from vision.calibration.session import CalibrationSession, show
from vision.calibration.sheet import FEWEST_CORNERS, SheetView
from vision.calibration.target import USUAL
from vision.pictures.camera_model import Points, camera_matrix

HEAD = (
    f"{'number':<28} {'times':>5} {'pictures':>9} {'views':>6} {'unfinished':>10} "
    f"{'off px, median, worst':>22}\n"
)

NUMBERS = (
    "session:_CORNERS_IN_PART",
    "session:_STILL_PX",
    "session:_OTHER_PLACE",
    "session:_OTHER_TILT_DEG",
    "session:_OTHER_SIZE",
    "session:_A_LITTLE",
    "fit:_OUTLIER",
)
SESSIONS = 8
MOST_PICTURES = 1500
NOISE_PX = 0.12
"""Corners of the rendered sheet are off by this."""

BENT_PX = 2.0
"""The corners' error in a view of a bent sheet, px. One sheet in twelve is bent."""


def seen(
    rotation: Points, place: Points, rng: np.random.Generator, number: int, bent_px: float
) -> SheetView | None:
    """Return the sheet's corners in a picture, as far as they are in it."""
    points = np.asarray(
        cv2.projectPoints(USUAL.corners_mm - [125.0, 87.5, 0.0], rotation, place, camera_matrix(LENS),
                          np.array(LENS.distortion))[0]
    ).reshape(-1, 2)  # fmt: skip
    along = np.linspace(-1, 1, len(points))
    points = points + rng.normal(0, NOISE_PX, points.shape) + bent_px * np.column_stack([along**2, along])
    inside = ((points > 4) & (points < (WIDTH - 4, HEIGHT - 4))).all(axis=1)
    if inside.sum() < FEWEST_CORNERS:
        return None
    return SheetView(np.flatnonzero(inside), points[inside], number)


def session(seed: int) -> tuple[CalibrationSession, int]:
    """Return a session with somebody's sheet, and how many pictures it took."""
    rng = np.random.default_rng(seed)
    held = CalibrationSession(USUAL, WIDTH, HEIGHT)
    rotation, place = np.zeros(3), np.array([0.0, 0.0, 400.0])
    number = 0
    while number < MOST_PICTURES:
        to_rotation = np.append(np.deg2rad(rng.uniform(-35, 35, 2)), rng.uniform(-0.3, 0.3))
        to_place = np.array([rng.uniform(-180, 180), rng.uniform(-130, 130), rng.uniform(300, 600)])
        steps, rests = int(rng.integers(4, 12)), int(rng.integers(2, 9))
        bent = BENT_PX if rng.random() < 1 / 12 else 0.0
        for step in range(steps + rests):
            share = 1 / max(1, steps - step)
            rotation, place = rotation + share * (to_rotation - rotation), place + share * (to_place - place)
            # A hand trembles by a third of a millimetre while it holds still.
            trembling = place + rng.normal(0, 0.3, 3)
            number += 1
            held, _ = show(held, seen(rotation, trembling, rng, number, bent))
            if not held.wanted:
                return held, number
    return held, number


def off_px(lens: Intrinsics) -> float:
    """Return how far off a lens puts the rays of the whole picture, rms, px."""
    across, down = np.meshgrid(np.linspace(0, WIDTH - 1, 13), np.linspace(0, HEIGHT - 1, 9))
    at = np.column_stack([across.ravel(), down.ravel()]).reshape(-1, 1, 2)
    rays = cv2.undistortPoints(at, camera_matrix(LENS), np.array(LENS.distortion)).reshape(-1, 2)
    ahead = np.column_stack([rays, np.ones(len(rays))])
    points = cv2.projectPoints(
        ahead, np.zeros(3), np.zeros(3), camera_matrix(lens), np.array(lens.distortion)
    )[0]
    return float(np.sqrt(((np.asarray(points).reshape(-1, 2) - at.reshape(-1, 2)) ** 2).sum(axis=1).mean()))


def main() -> None:
    """Print a line a number and factor."""
    tries = [(None, 1.0), *((name, factor) for name in NUMBERS for factor in (0.5, 2.0))]
    sys.stdout.write(HEAD)
    for name, factor in tries:
        with nullcontext() if name is None else number_times(f"calibration.{name}", factor):
            found = [session(seed) for seed in range(SESSIONS)]
            fits = [fit_session(one) for one, _ in found]
        off = [off_px(fit.intrinsics) for fit in fits if fit is not None]
        pictures = float(np.mean([number for _, number in found]))
        views = float(np.mean([len(one.taken) for one, _ in found]))
        unfinished = sum(bool(one.wanted) for one, _ in found)
        sys.stdout.write(
            f"{name or 'as it is':<28} {factor:>5g} {pictures:>9.0f} {views:>6.1f} {unfinished:>10} "
            f"{np.median(off):>12.2f} {max(off):>9.2f}\n"
        )


if __name__ == "__main__":
    main()
