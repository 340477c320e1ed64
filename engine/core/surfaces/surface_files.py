"""Surfaces as board files write them, read and checked."""

from itertools import combinations, pairwise
from math import cos, radians, sin

from engine.core.document import Entry
from engine.core.ids import Cell, Seat
from engine.core.surfaces.hexes import HexSurface
from engine.core.surfaces.joint import JointSurface
from engine.core.surfaces.polygons import overlap, rectangle
from engine.core.surfaces.squares import SquareSurface
from engine.core.surfaces.surface import Point, Surface, Zone, ZoneKind
from engine.core.surfaces.zones import ZoneSurface

_LONGEST_MM = 10_000.0
_SEAT = "{seat}"
_MOST_SLOTS = 40

Place = tuple[float, float, float]
"""Where a seat sits: the origin of its zones on the board, mm, and how far it is turned, degrees."""


def read_surface(
    top: Entry, size_mm: tuple[float, float], *, seats: int | None = None
) -> tuple[Surface, int | None]:
    """Return the surface of a board file and its number of seats; None: any number.

    Raises:
        InputFault: the file has none, cells cover each other or reach over the board's edge, or it has no
            layout for this number of seats.
    """
    found = top.mapping()
    if "grid" not in found and "zones" not in found:
        raise top.fault("the key 'grid' is missing, and 'zones' too; a board file needs one of them")
    places, laid_for = _places(top, seats)
    parts: list[Surface] = []
    if "grid" in found:
        parts.append(_field(top))
    if "zones" in found:
        parts.append(_zones(found["zones"], places))
    surface = parts[0] if len(parts) == 1 else JointSurface(tuple(parts))
    if "zones" in found:
        _expect_apart(found["zones"], surface, size_mm)
    return surface, laid_for


def length_mm(entry: Entry) -> float:
    """Return a length in millimetres: above 0, and small enough for a table.

    Raises:
        InputFault: it's no such length.
    """
    value = entry.number()
    if not 0 < value <= _LONGEST_MM:
        raise entry.fault(f"expected a length above 0 and up to {_LONGEST_MM:g} mm, found {value:g}")
    return value


def point(entry: Entry) -> Point:
    """Return a point in board millimetres: `[x, y]`."""
    x, y = both(entry)
    return x.number(), y.number()


def both(entry: Entry) -> tuple[Entry, Entry]:
    """Return the two entries of a pair."""
    found = entry.sequence()
    if len(found) != 2:
        raise entry.fault(f"expected two numbers [x, y] in millimetres, found {len(found)}")
    return found[0], found[1]


def _field(top: Entry) -> Surface:
    found = top.mapping()
    grid = found["grid"].mapping()
    if "kind" not in grid:
        raise found["grid"].fault("the key 'kind' is missing; expected hex or square")
    if grid["kind"].text(("hex", "square")) == "square":
        return _squares(found["grid"])
    for key in ("hex_mm", "edge_mm"):
        if key not in found:
            raise top.fault(f"the key '{key}' is missing; a board file with hexes needs it")
    grid = found["grid"].fields(required=("kind", "orientation", "rows", "widths", "shifted"))
    grid["orientation"].text(("pointy",))
    widths = tuple(entry.whole(1, 26) for entry in grid["widths"].sequence())
    if grid["rows"].whole(1, 99) != len(widths):
        raise grid["rows"].fault(f"says {grid['rows'].whole()} rows, but 'widths' lists {len(widths)}")
    return HexSurface(
        widths=widths,
        indents=_indents(grid["shifted"], widths),
        hex_mm=length_mm(found["hex_mm"]),
        edge_mm=length_mm(found["edge_mm"]),
    )


def _squares(entry: Entry) -> SquareSurface:
    grid = entry.fields(required=("kind", "columns", "rows", "square_mm"), optional=("edge_mm", "middle_mm"))
    return SquareSurface(
        columns=grid["columns"].whole(1, 26),
        rows=grid["rows"].whole(1, 99),
        square_mm=length_mm(grid["square_mm"]),
        edge_mm=length_mm(grid["edge_mm"]) if "edge_mm" in grid else None,
        middle_mm=point(grid["middle_mm"]) if "middle_mm" in grid else (0.0, 0.0),
    )


def _indents(entry: Entry, widths: tuple[int, ...]) -> tuple[int, ...]:
    """Return the rows' indents: every second row by half a hex, or each row in the middle of the widest."""
    shifted = entry.text(("odd", "even", "centred"))
    if shifted != "centred":
        return tuple(int((row % 2 == 1) is (shifted == "odd")) for row in range(1, len(widths) + 1))
    for row, (width, next_width) in enumerate(pairwise(widths), start=1):
        if (width - next_width) % 2 == 0:
            raise entry.fault(
                f"centred rows interlock where the widths of neighbours differ by an odd number; "
                f"rows {row} and {row + 1} are {width} and {next_width} wide"
            )
    return tuple(max(widths) - width for width in widths)


def seat_counts(top: Entry) -> tuple[int, ...]:
    """Return the numbers of seats that a board file is laid for, the usual one first; none: any number.

    Raises:
        InputFault: the file names no usual number, or what isn't a number.
    """
    found = top.mapping()
    if "places" not in found:
        return ()
    usual, known = _by_count(found["places"])
    return (usual, *(count for count in sorted(known) if count != usual))


def _by_count(places: Entry) -> tuple[int, dict[int, Entry]]:
    """Return the usual number of seats, and the seats' places by the number of seats."""
    by_count = places.mapping()
    if "usual" not in by_count:
        raise places.fault("the key 'usual' is missing: for how many seats is it laid unasked?")
    for key, entry in by_count.items():
        if key != "usual" and not key.isdecimal():
            raise entry.fault("expected a number of seats as key")
    known = {int(key): entry for key, entry in by_count.items() if key.isdecimal()}
    return by_count["usual"].whole(1, 99), known


def _places(top: Entry, seats: int | None) -> tuple[dict[Seat, Place], int | None]:
    """Return where each seat sits, for the number asked for."""
    found = top.mapping()
    if "places" not in found:
        if seats is not None:
            raise top.fault(f"expected 'places' for {seats} seats; this board is laid for any number")
        return {}, None
    usual, known = _by_count(found["places"])
    count = usual if seats is None else seats
    if count not in known:
        numbers = ", ".join(str(number) for number in sorted(known))
        raise found["places"].fault(f"expected places for one of {numbers} seats; asked for {count}")
    places: dict[Seat, Place] = {}
    for name, entry in known[count].mapping().items():
        at = entry.sequence()
        if len(at) != 3:
            raise entry.fault(f"expected [x, y, turned degrees] of the seat, found {len(at)} numbers")
        places[Seat(name)] = (at[0].number(), at[1].number(), at[2].number())
    if len(places) != count:
        raise known[count].fault(f"expected the places of {count} seats, found {len(places)}")
    return places, count


def _zones(entry: Entry, places: dict[Seat, Place]) -> ZoneSurface:
    zones: list[Zone] = []
    corners: list[tuple[Point, ...]] = []
    names: set[Cell] = set()
    for name, one in entry.mapping().items():
        for seat, place in places.items() if _SEAT in name else ((None, (0.0, 0.0, 0.0)),):
            zone, outlines = _zone(name, one, seat, place)
            for cell in zone.cells:
                if cell in names:
                    raise one.fault(f"the cell '{cell}' is there already")
                names.add(cell)
            zones.append(zone)
            corners += outlines
        if _SEAT in name and not places:
            raise one.fault("expected 'places' in the file, for the zones of each {seat}")
    return ZoneSurface(tuple(zones), tuple(corners))


def _zone(name: str, entry: Entry, seat: Seat | None, place: Place) -> tuple[Zone, list[tuple[Point, ...]]]:
    fields = entry.fields(
        required=("kind", "size_mm", "centre_mm"), optional=("count", "gap_mm", "facing_deg", "seat")
    )
    kind = ZoneKind(fields["kind"].text(tuple(ZoneKind)))
    for key in ("count", "gap_mm"):
        if key in fields and kind is not ZoneKind.SLOTS:
            raise fields[key].fault(f"only slots have it; this is a {kind}")
    owner = Seat(fields["seat"].text()) if "seat" in fields else seat
    if kind is ZoneKind.PRIVATE and owner is None:
        raise entry.fault("expected whose it is: {seat} in its name, or the key 'seat'")
    wide, deep = (length_mm(side) for side in both(fields["size_mm"]))
    centre = point(fields["centre_mm"])
    count = fields["count"].whole(1, _MOST_SLOTS) if "count" in fields else 1
    gap = fields["gap_mm"].number() if "gap_mm" in fields else 0.0
    if gap < 0:
        raise fields["gap_mm"].fault(f"expected a gap of 0 mm or more, found {gap:g}")
    turned = place[2] + (fields["facing_deg"].number() if "facing_deg" in fields else 0.0)
    called = name if seat is None else name.replace(_SEAT, seat)
    cells = [Cell(f"{called}.{n}") for n in range(1, count + 1)] if kind is ZoneKind.SLOTS else [Cell(called)]
    own = radians(turned - place[2])
    outlines = []
    for n in range(len(cells)):
        along = (n - (len(cells) - 1) / 2) * (wide + gap)
        at = _on_board((centre[0] + along * cos(own), centre[1] + along * sin(own)), place)
        outlines.append(rectangle(at, wide, deep, turned))
    return Zone(called, kind, tuple(cells), owner, turned % 360.0), outlines


def _on_board(at: Point, place: Place) -> Point:
    """Return a point on the board for one in a seat's own view: x to the seat's right, y away from it."""
    across, along = radians(place[2]), at
    x = place[0] + along[0] * cos(across) - along[1] * sin(across)
    y = place[1] + along[0] * sin(across) + along[1] * cos(across)
    return x, y


def _expect_apart(entry: Entry, surface: Surface, size_mm: tuple[float, float]) -> None:
    outlines = {cell: surface.corners_mm(cell) for cell in surface.cells}
    for cell, corners in outlines.items():
        if any(abs(x) > size_mm[0] / 2 + 1e-6 or abs(y) > size_mm[1] / 2 + 1e-6 for x, y in corners):
            raise entry.fault(
                f"the cell '{cell}' reaches over the board's edge ({size_mm[0]:g} x {size_mm[1]:g} mm)"
            )
    in_zones = {cell for zone in surface.zones for cell in zone.cells}
    for one, other in combinations(surface.cells, 2):
        if {one, other} & in_zones and overlap(outlines[one], outlines[other]):
            raise entry.fault(f"the cells '{one}' and '{other}' cover each other")
