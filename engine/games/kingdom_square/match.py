"""A match as it stands, as a value: the phases, the counters, and the rules' interface to the game."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from engine.core.ids import RuleId
from engine.games.kingdom_square.options import Options
from engine.kit.choosing.actions import GameAction
from engine.kit.position import Position
from engine.kit.resolving.answer_windows import Asks
from engine.kit.zones.tabletop import Tabletop


class Phase(StrEnum):
    """The parts of a turn (KS-5)."""

    START = "start"
    DRAW = "draw"
    CHARGE = "charge"
    MAIN = "main"
    END = "end"


class Counts(StrEnum):
    """Counters of a unit or a card, then of a seat. Most of them end with the turn (KS-5.8)."""

    DAMAGE = "damage"
    SIZE = "size"
    SELF = "self"
    MOVED = "moved"
    BATTLED = "battled"
    AGAIN = "again"
    ROOTED = "rooted"
    ATTACK = "at"
    DEFENSE = "df"
    SPEED_MORE = "sp"
    SPEED = "speed"
    WINGS = "wings"
    REACHES = "reaches"
    PRIEST = "priest"
    BLANK = "blank"
    WARDED = "warded"
    SHOOTS = "shoots"
    SPEARS = "spears"
    BEGS = "begs"
    SALVE = "salve"
    DOOMED = "doomed"
    FLEETING = "fleeting"
    REAPED = "reaped"
    PURSE = "purse"
    RANGES = "ranges"
    LINES = "lines"
    ARROWS = "arrows"
    FORWARD = "forward"
    MUSTER = "muster"
    SAVES = "saves"
    NO_SUMMONS = "no_summons"
    NO_MOVES = "no_moves"
    USED_1 = "used.1"
    USED_2 = "used.2"
    USED_3 = "used.3"
    USED_4 = "used.4"
    USED_5 = "used.5"
    USED_6 = "used.6"
    USED_7 = "used.7"
    USED_8 = "used.8"
    USED_9 = "used.9"


LASTING = frozenset({Counts.SIZE, Counts.SELF})
"""Counters that stay as long as the unit or card is there; a hero's damage stays, too."""


@dataclass(frozen=True, kw_only=True)
class State(Position[Counts]):
    """A match; `Counts` names its counters."""

    heroes: tuple[str, str] = ("no.158", "no.158")
    """The card that each hero is, the first player's first."""
    phase: Phase = Phase.MAIN
    """The present phase of the turn."""
    charged: bool = False
    """Whether the active player has ended the turn to charge."""
    binds: tuple[tuple[str, str], ...] = ()
    """Each bind with the unit that it's attached to."""
    turncoats: tuple[str, ...] = ()
    """The units that fight for the opponent of their owner."""
    becomes: tuple[tuple[str, str, str], ...] = ()
    """The lands that have become others: tile, card, and the additional class."""
    starts: tuple[int, int] = (1, 7)
    """The rows where the heroes started, the first player's first."""


class TableRules(Protocol):
    """The part of the game that its rules need: the table's choices, and the zones."""

    @property
    def asks(self) -> Asks:
        """The seats that are asked to respond: those that can, or all that might."""

    @property
    def not_now(self) -> RuleId:
        """The rule against acting at the wrong time."""

    @property
    def options(self) -> Options:
        """The readings in force."""

    @property
    def tabletop(self) -> Tabletop:
        """The zones and the cards."""

    def legal_actions(self, state: State) -> Sequence[GameAction]:
        """Return all actions that are possible now."""


Came = tuple[str, ...] | None
"""The result of the frame above: cards, units or tiles that were chosen or drawn; None: the first run."""
