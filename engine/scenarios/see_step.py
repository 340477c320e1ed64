"""The `see` step: a settled board as sensors report it, and the answer that the referee must give."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from engine.core.board import Board
from engine.core.document import Entry
from engine.core.game import Game
from engine.core.ids import PieceId
from engine.core.layout import Layout, Spot
from engine.scenarios.action_text import played_in_words, rule_ids, rules_in_words, written
from engine.scenarios.piece_words import meant_piece
from engine.scenarios.result import Miss
from engine.scenarios.steps import ExpectedAsk, Infer, See, Warn
from engine.session.explaining.explanations import (
    Ambiguous,
    Explanation,
    Pending,
    Settled,
    Unchanged,
    Unexplained,
)
from engine.session.explaining.referee import explain
from engine.session.seen.sighting import Sighting

S = TypeVar("S")
A = TypeVar("A")


def read_sight(step: See, board: Board, game: Game[S, A], pieces: frozenset[PieceId]) -> None:
    """Read the words of a `see` step.

    Raises:
        InputFault: an unknown piece, place or action; names file and line.
    """
    for piece, change in step.changes.items():
        if meant_piece(piece, pieces, ()) is None:
            raise change.entry.fault(f"unknown piece '{piece}'")
        if change.at is not None and change.at not in board.surface.index:
            raise change.entry.fault(f"unknown place '{change.at}' on the board {board.name}")
    match step.answer:
        case Infer(actions):
            for action in actions:
                game.parse_action(action)
        case ExpectedAsk(candidates):
            for candidate in candidates:
                for action in candidate:
                    game.parse_action(action)
        case Warn():
            pass


def seen_layout(expected: Layout, step: See, pieces: Sequence[PieceId]) -> Layout:
    """Return the table as a `see` step reports it: the expected layout with the step's changes.

    A piece whose edge doesn't matter to the game lies in the middle of its cell. `pieces`: the match's
    pieces; a name without a copy means the lowest copy on the table.

    Raises:
        InputFault: a changed piece isn't on the table, and the step doesn't say where it lies.
    """
    spots = {piece: replace(spot, edge=bool(spot.edge)) for piece, spot in expected.items()}
    for word, change in step.changes.items():
        piece = meant_piece(word, pieces, expected) or word
        before = spots.get(piece)
        if change.gone:
            if before is None:
                raise change.entry.fault(f"{piece} isn't on the table, so it can't be seen to be gone")
            del spots[piece]
            continue
        if before is None:
            if change.at is None:
                raise change.entry.fault(f"{piece} isn't on the table; say with 'at' where it is seen")
            before = Spot(change.at, edge=False)
        spots[piece] = replace(
            before,
            cell=before.cell if change.at is None else change.at,
            face=before.face if change.face is None else change.face,
            edge=before.edge if change.edge is None else change.edge,
            sideways=before.sideways if change.sideways is None else change.sideways,
        )
    return spots


def judge_sight(game: Game[S, A], state: S, step: See) -> tuple[S, Miss | None]:
    """Return the state after a `see` step, and the fault in the referee's answer, if any."""
    explanation = explain(game, state, Sighting(seen_layout(game.layout(state), step, game.pieces(state))))
    came = _in_words(game, explanation)
    match step.answer:
        case Infer(actions):
            expected = "nothing to be committed" if not actions else f"{_listed(actions)} to be committed"
            if isinstance(explanation, Settled):
                if _same_play(game, state, actions, explanation.line.actions):
                    return explanation.line.state, None
            elif not actions and isinstance(explanation, Unchanged | Pending):
                return state, None
            return state, Miss((), expected, came)
        case ExpectedAsk(candidates):
            if isinstance(explanation, Ambiguous) and _same_plays(
                game, state, candidates, [line.actions for line in explanation.lines]
            ):
                return state, None
            asked = " or ".join(_listed(candidate) for candidate in candidates)
            return state, Miss((), f"a question: {asked}?", came)
        case Warn(rules):
            if isinstance(explanation, Unexplained) and rules <= set(rule_ids(explanation.violations)):
                return state, None
            wanted = tuple(sorted(rules))
            return state, Miss(wanted, f"a warning that cites {', '.join(wanted) or 'any rule'}", came)


def _same_plays(
    game: Game[S, A], state: S, wanted: Sequence[Sequence[Entry]], came: Sequence[Sequence[A]]
) -> bool:
    """Tell whether two lists of candidates are the same in any order."""
    left = list(came)
    for candidate in wanted:
        same = next((actions for actions in left if _same_play(game, state, candidate, actions)), None)
        if same is None:
            return False
        left.remove(same)
    return not left


def _same_play(game: Game[S, A], state: S, wanted: Sequence[Entry], came: Sequence[A]) -> bool:
    """Tell whether a file's actions are the referee's.

    A file may leave out a value with only one choice (a splash), and may name either of two equal choices. So
    two lists of the same length count as the same if they lead to the same state.
    """
    if len(wanted) != len(came):
        return False
    meant, played = state, state
    for entry, action in zip(wanted, came, strict=True):
        named = game.parse_action(entry)
        if game.violations(meant, named):
            return False
        meant, played = game.apply(meant, named), game.apply(played, action)
    return meant == played


def _in_words(game: Game[S, A], explanation: Explanation[S, A]) -> str:
    match explanation:
        case Unchanged():
            return "a table that is as it should be"
        case Settled(line):
            return f"{played_in_words(game, line.actions)} committed"
        case Pending(why, lines):
            so_far = " or ".join(played_in_words(game, line.actions) for line in lines)
            return f"nothing yet ({why}{': ' if so_far else ''}{so_far})"
        case Ambiguous(why, lines):
            asked = " or ".join(played_in_words(game, line.actions) for line in lines)
            return f"a question ({why}): {asked}?"
        case Unexplained(nearest, violations):
            meant = f" for {played_in_words(game, nearest)}" if nearest else ""
            return f"a warning{meant}: {rules_in_words(game, violations) or 'no rule cited'}"


def _listed(actions: Sequence[Entry]) -> str:
    return f"[{', '.join(written(action) for action in actions)}]"
