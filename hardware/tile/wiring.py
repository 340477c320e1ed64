"""The `board.json` of a board that is made of tiles: `python -m hardware.tile.wiring BOARD.JSON`.

It reads a board's file with one input for each hex, and prints the same board with one tile for each hex.
Each tile is one register: its first bit is the hex, the next two are tied low and high.
"""

import json
import sys
from pathlib import Path
from typing import Any

INPUTS = 8
LOW, HIGH = 1, 2
"""The inputs of a tile that are tied to ground and to the supply, counted from the hex's input."""
BAUD = 500_000
"""The clock of the chain. It passes every tile, and its edges get slower with each."""


def on_tiles(found: dict[str, Any]) -> dict[str, Any]:
    """Return a board's configuration with tiles in the order of its cells.

    Raises:
        KeyError: the board has no cells.
    """
    cells = found["cells"]
    hexes = [cell for cell in cells["order"] if cell is not None]
    order = [place for cell in hexes for place in (cell, *[None] * (INPUTS - 1))]
    last = INPUTS * (len(hexes) - 1)
    bus = str(cells["spi"])
    return found | {
        "spi": found["spi"] | {bus: found["spi"][bus] | {"baud": BAUD}},
        "cells": cells | {"order": order, "sentinels": {"low": [last + LOW], "high": [last + HIGH]}},
    }


if __name__ == "__main__":
    print(json.dumps(on_tiles(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8")))))
