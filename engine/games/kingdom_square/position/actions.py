"""What players do, as scenario files write it."""

from dataclasses import dataclass
from enum import StrEnum

from engine.core.ids import Seat
from engine.kit.choosing.actions import GameAction


class Place(StrEnum):
    """Where a drawn card goes."""

    TABLE = "table"
    TRUMP = "trump"


class Truth(StrEnum):
    """Whether a counter-attack is made; files write true and false."""

    YES = "true"
    NO = "false"


@dataclass(frozen=True, slots=True)
class Keep(GameAction):
    """Put the drawn card somewhere; `drop`: what goes to the graveyard where there's no room (KS-5.3).

    `trump`: the card of the table that becomes the trump in doing so; the trump before goes to the table.
    """

    keep: Place
    drop: str = ""
    trump: str = ""


@dataclass(frozen=True, slots=True)
class Charge(GameAction):
    """End the turn at once and charge (KS-5.4)."""

    charge: bool = True


@dataclass(frozen=True, slots=True)
class Move(GameAction):
    """Move a unit along tiles; `explore`: those explored by choice (KS-7)."""

    move: str
    path: tuple[str, ...]
    explore: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Explore(GameAction):
    """Explore the tile that a unit stands on (KS-7.3)."""

    explore: str


@dataclass(frozen=True, slots=True)
class Battle(GameAction):
    """Attack a unit with a unit (KS-8)."""

    battle: str
    target: str


@dataclass(frozen=True, slots=True)
class Answer(GameAction):
    """Make a counter-attack, or don't (KS-8.2)."""

    counter: Truth


@dataclass(frozen=True, slots=True)
class Cast(GameAction):
    """Use a skill; `on`: its targets in the card's order, `at`: where a unit is summoned."""

    cast: str
    on: tuple[str, ...] = ()
    at: str = ""


@dataclass(frozen=True, slots=True)
class Use(GameAction):
    """Use an ability of a unit, or of a land by its tile (KS-11.8)."""

    ability: str
    number: int = 1
    on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RemoveCurse(GameAction):
    """Pay a curse's cost to remove it (KS-11.7)."""

    remove_curse: str


@dataclass(frozen=True, slots=True)
class DropAura(GameAction):
    """Put an aura of the player into the graveyard (KS-11.6)."""

    drop_aura: str


@dataclass(frozen=True, slots=True)
class EndTurn(GameAction):
    """End the turn (KS-5.6)."""

    end_turn: bool = True


@dataclass(frozen=True, slots=True)
class Lay(GameAction):
    """Lay a land of the player's map face down (KS-4.4)."""

    lay: str
    at: str


@dataclass(frozen=True, slots=True)
class Begin(GameAction):
    """Choose the player's start point (KS-4.6)."""

    start: str


@dataclass(frozen=True, slots=True)
class Concede(GameAction):
    """Give up."""

    concede: bool = True


@dataclass(frozen=True, slots=True)
class TimeUp(GameAction):
    """The time is over: the match is judged as it stands (KS-3.4)."""

    time_up: bool = True


@dataclass(frozen=True, slots=True)
class Lot(GameAction):
    """Chance: the lot says who goes first (KS-4.5)."""

    lot: Seat


DEEDS: tuple[type[GameAction], ...] = (
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
