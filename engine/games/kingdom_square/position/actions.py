"""The actions of the game, as scenario files write them."""

from dataclasses import dataclass
from enum import StrEnum

from engine.core.ids import Seat
from engine.kit.choosing.actions import GameAction


class Place(StrEnum):
    """The places that a drawn card may go to."""

    TABLE = "table"
    TRUMP = "trump"


class Truth(StrEnum):
    """Whether a counter-attack is made; files write true and false."""

    YES = "true"
    NO = "false"


@dataclass(frozen=True, slots=True)
class Keep(GameAction):
    """Put the drawn card somewhere (KS-5.3)."""

    keep: Place
    """The place for the drawn card."""
    drop: str = ""
    """The card that goes to the graveyard where there's no room; empty: none (KS-5.3)."""
    trump: str = ""
    """The card of the table that becomes the trump, while the old trump goes to the table; empty: none."""


@dataclass(frozen=True, slots=True)
class Charge(GameAction):
    """End the turn at once and charge (KS-5.4)."""

    charge: bool = True
    """Always true."""


@dataclass(frozen=True, slots=True)
class Move(GameAction):
    """Move a unit along tiles (KS-7)."""

    move: str
    """The unit."""
    path: tuple[str, ...]
    """The tiles that it steps onto, in their order."""
    explore: tuple[str, ...] = ()
    """The tiles of the path that it explores by choice."""


@dataclass(frozen=True, slots=True)
class Explore(GameAction):
    """Explore the tile that a unit stands on (KS-7.3)."""

    explore: str
    """The unit."""


@dataclass(frozen=True, slots=True)
class Battle(GameAction):
    """Attack a unit with a unit (KS-8)."""

    battle: str
    """The unit that attacks."""
    target: str
    """The unit that is attacked."""


@dataclass(frozen=True, slots=True)
class Answer(GameAction):
    """Make a counter-attack, or don't (KS-8.2)."""

    counter: Truth
    """Whether the counter-attack is made."""


@dataclass(frozen=True, slots=True)
class Cast(GameAction):
    """Use a skill (KS-5.5, KS-6)."""

    cast: str
    """The card."""
    on: tuple[str, ...] = ()
    """Its targets, in the card's order."""
    at: str = ""
    """The tile where a unit is summoned; empty: it's no unit."""


@dataclass(frozen=True, slots=True)
class Use(GameAction):
    """Use an ability of a unit, or of a land by its tile (KS-11.8)."""

    ability: str
    """The unit, or the land's tile."""
    number: int = 1
    """The ability's number, from 1."""
    on: tuple[str, ...] = ()
    """Its targets, in the card's order."""


@dataclass(frozen=True, slots=True)
class RemoveCurse(GameAction):
    """Pay a curse's cost to remove it (KS-11.7)."""

    remove_curse: str
    """The curse."""


@dataclass(frozen=True, slots=True)
class DropAura(GameAction):
    """Put an aura of the player into the graveyard (KS-11.6)."""

    drop_aura: str
    """The aura."""


@dataclass(frozen=True, slots=True)
class EndTurn(GameAction):
    """End the turn (KS-5.6)."""

    end_turn: bool = True
    """Always true."""


@dataclass(frozen=True, slots=True)
class Lay(GameAction):
    """Lay a land of the player's map face down (KS-4.4)."""

    lay: str
    """The land."""
    at: str
    """The tile."""


@dataclass(frozen=True, slots=True)
class Begin(GameAction):
    """Choose the player's start point (KS-4.6)."""

    start: str
    """The tile of the start point."""


@dataclass(frozen=True, slots=True)
class Concede(GameAction):
    """Give the match up."""

    concede: bool = True
    """Always true."""


@dataclass(frozen=True, slots=True)
class TimeUp(GameAction):
    """The time is over: the match is judged as it stands (KS-3.4)."""

    time_up: bool = True
    """Always true."""


@dataclass(frozen=True, slots=True)
class Lot(GameAction):
    """Chance: the lot says who goes first (KS-4.5)."""

    lot: Seat
    """The seat that goes first."""


ACTIONS: tuple[type[GameAction], ...] = (
    Keep,
    Charge,
    Move,
    Explore,
    Battle,
    Answer,
    Cast,
    Use,
    RemoveCurse,
    DropAura,
    EndTurn,
    Lay,
    Begin,
    Concede,
    TimeUp,
    Lot,
)
