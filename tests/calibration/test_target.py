"""The calibration sheet: what is printed is what the detector looks for."""

import numpy as np

from vision.calibration.target import USUAL, charuco_board
from vision.pictures.frame import Image

PX_PER_MM = 4


def drawn_from_parts() -> Image:
    """The sheet as a printer draws it: black squares, and every tag module by module."""
    width, height = (round(side * PX_PER_MM) for side in USUAL.size_mm)
    sheet = np.full((height, width), 255, np.uint8)
    for x, y in USUAL.black_squares_mm:
        side = USUAL.square_mm
        sheet[round(y * PX_PER_MM) : round((y + side) * PX_PER_MM), round(x * PX_PER_MM) :][
            :, : round(side * PX_PER_MM)
        ] = 0
    for tag, (x, y) in USUAL.tags_mm.items():
        modules = USUAL.tag_modules(tag)
        side_px = round(USUAL.tag_mm * PX_PER_MM)
        steps = (np.arange(side_px) * len(modules)) // side_px
        top, left = round(y * PX_PER_MM), round(x * PX_PER_MM)
        sheet[top : top + side_px, left : left + side_px] = modules[steps][:, steps]
    return sheet


def test_the_parts_make_the_sheet_that_the_detector_knows() -> None:
    theirs = USUAL.picture(PX_PER_MM)
    ours = drawn_from_parts()
    assert ours.shape == theirs.shape
    assert np.mean(ours != theirs) < 0.01


def test_the_corners_are_numbered_as_the_detector_numbers_them() -> None:
    known = np.asarray(charuco_board(USUAL).getChessboardCorners(), np.float64).reshape(-1, 3)
    assert np.allclose(known, USUAL.corners_mm)


def test_the_sheet_fits_a4_and_letter_with_a_printers_margin() -> None:
    for width, height in ((297.0, 210.0), (279.4, 215.9)):
        assert USUAL.size_mm[0] + 2 * 8 <= width
        assert USUAL.size_mm[1] + 2 * 8 <= height
