"""Files for cutters and printers say the same as the tables of parts."""

import re
from dataclasses import replace
from math import cos, hypot, pi

import pytest

from engine.core.board import load_board
from hardware.parts import PARTS, Hole, PlacedPart, cell_plate, parts
from hardware.sheets import BED_MM, LEFT_MM, Unfit, cut, dxf, sheets
from hardware.solids import printed

COMMON_BED_MM = 180.0
"""The side of a small printer's bed, such as a Prusa Mini's or a Bambu A1 mini's."""
LONGEST_BRIDGE_MM = 20.0

PLATES = [cell_plate(load_board(name)) for name in ("mativen", "duel")]


@pytest.mark.parametrize("plate", PLATES, ids=["full", "duel"])
def test_a_plate_is_cut_to_the_bed_without_losing_or_meeting_a_hole(plate: PlacedPart) -> None:
    pieces = cut(plate)
    assert sum(len(one.holes) for one in pieces) == len(plate.holes)
    assert sum(one.width_mm * one.height_mm for one in pieces) == pytest.approx(
        plate.width_mm * plate.height_mm
    )
    for one in pieces:
        assert (one.width_mm, one.height_mm) <= BED_MM
        assert one.height_mm <= BED_MM[1]
        for hole in one.holes:
            radius = hole.width_mm / 2 + LEFT_MM - 1e-6
            assert radius <= hole.x_mm <= one.width_mm - radius
            assert radius <= hole.y_mm <= one.height_mm - radius


def test_a_plate_full_of_holes_is_refused() -> None:
    holes = tuple(Hole(x, 50.0, 12.0) for x in range(10, 1000, 10))
    with pytest.raises(Unfit, match="no room for straight cuts"):
        cut(replace(PLATES[0], width_mm=1000.0, height_mm=100.0, holes=holes))


def test_every_hole_of_a_piece_is_in_its_file() -> None:
    for plate in PLATES:
        for piece in cut(plate):
            text = dxf(piece)
            circles = re.findall(r"CIRCLE\n8\ncut\n10\n(\S+)\n20\n(\S+)\n40\n(\S+)\n", text)
            assert {(float(x), float(y), float(r)) for x, y, r in circles} == {
                (round(one.x_mm, 3), round(piece.height_mm - one.y_mm, 3), round(one.width_mm / 2, 3))
                for one in piece.holes
            }
            assert text.count("LINE\n8\ncut\n") == 4


def test_the_sheets_are_what_the_sizes_say() -> None:
    for path, text in sheets().items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} differs; write it anew: make docs"


def triangles(text: str) -> list[list[tuple[float, ...]]]:
    corners = [
        tuple(map(float, one.split()[1:])) for one in text.splitlines() if one.strip().startswith("vertex")
    ]
    return [corners[at : at + 3] for at in range(0, len(corners), 3)]


def volume_mm3(faces: list[list[tuple[float, ...]]]) -> float:
    """A closed surface's volume, as the sum of its faces' tetrahedra with the origin."""
    total = 0.0
    for (ax, ay, az), (bx, by, bz), (cx, cy, cz) in faces:
        total += ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx)
    return total / 6


def wanted_mm3(part: PlacedPart) -> float:
    area = pi * part.width_mm**2 / 4 if part.is_round else part.width_mm * part.height_mm
    holes = sum(
        (one.width_mm * one.height_mm if one.height_mm else pi * one.width_mm**2 / 4)
        * (one.deep_mm or part.thick_mm)
        for one in part.holes
    )
    return area * part.thick_mm - holes


@pytest.mark.parametrize("part", printed(), ids=lambda part: part.name)
def test_a_printed_part_is_closed_and_has_the_volume_that_its_sizes_give(part: PlacedPart) -> None:
    """`make solids` writes it again."""
    faces = triangles((PARTS / "solids" / f"{part.file_name}.stl").read_text(encoding="utf-8"))
    sides = [(face[n], face[(n + 1) % 3]) for face in faces for n in range(3)]
    assert sorted(sides) == sorted((two, one) for one, two in sides)
    # A circle of 96 sides has 0.07 % less than a circle.
    assert volume_mm3(faces) == pytest.approx(wanted_mm3(part), rel=0.002)
    for axis, long in enumerate((part.width_mm, part.height_mm, part.thick_mm)):
        places = [corner[axis] for face in faces for corner in face]
        assert max(places) - min(places) == pytest.approx(long, rel=0.002)


def steep(face: list[tuple[float, ...]]) -> float:
    """Return the z of a face's unit normal: -1 faces the bed, 1 the sky."""
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = face
    u, v = (bx - ax, by - ay, bz - az), (cx - ax, cy - ay, cz - az)
    normal = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return normal[2] / hypot(*normal)


@pytest.mark.parametrize("part", printed(), ids=lambda part: part.name)
def test_a_printed_part_needs_no_supports_and_fits_a_common_bed(part: PlacedPart) -> None:
    """No face hangs over more than 45 degrees, but for the flat ends of narrow hollows, which are bridged."""
    assert max(part.width_mm, part.height_mm) <= COMMON_BED_MM
    faces = triangles((PARTS / "solids" / f"{part.file_name}.stl").read_text(encoding="utf-8"))
    bed = min(corner[2] for face in faces for corner in face)
    hanging = [face for face in faces if steep(face) < -cos(pi / 4) and max(c[2] for c in face) > bed + 1e-6]
    for axis in (0, 1):
        places = [corner[axis] for face in hanging for corner in face]
        assert not places or max(places) - min(places) <= LONGEST_BRIDGE_MM
    assert all(steep(face) == pytest.approx(-1.0) for face in hanging)


def test_every_part_is_cut_or_printed() -> None:
    made = {one.name for one in printed()} | {path.stem.replace("-", " ") for path in sheets()}
    for one in parts(load_board("mativen")):
        assert one.name in made or f"{one.name} 1" in made
