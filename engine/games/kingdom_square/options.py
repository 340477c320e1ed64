"""The readings that a table can choose between; in words for people they stand in texts/readings.yaml."""

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
    """The readings in force.

    `own_element` off: only the land under a hero blesses. `empty_book` draws: who can't draw has lost.
    `min_book` up_to_20: a book of twenty loses at set-up too. `occupancy` over_all: flying units pass over
    each other, too; nobody ever shares a tile. `graveyard` hidden: not even its top card is open.
    `flying_lands` ignore: no standing effect of a
    land holds for flying units. `healing` capped: no hero has more HP than is printed.
    `first_player` lot: chance says who begins. `time_limit` on: time may be called. `asked` all: everybody
    is asked for responses. `as_printed` off: a dozen cards as the first edition read them
    (docs/develop/decisions/0223). `passed_over` nothing: a flying unit that names a tile where a unit stands
    among those that it explores explores nothing there. `sniping` attacks: no.142 lengthens ranged attacks
    alone, not the Lines of abilities. `shared_gains` own: no.143 and no.178 help their player's units alone.
    `magic_circle` own: no.121 pays at its owner's turn starts alone. `divine_might` two: no.217 deals 2 to a
    dark unit, not 1 and then 2. `deck_first`, `deck_second`: the sample decks of a match from the standard
    opening.
    """

    own_element: str = "on"
    empty_book: str = "leaves"
    min_book: str = "under_20"
    occupancy: str = "one"
    flying_lands: str = "decline"
    healing: str = "over"
    first_player: str = "seat"
    time_limit: str = "off"
    graveyard: str = "top"
    asked: str = "able"
    as_printed: str = "on"
    passed_over: str = "explored"
    sniping: str = "lines"
    shared_gains: str = "all"
    magic_circle: str = "each"
    divine_might: str = "three"
    deck_first: str = "push"
    deck_second: str = "wind"

    @property
    def is_printed(self) -> bool:
        """Whether the cards are played as the sheet prints them, not as the first edition read them."""
        return self.as_printed == "on"


OFFERED = Offered("kingdom_square", CHOICES, Options, Path(__file__).parent / "texts" / "readings.yaml")
