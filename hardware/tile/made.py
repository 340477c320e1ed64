"""Writes the tile's files that don't need KiCad: `python -m hardware.tile.made`."""

from pathlib import Path

from hardware.tile.electrical import circuit_report
from hardware.tile.kicad import board_text
from hardware.tile.order import parts_list, placement
from hardware.tile.panel import panel_placement
from hardware.tile.picture import picture
from hardware.tile.schematic import library, library_table, netlist, schematic

MADE = Path(__file__).parent / "made"


def files() -> dict[str, str]:
    """Return the text of each file by its name."""
    return {
        "tile.kicad_pcb": board_text(),
        "tile.kicad_sch": schematic(),
        "tile.kicad_sym": library(),
        "sym-lib-table": library_table(),
        "tile.net": netlist(),
        "panel-placement.csv": panel_placement(),
        "circuit.txt": circuit_report(),
        "parts.csv": parts_list(),
        "placement.csv": placement(),
        "tile.svg": picture(),
    }


if __name__ == "__main__":
    MADE.mkdir(exist_ok=True)
    for name, text in files().items():
        (MADE / name).write_text(text, encoding="utf-8")
