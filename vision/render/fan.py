"""A ceiling fan between lamps and a board. The shadows of its blades move from picture to picture."""

from dataclasses import dataclass
from math import radians

import numpy as np

from vision.pictures.camera_model import Points


@dataclass(frozen=True, slots=True)
class Fan:
    """A fan over the board."""

    x_mm: float
    """The x of its hub."""
    y_mm: float
    """The y of its hub."""
    height_mm: float = 1500.0
    """Its height over the board."""
    blades: int = 3
    """The number of its blades."""
    hub_mm: float = 90.0
    """The distance from its middle where the blades begin."""
    long_mm: float = 600.0
    """The distance from its middle where the blades end."""
    wide_mm: float = 130.0
    """The width of a blade."""
    step_deg: float = 47.0
    """Its turn from one picture to the next, degrees, without whole turns."""

    def blades_mm(self, number: int) -> list[Points]:
        """Return the corners `(4, 3)`, board mm, of each blade in a picture."""
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
