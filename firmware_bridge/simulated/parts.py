"""The parts of a simulated board: a `board.json` as a real hub board of the table would have it."""

import json
from collections.abc import Sequence
from typing import Any

from engine.core.ids import Cell

_FIRST_FREE_PIN, _PINS = 6, 49
_OF_THE_BOARD = 3
"""The pins of buzzer, lamps and latch."""
_A_PAD, _A_READER = 3, 2
"""The pins of a pad with its button, and of a reader."""
_INPUTS = 8


def board_json(
    pads: Sequence[str], lit: Sequence[Cell], switched: Sequence[Cell], read: Sequence[Cell] = ()
) -> str:
    """Return the configuration of a board with a reader and a button a pad, lights and switches under cells.

    `read`: cells with a reader of their own; on the wire each is a pad of the cell's name. The lights are the
    cells', then two a pad. Its power supply is a simulated one: nothing is dimmed. Pads and readers that
    there are no pins for are left out.
    """
    pins = iter(range(_FIRST_FREE_PIN, _PINS))
    free = _PINS - _FIRST_FREE_PIN - _OF_THE_BOARD
    pads = pads[: free // _A_PAD]
    read = read[: (free - _A_PAD * len(pads)) // _A_READER]
    parts: dict[str, Any] = {
        "board": "simulated board",
        "spi": {"0": {"sck": 0, "mosi": 1, "miso": 2}, "1": {"sck": 3, "mosi": 4, "miso": 5}},
        "pads": [
            {"pad": pad, "reader": "mfrc522", "spi": 0, "select": next(pins), "reset": next(pins)}
            for pad in (*pads, *read)
        ],
        "buttons": [{"pad": pad, "button": "end_turn", "pin": next(pins)} for pad in pads],
        "buzzer": {"pin": next(pins)},
        "watchdog_ms": 2000,
    }
    if pads or lit:
        parts["lamps"] = {
            "pin": next(pins),
            "cells": {cell: place for place, cell in enumerate(lit)},
            "pads": {
                pad: [len(lit) + 2 * number, len(lit) + 2 * number + 1] for number, pad in enumerate(pads)
            },
            "brightness": 100,
            "limit_ma": 1_000_000,
        }
    if switched:
        # Two inputs at the far end are sentinels, as on a board that is built.
        free = 2 + -(len(switched) + 2) % _INPUTS
        size = len(switched) + free
        parts["cells"] = {
            "spi": 1,
            "latch": next(pins),
            "order": [*switched, *[None] * free],
            "sentinels": {"low": [size - 2], "high": [size - 1]},
        }
    return json.dumps(parts)
