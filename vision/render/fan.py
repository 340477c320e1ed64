"""A ceiling fan between lamps and a board: its blades' shadows lie elsewhere in each picture."""

from dataclasses import dataclass
from math import radians

import numpy as np

from vision.pictures.camera_model import Points


@dataclass(frozen=True, slots=True)
class Fan:
    """A fan: its hub over the board, and its blades, mm.

    `step_deg`: how far it has turned from one picture to the next, whole turns left out.
    """

    x_mm: float
    y_mm: float
    height_mm: float = 1500.0
    blades: int = 3
    hub_mm: float = 90.0
    long_mm: float = 600.0
    wide_mm: float = 130.0
    step_deg: float = 47.0

    def blades_mm(self, number: int) -> list[Points]:
        """Return the corners `(4, 3)` of each blade in a picture."""
        along = np.array([self.hub_mm, self.long_mm, self.long_mm, self.hub_mm])
        aside = np.array([-0.5, -0.5, 0.5, 0.5]) * self.wide_mm
        turns = radians(number * self.step_deg) + 2 * np.pi * np.arange(self.blades) / self.blades
        return [
            np.column_stack(
                (
                    self.x_mm + along * np.cos(turn) - aside * np.sin(turn),
                    self.y_mm + along * np.sin(turn) + aside * np.cos(turn),
                    np.full(4, self.height_mm),
                )
            )
            for turn in turns
        ]
