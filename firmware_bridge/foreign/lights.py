"""The lights of somebody's own device: every order so far as one retained message.

So a device that comes back, or a restarted broker, knows at once which lights are lit.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.bus.messages.boards import BrightnessOrder, DeviceOrder, LightsOrder
from firmware_bridge.board_reports import BOARD
from firmware_bridge.lights import format_colour, parse_colour

_PAD = "pad."


@dataclass(frozen=True, slots=True)
class ForeignLights:
    """The colours that a table's lights should have."""

    board: str = "#000000"
    """The colour of each cell without a colour of its own, as `#rrggbb`."""
    cells: Mapping[str, str] = field(default_factory=dict)
    """The colours of cells."""
    pads: Mapping[str, str] = field(default_factory=dict)
    """The colours of pads, by seat."""
    brightness: int = 100
    """The share of the device's own brightness, %."""

    def ordered(self, device: str, order: DeviceOrder) -> "ForeignLights":
        """Return the lights after an order; other orders change nothing.

        Raises:
            InputFault: a colour that isn't one.
        """
        match order.content:
            case BrightnessOrder(percent) if device == BOARD:
                return replace(self, brightness=min(percent, 100))
            case LightsOrder(cells, colour):
                wanted = format_colour(parse_colour(colour or "off"))
                if device.startswith(_PAD):
                    return replace(self, pads={**self.pads, device.removeprefix(_PAD): wanted})
                if not cells:
                    return replace(self, board=wanted, cells={})
                return replace(self, cells={**self.cells, **dict.fromkeys(cells, wanted)})
            case _:
                return self

    def message(self) -> bytes:
        """Return the lights as JSON; cells with the board's colour are left out."""
        cells = {cell: colour for cell, colour in sorted(self.cells.items()) if colour != self.board}
        return json.dumps(
            {"brightness": self.brightness, "board": self.board, "cells": cells, "pads": dict(self.pads)},
            separators=(",", ":"),
        ).encode()
