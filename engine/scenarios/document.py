"""Scenario files, read into the values of `steps`.

It reads only the form. The game reads actions, facts and pieces (see `runner`).
"""

from collections.abc import Collection, Iterable
from pathlib import Path

from engine.core.document import Entry, read_documents
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import Cell, PieceId, RuleId, Seat
from engine.core.layout import Face
from engine.games.registry import GAMES, presupposed, usual_board
from engine.scenarios.steps import (
    SPECTATOR,
    Chance,
    Do,
    Expect,
    ExpectedAsk,
    Infer,
    Leave,
    OptionsFor,
    Refuse,
    Scenario,
    See,
    SeenChange,
    Step,
    StepPlace,
    ViewCheck,
    Warn,
)

_STEP_KINDS = ("do", "refuse", "expect", "chance", "options_for", "see", "view", "leave")


def read_scenarios(path: Path) -> tuple[Scenario, ...]:
    """Return the scenarios of a file, one a YAML document.

    Raises:
        InputFault: the file can't be read, or has an unknown key or value; names file and line.
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
    """Return the option values that the steps' words need, for options that the file leaves out."""
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
    """Return an option's text: YAML reads on and off as truth values, and an option means the words."""
    match entry.value:
        case bool():
            return "on" if entry.value else "off"
        case int():
            return str(entry.value)
        case _:
            return entry.text()
