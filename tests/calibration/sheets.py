"""Rendered views of the calibration sheet through a lens that is known."""

from functools import lru_cache

from engine.core.footage import Intrinsics
from tests.calibration.held_sheet import HeldSheet, render_sheet
from vision.calibration.sheet import SheetView, find_sheet
from vision.calibration.target import USUAL
from vision.pictures.frame import Image

WIDTH, HEIGHT = 960, 720
LENS = Intrinsics(750.0, 752.0, 488.0, 352.0, (-0.18, 0.05, 0.001, -0.0005, 0.0))

_TILTS = ((25, 0), (-25, 0), (0, 25), (0, -25))
_PLACES = ((-110, -80), (0, -80), (110, -80), (-110, 0), (110, 0), (-110, 80), (0, 80), (110, 80))

POSES = (
    HeldSheet(z_mm=330),
    *(
        HeldSheet(x, y, 430, tilt_x_deg=_TILTS[i % 4][0], tilt_y_deg=_TILTS[i % 4][1], turn_deg=7 * i)
        for i, (x, y) in enumerate(_PLACES)
    ),
    HeldSheet(0, 0, 400, 30, 10),
    HeldSheet(0, 0, 400, -30, -10),
    HeldSheet(20, 0, 400, 0, 32),
    HeldSheet(-20, 0, 500, 0, -32),
)
"""Thirteen ways to hold the sheet: over the whole picture, facing all four sides."""


@lru_cache(maxsize=32)
def picture(held: HeldSheet, number: int = 1) -> Image:
    return render_sheet(USUAL, held, LENS, width_px=WIDTH, height_px=HEIGHT, seed=number)


def view(held: HeldSheet, number: int = 1) -> SheetView:
    found = find_sheet(picture(held, number), USUAL, picture=number)
    assert found is not None
    return found


@lru_cache(maxsize=1)
def views() -> tuple[SheetView, ...]:
    return tuple(view(held, number) for number, held in enumerate(POSES, start=1))
