"""Messages about how bright the boards' lights are."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LightsWish:
    """How bright somebody at home wants the boards' lights, as from Home Assistant.

    The broker keeps it, so that a bridge that starts again knows it.
    """

    on: bool
    """Whether they may light at all."""
    percent: int | None = None
    """Their brightness in % of what the table's `--lights` allows, 1 to 100. None: as it was before."""


@dataclass(frozen=True, slots=True)
class LightsShown:
    """How bright the boards' lights are, by the last wish."""

    on: bool
    """Whether they may light at all."""
    percent: int
    """Their brightness in % of what the table's `--lights` allows; the last one while they are off."""
