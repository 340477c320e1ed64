"""The files that a factory needs next to the copper: the list of parts and their placement, as CSV."""

import csv
import io
from collections.abc import Iterable, Sequence

from hardware.circuits.circuit import Circuit
from hardware.circuits.packages import Part

NOTES = {
    "Hall switch, open drain": "open drain, omnipolar; operates below 1.1 mT, rests at 0.6 mT",
    "pin header 1x7, 2.54 mm": "soldered from below by hand; not for the factory",
}
"""Notes on parts for the factory, by the part's value."""


def parts_list(circuit: Circuit) -> str:
    """Return the bill of materials of one board: value, package, count, references, note."""
    kinds: dict[tuple[str, str], list[str]] = {}
    for one in circuit.parts:
        kinds.setdefault((one.value, one.package.name.split(":")[1]), []).append(one.name)
    return _csv(
        ("Comment", "Footprint", "Quantity", "Designator", "Note"),
        (
            (value, package, len(names), " ".join(names), NOTES.get(value, ""))
            for (value, package), names in kinds.items()
        ),
    )


def placement(circuit: Circuit) -> str:
    """Return the places of the parts that a machine places: millimetres from the board's middle, y up."""
    return _csv(
        ("Designator", "Mid X", "Mid Y", "Layer", "Rotation"),
        (
            (one.name, f"{one.at_mm[0]:.3f}", f"{0.0 - one.at_mm[1]:.3f}", "top", f"{one.angle_deg:g}")
            for one in circuit.parts
            if laid_by_machine(one)
        ),
    )


def laid_by_machine(part: Part) -> bool:
    """Return whether a part is surface-mounted."""
    return not any(pad.drill_mm for pad in part.package.pads)


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return out.getvalue()
