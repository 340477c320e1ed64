"""Several boards in one frame, to be broken apart: as a KiCad 6 board, and the places of all their parts.

A mill of 2 mm cuts around every board and leaves bridges. Holes along a bridge make it break there. The frame
has marks for the machine that lays the parts, and holes to hold it by.
"""

from dataclasses import dataclass

from hardware.circuits.circuit import Circuit
from hardware.circuits.kicad import PlacedCircuit, bare_hole, board_file, on_sheet, outline
from hardware.circuits.order import placement
from hardware.circuits.packages import Place

GAP_MM, BRIDGE_MM = 2.0, 5.0
"""The mill's width, and the length of a bridge."""
BITE_MM, BITES, BITE_PITCH_MM = 0.5, 5, 0.9
"""The holes along a bridge: their width, how many, and from middle to middle."""
RAIL_MM, TOOLING_MM, MARK_MM, MARK_BARE_MM = 7.0, 3.0, 1.0, 2.0
"""The frame beyond the boards; its holes; its marks, and the width without paint around them."""


@dataclass(frozen=True, slots=True)
class Panel:
    """Boards of one kind in a frame. Places are from the panel's middle, mm."""

    circuit: Circuit
    """The kind of its boards."""
    boards: tuple[PlacedCircuit, ...]
    """Its boards."""
    frame_mm: tuple[float, float]
    """Its width and height."""
    slots: tuple[tuple[Place, ...], ...]
    """The outline of each cut."""
    bites: tuple[Place, ...]
    """The middles of the holes along the bridges."""

    @property
    def marks(self) -> tuple[Place, ...]:
        """The marks for the machine: three corners, so that a turned panel is noticed."""
        x, y = (side / 2 - RAIL_MM / 2 for side in self.frame_mm)
        return (12.0 - x, y), (x - 12.0, y), (12.0 - x, -y)

    @property
    def tooling(self) -> tuple[Place, ...]:
        """The holes that hold the panel."""
        x, y = (side / 2 - RAIL_MM / 2 for side in self.frame_mm)
        return (-x, -y), (x, -y), (-x, y), (x, y)

    def text(self) -> str:
        """Return the panel's file."""
        circuit = self.circuit
        wide, high = self.frame_mm
        corners = [(x * wide / 2, y * high / 2) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        lines = [line for board in self.boards for line in board.lines()]
        lines += outline(circuit, corners, "frame")
        for number, slot in enumerate(self.slots, 1):
            lines += outline(circuit, slot, f"slot {number}")
        lines += [
            bare_hole(circuit, place, BITE_MM, f"bite {number}") for number, place in enumerate(self.bites, 1)
        ]
        lines += [
            bare_hole(circuit, place, TOOLING_MM, f"tooling {number}")
            for number, place in enumerate(self.tooling, 1)
        ]
        lines += [_mark(circuit, place, number) for number, place in enumerate(self.marks, 1)]
        return board_file([net for board in self.boards for net in board.nets], lines)

    def placement(self) -> str:
        """Return the places of the parts that a machine lays, as CSV: mm from the panel's middle, y up."""
        head, *rows = placement(self.circuit).splitlines()
        lines = [head]
        for board in self.boards:
            for row in rows:
                name, x, y, *rest = row.split(",")
                at = f"{float(x) + board.middle_mm[0]:.3f},{float(y) - board.middle_mm[1]:.3f}"
                lines.append(",".join((f"{board.number}-{name}", at, *rest)))
        return "\n".join([*lines, ""])


def _mark(circuit: Circuit, place: Place, number: int) -> str:
    margin = (MARK_BARE_MM - MARK_MM) / 2
    return (
        f'  (footprint "Fiducial:Fiducial" (layer "F.Cu") (tstamp {circuit.stamp("mark", number)})\n'
        f"    (at {on_sheet(place)})\n    (attr smd exclude_from_bom)\n"
        f'    (fp_text reference "FID{number}" (at 0 0) (layer "F.Fab")'
        " (effects (font (size 0.6 0.6) (thickness 0.1))))\n"
        f'    (pad "" smd circle (at 0 0) (size {MARK_MM:g} {MARK_MM:g}) (layers "F.Cu" "F.Mask")'
        f" (solder_mask_margin {margin:g}) (clearance {margin:g})"
        f" (tstamp {circuit.stamp('mark pad', number)}))\n  )"
    )
