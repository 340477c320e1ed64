"""How dice come to a match: a choice of the table, not of the rules."""

from enum import StrEnum


class Dice(StrEnum):
    """Who says how a die fell.

    `seed`: the match's own generator, at once. `tray`: it is thrown into the tray and read by a camera;
    whoever throws may also say it. `typed`: whoever throws it says it.
    """

    SEED = "seed"
    TRAY = "tray"
    TYPED = "typed"

    @property
    def thrown_words(self) -> tuple[str, ...]:
        """The words of the actions that are no longer drawn."""
        return () if self is Dice.SEED else ("die",)
