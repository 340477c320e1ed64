"""The parts to cut and print: where the board's cells are, and such that they can be made."""

from itertools import combinations
from math import dist, hypot

import pytest

from engine.core.board import load_board
from engine.core.ids import Cell
from hardware.fields.report import BUILT
from hardware.parts import (
    LIGHT_HOLE_MM,
    PAD_WINDOW_MM,
    READER_LEDGE_MM,
    SCREW_HOLE_MM,
    SWITCH_HOLE_MM,
    WELL_MM,
    WELL_WALL_MM,
    Hole,
    PlacedPart,
    cell_plate,
    drawings,
    light_well,
    pad_plate,
    pad_reader_holder,
    parts,
    reader_holder,
)

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
        # Only what is sunk from opposite sides may lie over one another: with something left between, or so
        # that the smaller one opens into the larger one.
        if one.deep_mm and other.deep_mm:
            assert one.from_below is not other.from_below
            between = part.thick_mm - one.deep_mm - other.deep_mm
            assert between > 0.5 or (between == pytest.approx(0.0) and within(other, one))
        else:
            assert apart(one, other) > 1.0, (one, other)


def within(small: Hole, large: Hole) -> bool:
    """Whether a rectangle lies inside another, and leaves a ledge all around."""
    across = (large.width_mm - small.width_mm) / 2 - abs(large.x_mm - small.x_mm)
    along = (large.height_mm - small.height_mm) / 2 - abs(large.y_mm - small.y_mm)
    return min(across, along) >= READER_LEDGE_MM


@pytest.mark.parametrize("holder", [reader_holder(), pad_reader_holder()], ids=lambda part: part.name)
def test_a_reader_s_module_rests_on_its_holder_all_around(holder: PlacedPart) -> None:
    opening = next(one for one in holder.holes if one.height_mm and one.width_mm < PAD_WINDOW_MM[0])
    assert (PAD_WINDOW_MM[0] - opening.width_mm) / 2 == READER_LEDGE_MM
    assert (PAD_WINDOW_MM[1] - opening.height_mm) / 2 == READER_LEDGE_MM


def test_the_holder_of_a_pad_s_reader_is_screwed_to_the_pad_s_plate_under_its_window() -> None:
    plate, holder = pad_plate(), pad_reader_holder()
    screws = {(one.x_mm, one.y_mm) for one in plate.holes if one.width_mm == SCREW_HOLE_MM}
    assert {(one.x_mm, one.y_mm) for one in holder.holes if one.width_mm == SCREW_HOLE_MM} <= screws
    (window,) = [one for one in plate.holes if one.deep_mm]
    (opening,) = [one for one in holder.holes if one.height_mm]
    assert (opening.x_mm, opening.y_mm) == (window.x_mm, window.y_mm)


def test_the_holder_beneath_a_hex_meets_no_neighbour_s_light_well_or_switch() -> None:
    holder, outer = reader_holder(), WELL_MM + 2 * WELL_WALL_MM
    reach = hypot(holder.width_mm / 2, holder.height_mm / 2)
    places = [BOARD.surface.centre_mm(cell) for cell in BOARD.surface.cells]
    hex_mm = min(dist(one, other) for one, other in combinations(places, 2))
    assert hex_mm - hypot(outer / 2, outer / 2) > reach
    assert hex_mm - max(hypot(*place) for place in BUILT.places_mm) > reach
    assert holder.thick_mm == light_well().thick_mm


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
