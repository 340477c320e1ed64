"""The readings that a table can choose between; texts/readings.yaml has their words for people."""

from dataclasses import dataclass
from pathlib import Path

from engine.kit.options import Offered

CHOICES: dict[str, tuple[str, ...]] = {
    "own_element": ("on", "off"),
    "empty_book": ("leaves", "draws"),
    "min_book": ("under_20", "up_to_20"),
    "occupancy": ("one", "over_all"),
    "flying_lands": ("decline", "ignore"),
    "healing": ("over", "capped"),
    "first_player": ("seat", "lot"),
    "time_limit": ("off", "on"),
    "graveyard": ("top", "hidden"),
    "asked": ("able", "all"),
    "as_printed": ("on", "off"),
    "passed_over": ("explored", "nothing"),
    "sniping": ("lines", "attacks"),
    "shared_gains": ("all", "own"),
    "magic_circle": ("each", "own"),
    "divine_might": ("three", "two"),
    "deck_first": ("push", "wind", "swarm"),
    "deck_second": ("wind", "push", "swarm"),
}
"""Every reading and its values, the default first."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options in force, each with the meaning of its value that isn't the default."""

    own_element: str = "on"
    """`off`: only the land under a hero blesses (KS-2.1)."""
    empty_book: str = "leaves"
    """`draws`: a player who can't draw has lost, not one whose last card leaves the book (KS-3.3)."""
    min_book: str = "under_20"
    """`up_to_20`: a book of twenty loses at set-up, too (KS-4.1)."""
    occupancy: str = "one"
    """`over_all`: flying units pass over each other, too; two units never share a tile."""
    flying_lands: str = "decline"
    """`ignore`: no standing effect of a land holds for flying units (KS-10)."""
    healing: str = "over"
    """`capped`: no hero has more HP than is printed."""
    first_player: str = "seat"
    """`lot`: chance says who begins (KS-4.5)."""
    time_limit: str = "off"
    """`on`: time may be called (KS-3.4)."""
    graveyard: str = "top"
    """`hidden`: not even a graveyard's top card is open."""
    asked: str = "able"
    """`all`: everybody is asked for responses, even without one."""
    as_printed: str = "on"
    """`off`: a dozen cards as the first edition read them (docs/develop/decisions/0223)."""
    passed_over: str = "explored"
    """`nothing`: a flying unit that names an occupied tile among those to explore explores nothing there."""
    sniping: str = "lines"
    """`attacks`: no.142 lengthens only ranged attacks, not the Lines of abilities."""
    shared_gains: str = "all"
    """`own`: no.143 and no.178 help only their player's units."""
    magic_circle: str = "each"
    """`own`: no.121 pays only at its owner's turn starts."""
    divine_might: str = "three"
    """`two`: no.217 deals 2 to a dark unit, not 1 and then 2."""
    deck_first: str = "push"
    """The first player's sample deck in a match from the standard opening."""
    deck_second: str = "wind"
    """The second player's sample deck in such a match."""

    @property
    def is_printed(self) -> bool:
        """Whether cards are played as printed on the sheet, instead of as the first edition read them."""
        return self.as_printed == "on"


OFFERED = Offered("kingdom_square", CHOICES, Options, Path(__file__).parent / "texts" / "readings.yaml")
