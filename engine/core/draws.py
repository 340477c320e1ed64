"""The source of cards that are drawn or turned up: a choice of the table, not of the rules."""

from enum import StrEnum


class DrawSource(StrEnum):
    """The source of a drawn card.

    `seed`: the match's own generator, at once. `seen`: people draw from a deck on the table. A camera sees
    cards that are turned up. A seat's reader reads the cards that are drawn over it. The player who draws may
    also enter them. `typed`: the player who draws enters them.
    """

    SEED = "seed"
    SEEN = "seen"
    TYPED = "typed"

    @property
    def drawn_words(self) -> tuple[str, ...]:
        """The words of the actions that no generator draws."""
        return () if self is DrawSource.SEED else ("draw",)
