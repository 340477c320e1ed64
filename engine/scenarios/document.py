"""Scenario files as values: what is set up, what is done, what must come of it.

Reads the form only; what an action, a fact or a piece means is the game's to say (see `runner`).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from engine.core.document import Entry, read_documents
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, RuleId, Seat
from engine.core.layout import Face
from engine.games.registry import GAMES, presupposed, usual_board

SPECTATOR = "spectator"
"""Stands for everybody in a `view` step."""


@dataclass(frozen=True, slots=True)
class StepPlace:
    """Where a scenario's step stands in its file."""

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
    """Where the step stands."""
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
    """Where the step stands."""
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
    """Where the step stands."""
    facts: Entry
    """The facts, in the game's own words."""


@dataclass(frozen=True, slots=True)
class Chance:
    """How the open chance falls."""

    kind: ClassVar[str] = "chance"
    """The key of such a step in a file."""
    place: StepPlace
    """Where the step stands."""
    outcome: Entry
    """The outcome, in the game's own words."""


@dataclass(frozen=True, slots=True)
class OptionsFor:
    """The choices of one piece, as exact sets. A set of None isn't checked."""

    kind: ClassVar[str] = "options_for"
    """The key of such a step in a file."""
    place: StepPlace
    """Where the step stands."""
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
    """How one piece lies other than the state expects. None: as expected."""

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
    """Where the step stands."""
    changes: dict[PieceId, SeenChange]
    """The pieces that lie other than the state expects."""
    answer: Infer | ExpectedAsk | Warn
    """The expected answer."""


@dataclass(frozen=True, slots=True)
class ViewCheck:
    """A check of one seat's view."""

    kind: ClassVar[str] = "view"
    """The key of such a step in a file."""
    place: StepPlace
    """Where the step stands."""
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
    """A player who goes home, and must be able to."""

    kind: ClassVar[str] = "leave"
    """The key of such a step in a file."""
    place: StepPlace
    """Where the step stands."""
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
    """The rules that it is about."""
    board: str
    """The board's name or path."""
    ruleset: Ruleset
    """The content pack and the options."""
    seed: int
    """The seed of the chance that the file doesn't fix."""
    setup: Entry | None
    """How the match starts; None for the game's usual start."""
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


_STEP_KINDS = ("do", "refuse", "expect", "chance", "options_for", "see", "view", "leave")


def read_scenarios(path: Path) -> tuple[Scenario, ...]:
    """Return the scenarios of a file, one a YAML document.

    Raises:
        InputFault: the file can't be read, or says something that no scenario says; names file and line.
    """
    scenarios = tuple(parse_scenario(document) for document in read_documents(path))
    if not scenarios:
        raise InputFault(f"{path}: no scenario in it; expected at least one YAML document")
    return scenarios


def parse_scenario(entry: Entry) -> Scenario:
    """Return the scenario of one YAML document.

    Raises:
        InputFault: unknown or missing keys, wrong types; names file and line.
    """
    found = entry.fields(
        required=("game", "title", "rules", "steps"),
        optional=("content", "options", "seed", "setup", "board"),
    )
    steps = found["steps"].sequence()
    if not steps:
        raise found["steps"].fault("expected at least one step, found none")
    options = found["options"].mapping() if "options" in found else {}
    setup = found["setup"].mapping() if "setup" in found else {}
    game = found["game"].text()
    read = tuple(_step(step, number) for number, step in enumerate(steps, start=1))
    return Scenario(
        entry=entry,
        game=game,
        title=found["title"].text(),
        rules=_rules(found["rules"]),
        board=found["board"].text() if "board" in found else usual_board(found["game"].text(tuple(GAMES))),
        ruleset=Ruleset(
            content=found["content"].text() if "content" in found else "house",
            options=_presupposed(game, read, {*options, *setup})
            | {name: _option_text(value) for name, value in options.items()},
        ),
        seed=found["seed"].whole(0) if "seed" in found else 0,
        setup=found.get("setup"),
        steps=read,
    )


def _presupposed(game: str, steps: Iterable[Step], said: Collection[str]) -> dict[str, str]:
    """Return the values that the steps' words presuppose, of options that aren't `said`."""
    words = {word for step in steps if isinstance(step, Do | Refuse) for word in step.action.mapping()}
    return {
        name: value
        for word, options in (presupposed(game) if game in GAMES else {}).items()
        if word in words
        for name, value in options.items()
        if name not in said
    }


def _step(entry: Entry, number: int) -> Step:
    found = entry.mapping()
    kinds = [kind for kind in _STEP_KINDS if kind in found]
    if len(kinds) != 1:
        raise entry.fault(
            f"step {number}: expected one of {', '.join(_STEP_KINDS)}; found {', '.join(found) or 'nothing'}"
        )
    place = StepPlace(number, entry.line)
    match kinds[0]:
        case "do":
            entry.fields(required=("do",), optional=("by",))
            return Do(place, found["do"], _seat(found))
        case "refuse":
            entry.fields(required=("refuse",), optional=("by", "because"))
            because = _rules(found["because"]) if "because" in found else ()
            return Refuse(place, found["refuse"], _seat(found), because)
        case "expect":
            entry.fields(required=("expect",))
            if not found["expect"].mapping():
                raise found["expect"].fault("expected at least one fact, found none")
            return Expect(place, found["expect"])
        case "chance":
            entry.fields(required=("chance",))
            return Chance(place, found["chance"])
        case "options_for":
            entry.fields(required=("options_for", "are"))
            return _options_for(place, entry, found["options_for"], found["are"])
        case "view":
            return _shown(place, entry)
        case "leave":
            entry.fields(required=("leave",))
            return Leave(place, found["leave"], Seat(found["leave"].text()))
        case _:
            return _see(place, entry)


def _shown(place: StepPlace, entry: Entry) -> ViewCheck:
    found = entry.fields(required=("view",), optional=("knows", "hides"))
    if len(found) == 1:
        raise entry.fault(f"step {place.number}: expected 'knows' or 'hides' beside view; found neither")
    seat = found["view"].text()
    knows, hides = (
        tuple(one.text() for one in found[key].sequence()) if key in found else ()
        for key in ("knows", "hides")
    )
    return ViewCheck(place, entry, None if seat == SPECTATOR else Seat(seat), knows, hides)


def _options_for(place: StepPlace, entry: Entry, piece: Entry, are: Entry) -> OptionsFor:
    sets = are.fields(optional=("moves", "attacks", "digs"))
    if not sets:
        raise are.fault("expected at least one of moves, attacks, digs; found nothing")

    def names(key: str) -> tuple[str, ...] | None:
        return tuple(item.text() for item in sets[key].sequence()) if key in sets else None

    moves, attacks, digs = names("moves"), names("attacks"), names("digs")
    return OptionsFor(
        place,
        entry,
        PieceId(piece.text()),
        moves=None if moves is None else frozenset(map(Cell, moves)),
        attacks=None if attacks is None else frozenset(map(PieceId, attacks)),
        digs=None if digs is None else frozenset(map(Cell, digs)),
    )


def _see(place: StepPlace, entry: Entry) -> See:
    found = entry.fields(required=("see",), optional=("infer", "ask", "warn"))
    answers = [key for key in ("infer", "ask", "warn") if key in found]
    if len(answers) != 1:
        raise entry.fault(
            f"step {place.number}: expected one of infer, ask, warn beside see; "
            f"found {', '.join(answers) or 'none'}"
        )
    changes = {PieceId(name): _seen_change(value) for name, value in found["see"].mapping().items()}
    answer: Infer | ExpectedAsk | Warn
    match answers[0]:
        case "infer":
            answer = Infer(found["infer"].sequence())
        case "ask":
            answer = ExpectedAsk(tuple(candidate.sequence() for candidate in found["ask"].sequence()))
            if not answer.candidates:
                raise found["ask"].fault("expected at least one candidate, found none")
        case _:
            answer = Warn(frozenset(_rules(found["warn"])))
    return See(place, changes, answer)


def _seen_change(entry: Entry) -> SeenChange:
    if isinstance(entry.value, str):
        return (
            SeenChange(entry, gone=True) if entry.value == "gone" else SeenChange(entry, at=Cell(entry.value))
        )
    found = entry.fields(optional=("at", "edge", "face", "sideways"))
    if not found:
        raise entry.fault(
            "expected a cell, 'gone', or at least one of at, edge, face, sideways; found nothing"
        )
    return SeenChange(
        entry,
        at=Cell(found["at"].text()) if "at" in found else None,
        edge=found["edge"].flag() if "edge" in found else None,
        face=Face(found["face"].text(tuple(Face))) if "face" in found else None,
        sideways=found["sideways"].flag() if "sideways" in found else None,
    )


def _seat(found: dict[str, Entry]) -> Seat | None:
    return Seat(found["by"].text()) if "by" in found else None


def _rules(entry: Entry) -> tuple[RuleId, ...]:
    return tuple(RuleId(item.text()) for item in entry.sequence())


def _option_text(entry: Entry) -> str:
    """YAML reads the words on and off as truth values; an option means the words."""
    match entry.value:
        case bool():
            return "on" if entry.value else "off"
        case int():
            return str(entry.value)
        case _:
            return entry.text()
