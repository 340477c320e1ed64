"""The files of a circuit that don't need KiCad."""

from hardware.circuits.circuit import Circuit
from hardware.circuits.electrical import circuit_report
from hardware.circuits.kicad import board_text
from hardware.circuits.order import parts_list, placement
from hardware.circuits.picture import picture
from hardware.circuits.schematic import library, library_table, netlist, schematic


def kicad_files(circuit: Circuit) -> dict[str, str]:
    """Return the text of each file by its name: KiCad's project, the factory's lists and a picture."""
    name = circuit.name
    return {
        f"{name}.kicad_pcb": board_text(circuit),
        f"{name}.kicad_sch": schematic(circuit),
        f"{name}.kicad_sym": library(circuit),
        "sym-lib-table": library_table(circuit),
        f"{name}.net": netlist(circuit),
        "circuit.txt": circuit_report(circuit),
        "parts.csv": parts_list(circuit),
        "placement.csv": placement(circuit),
        f"{name}.svg": picture(circuit),
    }
