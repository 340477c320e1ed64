"""The tile as a KiCad 6 board: `python -m hardware.tile.kicad FILE`.

The file has pads, tracks and unfilled ground. KiCad fills the ground, checks its design rules and writes the
factory's files (`manufacture.py`).
"""

import sys
from pathlib import Path
from uuid import NAMESPACE_OID, uuid5

from hardware.tile.copper import BACK, FRONT, HOLE_MM, VIA_HOLE_MM, VIA_MM, copper, edge, holes
from hardware.tile.parts import LINES, NETS, PARTS, Pad, Part, Place

MIDDLE_MM = 100.0
"""The place of the tile's middle on KiCad's sheet, from its left and upper edges."""
CLEARANCE_MM = 0.2
"""The least gap between two nets. Every factory can make it."""

_LAYERS = """  (layers
    (0 "F.Cu" signal) (31 "B.Cu" signal) (34 "B.Paste" user) (35 "F.Paste" user) (36 "B.SilkS" user)
    (37 "F.SilkS" user) (38 "B.Mask" user) (39 "F.Mask" user) (44 "Edge.Cuts" user) (46 "B.CrtYd" user)
    (47 "F.CrtYd" user) (48 "B.Fab" user) (49 "F.Fab" user)
  )"""


def board_text() -> str:
    """Return the text of the board's file."""
    tracks, vias = copper()
    lines = ["(kicad_pcb (version 20211014) (generator boardwarden)", "  (general (thickness 1.6))", _LAYERS]
    lines.append("  (setup (pad_to_mask_clearance 0.05) (aux_axis_origin 100 100))")
    lines.append('  (net 0 "")')
    lines += [f'  (net {number} "{net}")' for number, net in enumerate(NETS, 1)]
    lines += [_footprint(one) for one in PARTS]
    lines += [_hole(number, place) for number, place in enumerate(holes(), 1)]
    for number, track in enumerate(tracks):
        lines.append(
            f"  (segment (start {_at(track.begins_mm)}) (end {_at(track.ends_mm)}) (width {track.width_mm:g})"
            f' (layer "{track.layer}") (net {_number(track.net)}) (tstamp {_stamp("track", number)}))'
        )
    for number, via in enumerate(vias):
        lines.append(
            f"  (via (at {_at(via.at_mm)}) (size {VIA_MM:g}) (drill {VIA_HOLE_MM:g})"
            f' (layers "{FRONT}" "{BACK}") (net {_number(via.net)}) (tstamp {_stamp("via", number)}))'
        )
    corners = edge()
    for number, (one, two) in enumerate(zip(corners, corners[1:] + corners[:1], strict=True)):
        lines.append(
            f"  (gr_line (start {_at(one)}) (end {_at(two)})"
            f' (layer "Edge.Cuts") (width 0.1) (tstamp {_stamp("edge", number)}))'
        )
    lines += _words()
    lines += [_ground(layer) for layer in (FRONT, BACK)]
    return "\n".join([*lines, ")", ""])


def _number(net: str) -> int:
    return NETS.index(net) + 1


def _stamp(kind: str, number: object) -> str:
    """Return the same id for the same thing each time, so that a diff of the file shows only real changes."""
    return str(uuid5(NAMESPACE_OID, f"boardwarden tile {kind} {number}"))


def _at(place: Place) -> str:
    return f"{MIDDLE_MM + place[0]:.4f} {MIDDLE_MM + place[1]:.4f}"


def _footprint(part: Part) -> str:
    through = any(pad.drill_mm for pad in part.package.pads)
    lines = [
        f'  (footprint "{part.package.name}" (layer "F.Cu") (tstamp {_stamp("part", part.name)})',
        f"    (at {_at(part.at_mm)} {part.angle_deg:g})",
        f"    (attr {'through_hole' if through else 'smd'})",
        _label("reference", part.name, "0 0", ""),
        _label("value", part.value, "0 1", " hide"),
    ]
    lines += [_pad(part, pad) for pad in part.package.pads]
    return "\n".join([*lines, "  )"])


def _label(kind: str, text: str, at: str, hidden: str) -> str:
    font = "(effects (font (size 0.6 0.6) (thickness 0.1)))"
    return f'    (fp_text {kind} "{text}" (at {at}) (layer "F.Fab"){hidden} {font})'


def _pad(part: Part, pad: Pad) -> str:
    net = part.nets.get(pad.pin)
    on = f' (net {_number(net)} "{net}")' if net else ""
    wide, high = pad.size_mm
    at = f"(at {pad.at_mm[0]:g} {pad.at_mm[1]:g} {part.angle_deg:g}) (size {wide:g} {high:g})"
    stamp = f"(tstamp {_stamp(part.name, pad.pin)})"
    if pad.drill_mm:
        kind = f'thru_hole circle {at} (drill {pad.drill_mm:g}) (layers "*.Cu" "*.Mask")'
    else:
        kind = f'smd roundrect {at} (layers "F.Cu" "F.Paste" "F.Mask") (roundrect_rratio 0.25)'
    return f'    (pad "{pad.pin}" {kind}{on} {stamp})'


def _hole(number: int, place: Place) -> str:
    lines = (
        f'  (footprint "MountingHole:MountingHole_2.2mm_M2" (layer "F.Cu") (tstamp {_stamp("hole", number)})',
        f"    (at {_at(place)})",
        "    (attr exclude_from_pos_files exclude_from_bom)",
        _label("reference", f"H{number}", "0 0", ""),
        f'    (pad "" np_thru_hole circle (at 0 0) (size {HOLE_MM:g} {HOLE_MM:g}) (drill {HOLE_MM:g})',
        f'      (layers "*.Cu" "*.Mask") (tstamp {_stamp("hole pad", number)}))',
        "  )",
    )
    return "\n".join(lines)


def _words() -> list[str]:
    """Return the text on the back, where the plugs are soldered, and the tile's name."""
    made = []
    for pin, net in enumerate(LINES):
        y = 2.54 * (pin - 3)
        for x, text in ((-22.2, net.split("_")[0]), (22.2, net.split("_")[0])):
            made.append(_word(text, (x, y), "B.SilkS", f"{x} {pin}"))
    made.append(_word("to the microcontroller", (-15.0, 13.5), "B.SilkS", "near"))
    made.append(_word("boardwarden tile 1", (0.0, 30.0 - 4.0), "B.SilkS", "name"))
    return made


def _word(text: str, place: Place, layer: str, key: str) -> str:
    return (
        f'  (gr_text "{text}" (at {_at(place)}) (layer "{layer}") (tstamp {_stamp("word", key)})'
        " (effects (font (size 1 1) (thickness 0.15)) (justify mirror)))"
    )


def _ground(layer: str) -> str:
    points = " ".join(f"(xy {_at((x * 0.985, y * 0.985))})" for x, y in edge())
    return (
        f'  (zone (net {_number("GND")}) (net_name "GND") (layer "{layer}") (tstamp {_stamp("zone", layer)})'
        f" (hatch edge 0.5)\n    (connect_pads (clearance {CLEARANCE_MM + 0.05:g})) (min_thickness 0.25)\n"
        "    (fill yes (thermal_gap 0.3) (thermal_bridge_width 0.4))\n"
        f"    (polygon (pts {points}))\n  )"
    )


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(board_text(), encoding="utf-8")
