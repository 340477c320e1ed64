"""Writes the tile's files that don't need KiCad: `python -m hardware.tile.made`."""

from pathlib import Path

from hardware.circuits.made import kicad_files
from hardware.tile.circuit import TILE
from hardware.tile.panel import PANEL

MADE = Path(__file__).parent / "made"


def files() -> dict[str, str]:
    """Return the text of each file by its name."""
    return kicad_files(TILE) | {"panel-placement.csv": PANEL.placement()}


if __name__ == "__main__":
    MADE.mkdir(exist_ok=True)
    for name, text in files().items():
        (MADE / name).write_text(text, encoding="utf-8")
