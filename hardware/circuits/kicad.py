"""A circuit as a KiCad 6 board.

The file has pads, tracks and unfilled ground. KiCad fills the ground, checks its design rules and writes the
factory's files (`manufacture.py`).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hardware.circuits.circuit import BACK, FRONT, GROUND, VIA_HOLE_MM, VIA_MM, Circuit, Word
from hardware.circuits.packages import Pad, Part, Place

MIDDLE_MM = 100.0
"""The place of a board's middle on KiCad's sheet, from its left and upper edges."""
CLEARANCE_MM = 0.2
"""The least gap between two nets. Every factory can make it."""

_LAYERS = """  (layers
    (0 "F.Cu" signal) (31 "B.Cu" signal) (34 "B.Paste" user) (35 "F.Paste" user) (36 "B.SilkS" user)
    (37 "F.SilkS" user) (38 "B.Mask" user) (39 "F.Mask" user) (44 "Edge.Cuts" user) (46 "B.CrtYd" user)
    (47 "F.CrtYd" user) (48 "B.Fab" user) (49 "F.Fab" user)
  )"""


def board_file(nets: Sequence[str], lines: Iterable[str]) -> str:
    """Return a board's file from its nets, in the order of their numbers, and what lies on it."""
    head = [
        "(kicad_pcb (version 20211014) (generator boardwarden)",
        "  (general (thickness 1.6))",
        _LAYERS,
        "  (setup (pad_to_mask_clearance 0.05) (aux_axis_origin 100 100))",
        '  (net 0 "")',
        *(f'  (net {number} "{net}")' for number, net in enumerate(nets, 1)),
    ]
    return "\n".join([*head, *lines, ")", ""])


def board_text(circuit: Circuit) -> str:
    """Return the file of one board."""
    board = PlacedCircuit(circuit)
    return board_file(board.nets, [*board.lines(), *outline(circuit, circuit.edge, "edge")])


def on_sheet(place: Place) -> str:
    """Return a place, mm from the sheet's middle, as KiCad writes it."""
    return f"{MIDDLE_MM + place[0]:.4f} {MIDDLE_MM + place[1]:.4f}"


def outline(circuit: Circuit, corners: Sequence[Place], key: str) -> list[str]:
    """Return a closed line that a mill follows."""
    return [
        f"  (gr_line (start {on_sheet(one)}) (end {on_sheet(two)})"
        f' (layer "Edge.Cuts") (width 0.1) (tstamp {circuit.stamp(key, number)}))'
        for number, (one, two) in enumerate(zip(corners, [*corners[1:], corners[0]], strict=True))
    ]


def bare_hole(circuit: Circuit, place: Place, across_mm: float, key: str) -> str:
    """Return a hole without copper."""
    size = f"(size {across_mm:g} {across_mm:g}) (drill {across_mm:g})"
    return "\n".join(
        (
            f'  (footprint "MountingHole:MountingHole" (layer "F.Cu") (tstamp {circuit.stamp("hole", key)})',
            f"    (at {on_sheet(place)})",
            "    (attr exclude_from_pos_files exclude_from_bom)",
            _label("reference", f"H{key}", "0 0", ""),
            f'    (pad "" np_thru_hole circle (at 0 0) {size}',
            f'      (layers "*.Cu" "*.Mask") (tstamp {circuit.stamp("hole pad", key)}))',
            "  )",
        )
    )


@dataclass(frozen=True, slots=True)
class PlacedCircuit:
    """One board on a sheet."""

    circuit: Circuit
    """Its kind."""
    number: int = 0
    """Its number on a panel, from 1; 0: it lies alone, and its nets have no number."""
    middle_mm: Place = (0.0, 0.0)
    """Its middle from the sheet's, mm."""

    @property
    def nets(self) -> tuple[str, ...]:
        """Its nets' names: two boards of a panel share none."""
        nets = self.circuit.nets
        return tuple(f"{self.number}:{net}" for net in nets) if self.number else nets

    def lines(self) -> list[str]:
        """Return all that lies on it but its edge."""
        circuit = self.circuit
        lines = [self._footprint(one) for one in circuit.parts]
        lines += [
            bare_hole(circuit, self._moved(place), circuit.hole_mm, self._key(number))
            for number, place in enumerate(circuit.holes, 1)
        ]
        lines += [
            f"  (segment (start {self._at(one.begins_mm)}) (end {self._at(one.ends_mm)})"
            f' (width {one.width_mm:g}) (layer "{one.layer}") (net {self._net(one.net)})'
            f" (tstamp {self.circuit.stamp('track', self._key(number))}))"
            for number, one in enumerate(circuit.tracks)
        ]
        lines += [
            f"  (via (at {self._at(one.at_mm)}) (size {VIA_MM:g}) (drill {VIA_HOLE_MM:g})"
            f' (layers "{FRONT}" "{BACK}") (net {self._net(one.net)})'
            f" (tstamp {self.circuit.stamp('via', self._key(number))}))"
            for number, one in enumerate(circuit.vias)
        ]
        for number, corners in enumerate(circuit.openings, 1):
            lines += outline(circuit, [self._moved(one) for one in corners], self._key(f"opening {number}"))
        words = [self._word(one) for one in circuit.words]
        return [*lines, *words, *(self._ground(layer) for layer in (FRONT, BACK))]

    def _key(self, name: object) -> str:
        return f"{self.number}.{name}" if self.number else str(name)

    def _net(self, net: str) -> int:
        return len(self.nets) * max(0, self.number - 1) + self.circuit.nets.index(net) + 1

    def _moved(self, place: Place) -> Place:
        return self.middle_mm[0] + place[0], self.middle_mm[1] + place[1]

    def _at(self, place: Place) -> str:
        return on_sheet(self._moved(place))

    def _footprint(self, part: Part) -> str:
        through = any(pad.drill_mm for pad in part.package.pads)
        mark = self.circuit.stamp("part", self._key(part.name))
        lines = [
            f'  (footprint "{part.package.name}" (layer "F.Cu") (tstamp {mark})',
            f"    (at {self._at(part.at_mm)} {part.angle_deg:g})",
            f'    (path "/{self.circuit.stamp("part", part.name)}")',
            f"    (attr {'through_hole' if through else 'smd'})",
            _label("reference", part.name, "0 0", ""),
            _label("value", part.value, "0 1", " hide"),
        ]
        lines += [self._pad(part, pad) for pad in part.package.pads]
        return "\n".join([*lines, "  )"])

    def _pad(self, part: Part, pad: Pad) -> str:
        net = part.nets.get(pad.pin)
        on = f' (net {self._net(net)} "{self.nets[self.circuit.nets.index(net)]}")' if net else ""
        wide, high = pad.size_mm
        at = f"(at {pad.at_mm[0]:g} {pad.at_mm[1]:g} {part.angle_deg:g}) (size {wide:g} {high:g})"
        mark = f"(tstamp {self.circuit.stamp(self._key(part.name), pad.pin)})"
        if pad.drill_mm:
            kind = f'thru_hole circle {at} (drill {pad.drill_mm:g}) (layers "*.Cu" "*.Mask")'
        else:
            kind = f'smd roundrect {at} (layers "F.Cu" "F.Paste" "F.Mask") (roundrect_rratio 0.25)'
        return f'    (pad "{pad.pin}" {kind}{on} {mark})'

    def _word(self, word: Word) -> str:
        return (
            f'  (gr_text "{word.text}" (at {self._at(word.at_mm)}) (layer "B.SilkS")'
            f" (tstamp {self.circuit.stamp('word', self._key(word.key))})"
            " (effects (font (size 1 1) (thickness 0.15)) (justify mirror)))"
        )

    def _ground(self, layer: str) -> str:
        points = " ".join(f"(xy {self._at(place)})" for place in self.circuit.ground)
        name = self.nets[self.circuit.nets.index(GROUND)]
        return (
            f'  (zone (net {self._net(GROUND)}) (net_name "{name}") (layer "{layer}")'
            f" (tstamp {self.circuit.stamp('zone', self._key(layer))}) (hatch edge 0.5)\n"
            f"    (connect_pads (clearance {CLEARANCE_MM + 0.05:g})) (min_thickness 0.25)\n"
            "    (fill yes (thermal_gap 0.3) (thermal_bridge_width 0.4))\n"
            f"    (polygon (pts {points}))\n  )"
        )


def _label(kind: str, text: str, at: str, hidden: str) -> str:
    font = "(effects (font (size 0.6 0.6) (thickness 0.1)))"
    return f'    (fp_text {kind} "{text}" (at {at}) (layer "F.Fab"){hidden} {font})'
