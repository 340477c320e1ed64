"""The parts to cut and print: where the board's cells are, and such that they can be made."""

from itertools import combinations
from math import hypot

import pytest

from engine.core.board import load_board
from engine.core.ids import Cell
from hardware.fields.report import BUILT
from hardware.parts import LIGHT_HOLE_MM, SWITCH_HOLE_MM, Hole, PlacedPart, cell_plate, drawings, parts

BOARD = load_board("mativen")


def test_the_cell_plate_has_a_light_in_the_middle_of_every_hex_and_its_switches_round_it() -> None:
    plate = cell_plate(BOARD)
    lights = {hole.label: hole for hole in plate.holes if hole.width_mm == LIGHT_HOLE_MM}
    switches = [hole for hole in plate.holes if hole.width_mm == SWITCH_HOLE_MM]
    assert set(lights) == set(BOARD.surface.cells)
    assert len(switches) == len(BUILT.places_mm) * len(lights)
    for cell, hole in lights.items():
        x, y = BOARD.surface.centre_mm(Cell(cell))
        assert (hole.x_mm - plate.width_mm / 2, plate.height_mm / 2 - hole.y_mm) == pytest.approx((x, y))


@pytest.mark.parametrize("part", parts(BOARD), ids=lambda part: part.name)
def test_holes_lie_inside_their_part_and_apart_from_one_another(part: PlacedPart) -> None:
    for hole in part.holes:
        wide, high = hole.width_mm / 2, (hole.height_mm or hole.width_mm) / 2
        assert wide < hole.x_mm < part.width_mm - wide
        assert high < hole.y_mm < part.height_mm - high
        assert hole.deep_mm < part.thick_mm
    for one, other in combinations(part.holes, 2):
        # Only what is sunk from opposite sides may lie over one another, with something left between.
        if one.deep_mm and other.deep_mm:
            assert one.deep_mm + other.deep_mm < part.thick_mm
        else:
            assert apart(one, other) > 1.0, (one, other)


def apart(one: Hole, other: Hole) -> float:
    """Return the material between two holes, at least."""
    across = abs(one.x_mm - other.x_mm) - (one.width_mm + other.width_mm) / 2
    along = (
        abs(one.y_mm - other.y_mm)
        - ((one.height_mm or one.width_mm) + (other.height_mm or other.width_mm)) / 2
    )
    return hypot(max(across, 0), max(along, 0))


def test_the_drawings_are_what_the_sizes_say() -> None:
    for path, text in drawings().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; write it anew: make docs"
