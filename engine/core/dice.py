"""How dice come to a match: a choice of the table, not of the rules."""

from enum import StrEnum

from engine.core.board import Board
from engine.core.faults import InputFault
from engine.core.unusable import TEXTS


class Dice(StrEnum):
    """The source of a die's fall.

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


def expect_tray(dice: Dice, board: Board) -> None:
    """See that a board has what dice need that come so.

    Raises:
        InputFault: they are to be thrown into a tray, and the board's file has no place for one.
    """
    if dice is Dice.TRAY and board.tray is None:
        example = "{centre_mm: [x, y], size_mm: [w, h], die_mm: 16}"
        raise InputFault(TEXTS.say("terms.no_tray", board=board.name, example=example))
