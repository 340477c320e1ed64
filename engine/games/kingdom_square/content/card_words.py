"""The vocabulary of what skills and abilities do with cards, costs and what was announced."""

from dataclasses import dataclass
from typing import Annotated

from engine.games.kingdom_square.content.whom import Announced, Into, Sought
from engine.kit.content.vocabulary import Says


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw cards."""

    cards: Annotated[int, Says("cards", 1, 5)]


@dataclass(frozen=True, slots=True)
class ExileTop:
    """Exile the top card of the player's book."""

    cards: Annotated[int, Says("cards", 1, 3)]


@dataclass(frozen=True, slots=True)
class Plunder:
    """The opponent puts cards of its table or trump into its graveyard."""

    cards: Annotated[int, Says("cards", 1, 3)]


@dataclass(frozen=True, slots=True)
class Headache:
    """Both players put cards of their table or trump into their graveyards, the opponent first."""

    cards: Annotated[int, Says("cards", 1, 3)]


@dataclass(frozen=True, slots=True)
class Purse:
    """Have cost to spend this turn before cards of the book are."""

    amount: Annotated[int, Says("cost", 1, 9)]


@dataclass(frozen=True, slots=True)
class Counter:
    """Call off what an opponent has announced."""

    what: Annotated[Announced, Says("what is called off")]
    unless: Annotated[int, Says("cost that its player may pay against it; 0: none", 0, 9)] = 0


@dataclass(frozen=True, slots=True)
class Fetch:
    """Look for a card in the player's book and take it; the book is shuffled."""

    what: Annotated[Sought, Says("which card")]
    to: Annotated[Into, Says("where it goes")] = Into.EITHER


@dataclass(frozen=True, slots=True)
class DrawTrump:
    """Draw a card as trump."""


@dataclass(frozen=True, slots=True)
class DrawBare:
    """With no other card on the player's table, draw cards."""

    cards: Annotated[int, Says("cards", 1, 5)]


@dataclass(frozen=True, slots=True)
class Discard:
    """Put cards of the player's table or trump into the graveyard."""

    cards: Annotated[int, Says("cards", 1, 3)]


@dataclass(frozen=True, slots=True)
class Shed:
    """Both players put cards of table or trump into their graveyards; with a hero of dark one more."""

    cards: Annotated[int, Says("cards", 1, 3)]


@dataclass(frozen=True, slots=True)
class Pawn:
    """Put a card of the player's table or trump under the player's book."""


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at the top card of either book."""


@dataclass(frozen=True, slots=True)
class Dilemma:
    """The opponent puts a card of its table under its book and draws, or its hero takes damage."""

    amount: Annotated[int, Says("damage", 1, 9)]


@dataclass(frozen=True, slots=True)
class Frenzy:
    """Exile all the player's skills that are not for the hero's class, wherever they are."""


@dataclass(frozen=True, slots=True)
class Dispel:
    """Destroy a curse; `auras`: or an aura."""

    auras: Annotated[bool, Says("auras too")] = False


@dataclass(frozen=True, slots=True)
class Infuse:
    """Beside the opponent's hero: fill its table with curses."""


@dataclass(frozen=True, slots=True)
class Recall:
    """Put the unit that stands on the land into its owner's book and shuffle it."""
