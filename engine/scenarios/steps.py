"""Scenarios and their steps as values: setups, actions and expected results."""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.document import Entry
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, RuleId, Seat
from engine.core.layout import Face

SPECTATOR = "spectator"
"""Stands for everybody in a `view` step."""


@dataclass(frozen=True, slots=True)
class StepPlace:
    """The place of a scenario's step in its file."""

    number: int
    """The step's number in the scenario, from 1."""
    line: int
    """The step's line in the file, from 1."""


@dataclass(frozen=True, slots=True)
class Do:
    """An action that must be legal and is applied."""

    kind: ClassVar[str] = "do"
    """The key of such a step in a file."""
    place: StepPlace
    """The place of the step."""
    action: Entry
    """The action."""
    by: Seat | None
    """The seat that takes it; None: the seat that must choose."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """An action that must be illegal."""

    kind: ClassVar[str] = "refuse"
    """The key of such a step in a file."""
    place: StepPlace
    """The place of the step."""
    action: Entry
    """The action."""
    by: Seat | None
    """The seat that tries it; None: the seat that must choose."""
    because: tuple[RuleId, ...]
    """The rules that it must break at least."""


@dataclass(frozen=True, slots=True)
class Expect:
    """Facts that must hold now, in the game's own words."""

    kind: ClassVar[str] = "expect"
    """The key of such a step in a file."""
    place: StepPlace
    """The place of the step."""
    facts: Entry
    """The facts, in the game's own words."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The outcome of the open chance."""

    kind: ClassVar[str] = "chance"
    """The key of such a step in a file."""
    place: StepPlace
    """The place of the step."""
    outcome: Entry
    """The outcome, in the game's own words."""


@dataclass(frozen=True, slots=True)
class OptionsFor:
    """The choices of one piece, as exact sets. A set of None isn't checked."""

    kind: ClassVar[str] = "options_for"
    """The key of such a step in a file."""
    place: StepPlace
    """The place of the step."""
    entry: Entry
    """The step in the file."""
    piece: PieceId
    """The piece."""
    moves: frozenset[Cell] | None
    """The cells that it may move to."""
    attacks: frozenset[PieceId] | None
    """The pieces that it may attack."""
    digs: frozenset[Cell] | None
    """The cells that it may dig in."""


@dataclass(frozen=True, slots=True)
class SeenChange:
    """A difference between how a piece is seen to lie and the state. None: as expected."""

    entry: Entry
    """The change in the file."""
    gone: bool = False
    """It is off the table."""
    at: Cell | None = None
    """The cell that it lies in."""
    edge: bool | None = None
    """It is pushed to its cell's edge."""
    face: Face | None = None
    """The side that is up."""
    sideways: bool | None = None
    """It lies turned by a quarter."""


@dataclass(frozen=True, slots=True)
class Infer:
    """The referee must commit these actions. Without any, it must neither commit, ask nor warn."""

    actions: tuple[Entry, ...]
    """The actions, in order."""


@dataclass(frozen=True, slots=True)
class ExpectedAsk:
    """The referee must ask about these explanations, in any order."""

    candidates: tuple[tuple[Entry, ...], ...]
    """The explanations, each with its actions in order."""


@dataclass(frozen=True, slots=True)
class Warn:
    """The referee must warn and commit nothing."""

    rules: frozenset[RuleId]
    """The rules that the warning must cite, maybe among others."""


@dataclass(frozen=True, slots=True)
class See:
    """A settled board as the sensors report it, and the referee's expected answer."""

    kind: ClassVar[str] = "see"
    """The key of such a step in a file."""
    place: StepPlace
    """The place of the step."""
    changes: dict[PieceId, SeenChange]
    """The pieces that lie otherwise than the state expects."""
    answer: Infer | ExpectedAsk | Warn
    """The expected answer."""


@dataclass(frozen=True, slots=True)
class ViewCheck:
    """A check of one seat's view."""

    kind: ClassVar[str] = "view"
    """The key of such a step in a file."""
    place: StepPlace
    """The place of the step."""
    entry: Entry
    """The step in the file."""
    seat: Seat | None
    """The seat; None: everybody."""
    knows: tuple[str, ...]
    """The cards that the view must name."""
    hides: tuple[str, ...]
    """The cards that the view may name nowhere."""


@dataclass(frozen=True, slots=True)
class Leave:
    """A player who leaves the match, and must be allowed to."""

    kind: ClassVar[str] = "leave"
    """The key of such a step in a file."""
    place: StepPlace
    """The place of the step."""
    entry: Entry
    """The step in the file."""
    seat: Seat
    """The seat that leaves."""


Step = Do | Refuse | Expect | Chance | OptionsFor | See | ViewCheck | Leave


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario."""

    entry: Entry
    """Its whole document."""
    game: str
    """The game's name."""
    title: str
    """Its title."""
    rules: tuple[RuleId, ...]
    """The rules that it shows."""
    board: str
    """The board's name or path."""
    ruleset: Ruleset
    """The content pack and the options."""
    seed: int
    """The seed of the chance that the file doesn't fix."""
    setup: Entry | None
    """How the match starts; None: as the game usually does."""
    steps: tuple[Step, ...]
    """The steps, in order."""

    @property
    def file(self) -> str:
        """The file that it stands in."""
        return self.entry.file

    @property
    def line(self) -> int:
        """The line where it begins."""
        return self.entry.line
