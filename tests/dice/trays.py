"""Rendered dice trays."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from engine.core.board import Tray, load_board
from vision.dice.tray import TrayView
from vision.pictures.frame import Image
from vision.render.conditions import Conditions
from vision.render.dice import GREEN_FELT, Colour, RolledDie, draw_tray
from vision.render.view import CameraView, view_over

TRAY = Tray((560.0, 0.0), (130.0, 200.0), 16.0)
PLACES = ((-40, 60), (35, 65), (-40, 0), (40, 5), (-40, -60), (35, -65))


@lru_cache
def view(tilt: float = 12.0) -> CameraView:
    return view_over(load_board("mativen"), width_px=1920, height_px=1080, tilt_deg=tilt, focal=1.0)


def tray_view(tilt: float = 12.0, tray: Tray = TRAY) -> TrayView:
    return TrayView(tray, view(tilt).camera)


@lru_cache
def table() -> Image:
    return np.full((1080, 1920, 3), (120, 130, 140), np.uint8)


def shoot(
    dice: Sequence[RolledDie],
    *,
    tilt: float = 12.0,
    felt: Colour = GREEN_FELT,
    tray: Tray = TRAY,
    conditions: Conditions | None = None,
) -> Image:
    return draw_tray(table(), tray, dice, view(tilt), conditions or Conditions(), felt=felt)


def die(value: int, off: tuple[float, float] = (0.0, 0.0), *, turned_deg: float = 20.0) -> RolledDie:
    return RolledDie(TRAY.centre_mm[0] + off[0], TRAY.centre_mm[1] + off[1], value, turned_deg)
