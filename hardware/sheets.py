"""Cell plates cut to the beds of common laser cutters, as DXF: `python -m hardware.sheets`.

A plate is cut along straight lines that meet no hole. The DXF is AutoCAD's R12 format (Autodesk's DXF
reference, group codes 0, 8, 10 to 40), which every cutter's program reads. Lengths are millimetres; y points
up.
"""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from engine.core.board import load_board
from hardware.parts import PlacedPart, parts

SHEETS = Path(__file__).parent / "parts" / "sheets"

BED_MM = (600.0, 400.0)
"""The bed of a common 60 W laser cutter. For a smaller one enter a smaller pair here."""
LEFT_MM = 1.0
"""The least material between a cut and the nearest hole."""
_STEP_MM = 0.5


class Unfit(Exception):
    """A part can't be cut into pieces that fit the bed. The message says where."""


def cut(part: PlacedPart, bed_mm: tuple[float, float] = BED_MM) -> tuple[PlacedPart, ...]:
    """Return a part's pieces, row by row from its upper left corner. A part that fits the bed is one piece.

    Raises:
        Unfit: no straight lines between the holes make pieces that are small enough.
    """
    if part.width_mm <= bed_mm[0] and part.height_mm <= bed_mm[1]:
        return (part,)
    across = _lines([(one.x_mm, one.width_mm / 2) for one in part.holes], part.width_mm, bed_mm[0])
    along = _lines(
        [(one.y_mm, (one.height_mm or one.width_mm) / 2) for one in part.holes], part.height_mm, bed_mm[1]
    )
    pieces: list[PlacedPart] = []
    for top, bottom in pairwise(along):
        for left, right in pairwise(across):
            inside = tuple(
                replace(one, x_mm=one.x_mm - left, y_mm=one.y_mm - top)
                for one in part.holes
                if left < one.x_mm < right and top < one.y_mm < bottom
            )
            name = f"{part.name} {len(pieces) + 1}"
            pieces.append(
                replace(part, name=name, width_mm=right - left, height_mm=bottom - top, holes=inside)
            )
    return tuple(pieces)


def _lines(holes: list[tuple[float, float]], whole: float, most: float) -> list[float]:
    """Return the places of the cuts, from 0 to `whole`, as few and as even as the holes allow."""
    count = int(-(-whole // most))
    while count <= whole:
        try:
            return [0.0, *(_between(holes, whole * n / count) for n in range(1, count)), whole]
        except Unfit:
            count += 1
    raise Unfit(f"the holes leave no room for straight cuts within {whole:g} mm")


def _between(holes: list[tuple[float, float]], wanted: float) -> float:
    """Return the free place nearest to the wanted one, at most half a hex away."""
    for step in range(int(32 / _STEP_MM)):
        for place in (wanted + step * _STEP_MM, wanted - step * _STEP_MM):
            if all(abs(place - at) >= half + LEFT_MM for at, half in holes):
                return place
    raise Unfit(f"no free place near {wanted:g} mm")


def dxf(part: PlacedPart) -> str:
    """Return a flat part as DXF: its outline and through holes on the layer `cut`, other holes on `sunk`."""
    lines = ["0", "SECTION", "2", "ENTITIES"]
    if part.is_round:
        middle = part.width_mm / 2
        lines += _circle("cut", middle, middle, middle)
    else:
        lines += _rectangle("cut", 0.0, 0.0, part.width_mm, part.height_mm)
    for hole in part.holes:
        layer = "sunk" if hole.deep_mm else "cut"
        y = part.height_mm - hole.y_mm
        if hole.height_mm:
            lines += _rectangle(
                layer,
                hole.x_mm - hole.width_mm / 2,
                y - hole.height_mm / 2,
                hole.x_mm + hole.width_mm / 2,
                y + hole.height_mm / 2,
            )
        else:
            lines += _circle(layer, hole.x_mm, y, hole.width_mm / 2)
    return "\n".join([*lines, "0", "ENDSEC", "0", "EOF", ""])


def _circle(layer: str, x: float, y: float, radius: float) -> list[str]:
    return ["0", "CIRCLE", "8", layer, "10", f"{x:.3f}", "20", f"{y:.3f}", "40", f"{radius:.3f}"]


def _rectangle(layer: str, left: float, bottom: float, right: float, top: float) -> list[str]:
    corners = [(left, bottom), (right, bottom), (right, top), (left, top), (left, bottom)]
    lines = []
    for (x, y), (to_x, to_y) in pairwise(corners):
        lines += ["0", "LINE", "8", layer]
        lines += ["10", f"{x:.3f}", "20", f"{y:.3f}", "11", f"{to_x:.3f}", "21", f"{to_y:.3f}"]
    return lines


def sheets() -> dict[Path, str]:
    """Return the DXF of each piece of the flat parts by the file for it."""
    flat = [one for one in parts(load_board("mativen")) if one.thick_mm <= 3.0]
    return {SHEETS / f"{piece.file_name}.dxf": dxf(piece) for part in flat for piece in cut(part)}


if __name__ == "__main__":
    SHEETS.mkdir(parents=True, exist_ok=True)
    for path, text in sheets().items():
        path.write_text(text, encoding="utf-8")
