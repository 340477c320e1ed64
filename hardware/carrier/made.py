"""Writes the carrier's files that don't need KiCad: `python -m hardware.carrier.made`."""

from pathlib import Path

from hardware.carrier.circuit import CARRIER
from hardware.carrier.panel import PANEL
from hardware.circuits.made import kicad_files

MADE = Path(__file__).parent / "made"


def files() -> dict[str, str]:
    """Return the text of each file by its name."""
    return kicad_files(CARRIER) | {"panel-placement.csv": PANEL.placement()}


if __name__ == "__main__":
    MADE.mkdir(exist_ok=True)
    for name, text in files().items():
        (MADE / name).write_text(text, encoding="utf-8")
