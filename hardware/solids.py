"""The printed parts as solids in OpenSCAD's language. `make solids` makes STL files of them.

    python -m hardware.solids FOLDER

Every part lies as it is printed, and needs no support. A part that has hollows from below alone lies upside
down; where it has some on both sides, those from below are bridged.
"""

import sys
from pathlib import Path

from engine.core.board import load_board
from hardware.parts import Hole, PlacedPart, parts

_BEYOND_MM = 0.01
"""How far a cut goes beyond a face, so that no skin is left."""


def scad(part: PlacedPart) -> str:
    """Return a part in OpenSCAD's language: millimetres, lower left corner and lower face at the origin."""
    lines = ["$fn = 96;"]
    if lies_upside_down(part):
        lines.append(f"translate([0, {part.height_mm:g}, {part.thick_mm:g}]) rotate([180, 0, 0])")
    lines.append("difference() {")
    if part.is_round:
        middle = part.width_mm / 2
        lines.append(f"  translate([{middle:g}, {middle:g}, 0]) cylinder(h={part.thick_mm:g}, r={middle:g});")
    else:
        lines.append(f"  cube([{part.width_mm:g}, {part.height_mm:g}, {part.thick_mm:g}]);")
    lines += [_hole(part, one) for one in part.holes]
    return "\n".join([*lines, "}", ""])


def lies_upside_down(part: PlacedPart) -> bool:
    """Tell whether a part is printed with its lower side up: all its hollows are cut from there."""
    hollows = [one for one in part.holes if one.deep_mm]
    return bool(hollows) and all(one.from_below for one in hollows)


def _hole(part: PlacedPart, hole: Hole) -> str:
    deep = hole.deep_mm or part.thick_mm
    through = not hole.deep_mm
    low = -_BEYOND_MM if through or hole.from_below else part.thick_mm - deep
    # Two hollows that meet are cut into one another, or a skin would be left between them.
    meets = any(one.deep_mm and one.deep_mm + deep >= part.thick_mm for one in part.holes if one != hole)
    high = deep + _BEYOND_MM * (2 if through or meets else 1)
    x, y = hole.x_mm, part.height_mm - hole.y_mm
    if hole.height_mm:
        corner = f"[{x - hole.width_mm / 2:g}, {y - hole.height_mm / 2:g}, {low:g}]"
        return f"  translate({corner}) cube([{hole.width_mm:g}, {hole.height_mm:g}, {high:g}]);"
    return f"  translate([{x:g}, {y:g}, {low:g}]) cylinder(h={high:g}, d={hole.width_mm:g});"


def printed() -> tuple[PlacedPart, ...]:
    """Return the parts that are 3D-printed."""
    return tuple(one for one in parts(load_board("mativen")) if one.is_printed)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for one in printed():
        (folder / f"{one.file_name}.scad").write_text(scad(one), encoding="utf-8")
