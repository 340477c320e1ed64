"""The source of dice: a choice of the table, not of the rules."""

from enum import StrEnum

from engine.core.board import Board
from engine.core.faults import InputFault
from engine.core.unusable import TEXTS


class Dice(StrEnum):
    """The source of a die's fall.

    `seed`: the match's own generator, at once. `tray`: a camera reads the die that is thrown into the tray;
    the thrower may also enter it. `typed`: the thrower enters it.
    """

    SEED = "seed"
    TRAY = "tray"
    TYPED = "typed"

    @property
    def thrown_words(self) -> tuple[str, ...]:
        """The words of the actions that players throw dice for, so that no generator draws them."""
        return () if self is Dice.SEED else ("die",)


def expect_tray(dice: Dice, board: Board) -> None:
    """See that a board has the tray that this source of dice needs.

    Raises:
        InputFault: dice are to be thrown into a tray, and the board's file has no place for one.
    """
    if dice is Dice.TRAY and board.tray is None:
        example = "{centre_mm: [x, y], size_mm: [w, h], die_mm: 16}"
        raise InputFault(TEXTS.say("terms.no_tray", board=board.name, example=example))
