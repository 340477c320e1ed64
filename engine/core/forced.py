"""Steps without a choice: whether they happen by themselves is the table's choice, not a rule."""

from enum import StrEnum


class ForcedSteps(StrEnum):
    """The steps that happen by themselves where only one action is legal.

    `pressed`: no step; players take each one themselves. `open`: the steps of a seat that holds nothing
    hidden, so that an automatic step betrays no hand. `all`: the steps of every seat; other players then know
    that nothing in the seat's hand could be played.
    """

    PRESSED = "pressed"
    OPEN = "open"
    ALL = "all"
