"""How cards that are drawn or turned up come to a match: a choice of the table, not of the rules."""

from enum import StrEnum


class DrawSource(StrEnum):
    """The source of a drawn card.

    `seed`: the match's own generator, at once. `seen`: people draw from a deck on the table; a camera sees
    what is turned up, a seat's reader what is drawn over it, and whoever draws may also say it. `typed`:
    whoever draws says it.
    """

    SEED = "seed"
    SEEN = "seen"
    TYPED = "typed"

    @property
    def drawn_words(self) -> tuple[str, ...]:
        """The words of the actions that no generator draws."""
        return () if self is DrawSource.SEED else ("draw",)
