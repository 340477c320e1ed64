"""The tile's schematic, netlist and board join the same pins; a panel holds whole tiles that break apart."""

import csv
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import hypot

import pytest

from hardware.circuits.circuit import LOGIC
from hardware.circuits.electrical import electrical_faults
from hardware.circuits.order import laid_by_machine
from hardware.circuits.packages import Part, Place
from hardware.circuits.panel import BITES, BRIDGE_MM, GAP_MM
from hardware.tile.circuit import TILE
from hardware.tile.copper import FLAT_MM, edge, part
from hardware.tile.made import MADE
from hardware.tile.panel import PANEL, bites, frame_mm, slots, tiles
from hardware.tile.parts import NETS, PARTS


def joined(name: str, pin: str, net: str | None) -> Callable[[], list[Part]]:
    """The tile with one pin joined elsewhere, or to nothing."""

    def change() -> list[Part]:
        nets = {number: one for number, one in part(name).nets.items() if number != pin}
        changed = replace(part(name), nets=nets | ({} if net is None else {pin: net}))
        return [changed if one.name == name else one for one in PARTS]

    return change


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (joined("U1", "9", "LIGHT_OUT"), "LIGHT_OUT: U1.QH fights D1.DOUT"),
        (joined("U1", "9", "FELT"), "FELT: U1.QH fights S1.OUT"),
        (joined("S1", "2", LOGIC), "3V3: S1.OUT fights the supply"),
        (joined("U1", "15", None), "U1 pin 15 (CLK INH) is joined to nothing"),
        (joined("R1", "2", "LATCH"), "FELT: an open drain without a resistor to 3V3"),
        (joined("S3", "1", "FAR"), "FAR: nothing supplies S3.VDD"),
        (joined("D1", "3", "FAR"), "FAR: nothing drives D1.DIN"),
        (joined("U1", "17", LOGIC), "U1 has no pin 17"),
    ],
)
def test_a_mistake_in_the_table_is_named(change: Callable[[], list[Part]], fault: str) -> None:
    assert fault in electrical_faults(replace(TILE, parts=tuple(change())))


def test_an_unsupplied_tile_is_named() -> None:
    assert "5V: nothing supplies D1.VDD" in electrical_faults(replace(TILE, supplied=("GND", LOGIC)))


def inside(place: Place, corners: Sequence[Place]) -> bool:
    """Whether a place lies within a closed line."""
    crossings = 0
    for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (y > place[1]) != (to_y > place[1]):
            crossings += place[0] < x + (place[1] - y) * (to_x - x) / (to_y - y)
    return crossings % 2 == 1


def on_panel(place: Place, middle: Place) -> Place:
    return place[0] + middle[0], place[1] + middle[1]


def test_the_mill_goes_around_each_tile_and_leaves_a_bridge_at_each_edge() -> None:
    cut = slots()
    for tile in tiles():
        corners = edge()
        for (x, y), (to_x, to_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
            along = hypot(to_x - x, to_y - y)
            for tenth in range(1, 100):
                at = (x + (to_x - x) * tenth / 100, y + (to_y - y) * tenth / 100)
                outwards = on_panel((at[0] * 1.02, at[1] * 1.02), tile.middle_mm)
                inwards = on_panel((at[0] * 0.999, at[1] * 0.999), tile.middle_mm)
                from_middle = abs(tenth / 100 - 0.5) * along
                assert not any(inside(inwards, slot) for slot in cut)
                if abs(from_middle - BRIDGE_MM / 2) > 0.5:
                    assert any(inside(outwards, slot) for slot in cut) is (from_middle > BRIDGE_MM / 2)


def test_tiles_keep_the_mill_s_width_from_each_other_and_nothing_stands_out_of_the_frame() -> None:
    middles = [tile.middle_mm for tile in tiles()]
    apart = [hypot(x - to_x, y - to_y) for n, (x, y) in enumerate(middles) for to_x, to_y in middles[n + 1 :]]
    assert min(apart) == pytest.approx(FLAT_MM + GAP_MM)
    wide, high = frame_mm()
    for place in [
        *PANEL.marks,
        *PANEL.tooling,
        *PANEL.bites,
        *(corner for slot in slots() for corner in slot),
    ]:
        assert abs(place[0]) < wide / 2 - 1.5
        assert abs(place[1]) < high / 2 - 1.5


def test_the_bites_lie_on_the_tiles_edges_within_their_bridges() -> None:
    assert len(list(bites())) == 6 * 6 * BITES
    for place in bites():
        near = min(hypot(place[0] - x, place[1] - y) for x, y in (tile.middle_mm for tile in tiles()))
        assert FLAT_MM / 2 - 0.01 <= near <= hypot(FLAT_MM / 2, BRIDGE_MM / 2)
        assert not any(inside(place, slot) for slot in slots())


def test_a_panel_s_placement_is_every_tile_s() -> None:
    rows = list(csv.DictReader((MADE / "panel-placement.csv").read_text(encoding="utf-8").splitlines()))
    laid = [one for one in PARTS if laid_by_machine(one)]
    assert len(rows) == len(laid) * len(tiles())
    for row in rows:
        number, name = row["Designator"].split("-")
        middle, at = tiles()[int(number) - 1].middle_mm, part(name).at_mm
        assert float(row["Mid X"]) == pytest.approx(middle[0] + at[0], abs=0.002)
        assert float(row["Mid Y"]) == pytest.approx(-(middle[1] + at[1]), abs=0.002)


def test_no_two_tiles_of_a_panel_share_a_net() -> None:
    nets = [net for tile in tiles() for net in tile.nets]
    assert len(set(nets)) == len(nets) == len(NETS) * 6
