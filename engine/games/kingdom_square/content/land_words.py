"""The vocabulary of what skills and abilities do to lands."""

from dataclasses import dataclass
from typing import Annotated

from engine.games.kingdom_square.content.whom import Ground, Line
from engine.kit.content.vocabulary import Says


@dataclass(frozen=True, slots=True)
class BreakLand:
    """Destroy a land."""

    line: Line
    of: Annotated[Ground, Says("which lands")] = Ground.ANY


@dataclass(frozen=True, slots=True)
class BreakAround:
    """Destroy all lands within an area."""

    area: Annotated[int, Says("how far", 1, 5)]


@dataclass(frozen=True, slots=True)
class BreakSame:
    """Destroy all explored lands of the element that the hero stands on."""

    times: Annotated[int, Says("once", 1, 1)]


@dataclass(frozen=True, slots=True)
class Hide:
    """An empty explored land of the player's area is turned face down."""

    lands: Annotated[int, Says("lands", 1, 1)]


@dataclass(frozen=True, slots=True)
class HideAll:
    """All empty explored lands of the player's area are turned face down."""

    times: Annotated[int, Says("once", 1, 1)]


@dataclass(frozen=True, slots=True)
class Scout:
    """Explore a land."""

    line: Line


@dataclass(frozen=True, slots=True)
class Torch:
    """Destroy a land of the player's area and deal damage to the unit that stands on it."""

    amount: Annotated[int, Says("damage", 1, 9)]
    of: Annotated[Ground, Says("which lands")]


@dataclass(frozen=True, slots=True)
class Graze:
    """Destroy the grassland under the unit, which has more attack and defense this turn."""

    at: Annotated[int, Says("attack", 1, 9)]
    df: Annotated[int, Says("defense", 1, 9)]


@dataclass(frozen=True, slots=True)
class GreenHere:
    """The explored land under the unit becomes grassland."""


@dataclass(frozen=True, slots=True)
class Green:
    """An empty explored land becomes grassland; `mint`: it's a Mint, and a unit may stand there."""

    line: Line = 0
    mint: Annotated[bool, Says("a Mint")] = False


@dataclass(frozen=True, slots=True)
class Ferry:
    """With another copy in the area: transfer the unit on the land to it, then destroy the land."""


@dataclass(frozen=True, slots=True)
class Unearth:
    """Turn the land up."""


@dataclass(frozen=True, slots=True)
class Conceal:
    """Turn the land face down."""
