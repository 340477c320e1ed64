"""Runs scenarios against their game: sets the position up, takes the steps, reports failures.

Every word of a scenario is read before its first step is taken, so that a typing error is never mistaken
for a broken rule.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from engine.core.board import Board, load_board
from engine.core.decisions import Chooser
from engine.core.document import Entry
from engine.core.faults import IllegalActionFault, InputFault
from engine.core.game import BY, Game
from engine.core.ids import PieceId, Seat
from engine.games.registry import open_game, open_rulebook
from engine.scenarios.action_text import choice_in_words, rule_ids, rules_in_words, written
from engine.scenarios.document import read_scenarios
from engine.scenarios.piece_words import meant_piece
from engine.scenarios.result import Miss, ScenarioResult, StepFailure
from engine.scenarios.see_step import judge_sight, read_sight
from engine.scenarios.steps import (
    Chance,
    Do,
    Expect,
    Infer,
    Leave,
    OptionsFor,
    Refuse,
    Scenario,
    See,
    Step,
    ViewCheck,
)
from engine.scenarios.view_step import judge_view, read_view
from engine.session.matches.chance import drawn

S = TypeVar("S")
A = TypeVar("A")


def run_file(path: Path) -> tuple[ScenarioResult, ...]:
    """Run every scenario of a file, in order.

    Raises:
        InputFault: the file can't be read or says something unknown; names file and line.
    """
    return tuple(run_scenarios(read_scenarios(path)))


def run_scenarios(scenarios: Iterable[Scenario]) -> Iterator[ScenarioResult]:
    """Yield the result of each scenario. Scenarios of one board and ruleset share one game.

    A failed step that should have changed the state ends its scenario, because later steps would prove
    nothing.

    Raises:
        InputFault: a scenario names an unknown game, option, rule, action, fact, piece or place.
    """
    boards: dict[str, Board] = {}
    games: dict[tuple[str, str, str, tuple[tuple[str, str], ...]], Game[Any, Any]] = {}
    for scenario in scenarios:
        if scenario.board not in boards:
            boards[scenario.board] = _board(scenario)
        board, ruleset = boards[scenario.board], scenario.ruleset
        key = (scenario.game, scenario.board, ruleset.content, tuple(sorted(ruleset.options.items())))
        if key not in games:
            games[key] = _opened(scenario, board)
        yield _run(scenario, board, games[key])


def _board(scenario: Scenario) -> Board:
    try:
        return load_board(scenario.board)
    except InputFault as fault:
        raise scenario.entry.mapping().get("board", scenario.entry).fault(str(fault)) from fault


def _opened(scenario: Scenario, board: Board) -> Game[Any, Any]:
    try:
        return open_game(scenario.game, board, scenario.ruleset)
    except InputFault as fault:
        raise _blamed(scenario, str(fault)).fault(str(fault)) from fault


def _blamed(scenario: Scenario, why: str) -> Entry:
    """Return the scenario's choice that its game can't be played with: a reading or the content pack."""
    found = scenario.entry.mapping()
    options = found["options"].mapping() if "options" in found else {}
    named = [entry for name, entry in options.items() if f"'{name}'" in why or f"{name}:" in why]
    return named[0] if named else found.get("content", scenario.entry)


def _run(scenario: Scenario, board: Board, game: Game[S, A]) -> ScenarioResult:
    state = game.initial(scenario.setup)
    _read_words(scenario, board, game, state)
    chance = Random(scenario.seed)  # noqa: S311 - a game's dice, the same in every run
    failures: list[StepFailure] = []
    for taken, step in enumerate(scenario.steps, start=1):
        if not isinstance(step, Chance):
            state = _let_fall(game, state, chance)
        state, miss = _take(game, state, step)
        if miss is not None:
            failures.append(StepFailure(step.place, step.kind, miss))
            if isinstance(step, Do | Chance | Leave) or (
                isinstance(step, See) and isinstance(step.answer, Infer)
            ):
                return ScenarioResult(scenario, taken, tuple(failures))
    return ScenarioResult(scenario, len(scenario.steps), tuple(failures))


def _take(game: Game[S, A], state: S, step: Step) -> tuple[S, Miss | None]:
    """Return the state after a step; unchanged if the step changes nothing or failed."""
    match step:
        case Do():
            return _do(game, state, step)
        case Refuse():
            return state, _refuse(game, state, step)
        case Expect():
            return state, _expect(game, state, step)
        case Chance():
            return _chance(game, state, step)
        case OptionsFor():
            return state, _options_for(game, state, step)
        case See():
            return judge_sight(game, state, step)
        case ViewCheck():
            return state, judge_view(game, state, step)
        case Leave():
            return _leave(game, state, step)


def _do(game: Game[S, A], state: S, step: Do) -> tuple[S, Miss | None]:
    action = game.parse_action(_by(game, step))
    decision = game.decider(state)
    broken = game.violations(state, action)
    # An action that any seat may take at any time, such as conceding, breaks no rule.
    anytime = game.names_actors and not broken
    if step.by is not None and step.by not in decision.seats and not anytime:
        return state, Miss((), f"{step.by} to choose", choice_in_words(decision))
    if broken:
        return state, Miss(
            rule_ids(broken), f"{written(step.action)} to be legal", rules_in_words(game, broken)
        )
    return game.apply(state, action), None


def _leave(game: Game[S, A], state: S, step: Leave) -> tuple[S, Miss | None]:
    wanted = f"{step.seat} to leave the match"
    try:
        after = game.without(state, step.seat)
    except InputFault as fault:
        return state, Miss((), wanted, str(fault))
    if after is None:
        return state, Miss((), wanted, f"{game.name} doesn't go on without a player")
    return after, None


def _by(game: Game[S, A], step: Do | Refuse) -> Entry:
    """Return a step's action with the seat of its `by`, where the game's actions say whose they are."""
    found = step.action.mapping()
    if step.by is None or BY in found or not game.names_actors:
        return step.action
    named = {**found, BY: replace(step.action, value=str(step.by), key=BY)}
    return replace(step.action, value=named)


def _refuse(game: Game[S, A], state: S, step: Refuse) -> Miss | None:
    action = game.parse_action(_by(game, step))
    broken = game.violations(state, action)
    wanted = f"{written(step.action)} to be refused"
    if not broken:
        if step.by is not None and step.by not in game.decider(state).seats and not step.because:
            return None  # legal for the deciding seat, so that another seat's attempt is refused
        return Miss(step.because, wanted, "no rule that it breaks")
    missing = tuple(rule for rule in step.because if rule not in rule_ids(broken))
    if missing:
        return Miss(missing, f"{wanted} because of {', '.join(step.because)}", rules_in_words(game, broken))
    before = game.dump(state)
    try:
        game.apply(state, action)
    except IllegalActionFault:
        pass
    else:
        return Miss(
            rule_ids(broken),
            wanted,
            f"an action that is applied though it breaks {rules_in_words(game, broken)}",
        )
    if game.dump(state) != before:
        return Miss(rule_ids(broken), "the state unchanged", "a state that the refused action changed")
    return None


def _expect(game: Game[S, A], state: S, step: Expect) -> Miss | None:
    wrong = game.mismatches(state, step.facts)
    # The line is named once, at the start of the message; the game may name it again for each fact.
    found = (re.sub(rf"^{re.escape(step.facts.file)}:\d+: ", "", sentence) for sentence in wrong)
    return Miss((), written(step.facts), "; ".join(found)) if wrong else None


def _outcomes(step: Chance) -> tuple[Entry, ...]:
    """Return the outcomes that a step fixes, in order: a list of draws is several."""
    found = step.outcome.mapping()
    if set(found) != {"draw"} or not isinstance(found["draw"].value, tuple):
        return (step.outcome,)
    drawn = found["draw"].sequence()
    return tuple(replace(step.outcome, value={"draw": replace(one, key="draw")}) for one in drawn)


def _chance(game: Game[S, A], state: S, step: Chance) -> tuple[S, Miss | None]:
    for outcome in _outcomes(step):
        state, miss = _fallen(game, state, outcome)
        if miss is not None:
            return state, miss
    return state, None


def _fallen(game: Game[S, A], state: S, fixed: Entry) -> tuple[S, Miss | None]:
    decision = game.decider(state)
    if decision.chooser is not Chooser.CHANCE:
        return state, Miss(
            (), "the game to wait for chance (a die, a shuffle, a draw)", choice_in_words(decision)
        )
    outcome = game.parse_action(fixed)
    broken = game.violations(state, outcome)
    if broken:
        return state, Miss(rule_ids(broken), f"{written(fixed)} to be possible", rules_in_words(game, broken))
    return game.apply(state, outcome), None


def _options_for(game: Game[S, A], state: S, step: OptionsFor) -> Miss | None:
    pieces, lying = game.pieces(state), game.layout(state)

    def meant(word: PieceId) -> PieceId:
        return meant_piece(word, pieces, lying) or word

    advice = game.advice(state, meant(step.piece))
    attacks = None if step.attacks is None else frozenset(map(meant, step.attacks))
    expected, came = [], []
    pairs: tuple[tuple[str, frozenset[Any] | None, Iterable[Any]], ...] = (
        ("moves", step.moves, advice.moves),
        ("attacks", attacks, advice.attacks),
        ("digs", step.digs, advice.digs),
    )
    for name, wanted, offered in pairs:
        if wanted is not None and wanted != frozenset(offered):
            expected.append(f"{name} [{', '.join(sorted(wanted))}]")
            came.append(
                f"{name} [{', '.join(sorted(offered))}]"
                f" (missing: {', '.join(sorted(wanted - set(offered))) or 'none'};"
                f" too many: {', '.join(sorted(set(offered) - wanted)) or 'none'})"
            )
    return Miss((), f"{step.piece} to have {', '.join(expected)}", ", ".join(came)) if expected else None


def _let_fall(game: Game[S, A], state: S, chance: Random) -> S:
    """Return the state where a seat must choose: the file's seed decides any chance that it leaves open."""
    while game.decider(state).chooser is Chooser.CHANCE:
        state = game.apply(state, drawn(game, state, chance))
    return state


def _read_words(scenario: Scenario, board: Board, game: Game[S, A], state: S) -> None:  # noqa: C901  # one arm a kind of step
    """Raise `InputFault` for the first word of the scenario that the game doesn't know."""
    _known_rules(scenario)
    pieces = frozenset(game.pieces(state))
    seats = frozenset(seat.seat for seat in game.view(state, None).seats)
    for step in scenario.steps:
        match step:
            case Do() | Refuse():
                game.parse_action(_by(game, step))
                _known_seat(step, seats)
            case Chance():
                for outcome in _outcomes(step):
                    game.parse_action(outcome)
            case Expect():
                game.mismatches(state, step.facts)
            case OptionsFor():
                if meant_piece(step.piece, pieces, ()) is None:
                    raise step.entry.fault(f"unknown piece '{step.piece}'")
                for cell in sorted((step.moves or frozenset()) | (step.digs or frozenset())):
                    if cell not in board.surface.index:
                        raise step.entry.fault(f"unknown place '{cell}' on the board {board.name}")
                for piece in sorted(step.attacks or ()):
                    if meant_piece(piece, pieces, ()) is None:
                        raise step.entry.fault(f"unknown piece '{piece}'")
            case See():
                read_sight(step, board, game, pieces)
            case ViewCheck():
                read_view(game, step, pieces, seats)
            case Leave():
                if step.seat not in seats:
                    raise step.entry.fault(
                        f"no seat '{step.seat}' in this match; expected one of {', '.join(seats)}"
                    )


def _known_rules(scenario: Scenario) -> None:
    """Raise `InputFault` for the first id that is no rule, chapter or part of the rulebook."""
    top = scenario.entry.mapping()
    named = [*top["rules"].sequence()]
    for step in top["steps"].sequence():
        found = step.mapping()
        named += [one for key in ("because", "warn") if key in found for one in found[key].sequence()]
    rules = open_rulebook(scenario.game).rules if named else {}
    for one in named:
        rule = one.text()
        whole = rule.rpartition(".")[0]
        if rule in rules or _has_parts(rules, rule) or (whole in rules and not _has_parts(rules, whole)):
            continue
        near = get_close_matches(rule, rules, n=4) or [*rules][:4]
        raise one.fault(f"unknown rule '{rule}'; {scenario.game} has such as {', '.join(near)}")


def _has_parts(rules: Iterable[str], whole: str) -> bool:
    return any(known.startswith(f"{whole}.") for known in rules)


def _known_seat(step: Do | Refuse, seats: frozenset[Seat]) -> None:
    if step.by is not None and step.by not in seats:
        raise step.action.fault(
            f"unknown seat '{step.by}' in 'by'; expected one of {', '.join(sorted(seats))}"
        )
