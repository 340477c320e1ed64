"""`boardwarden judge`: runs vision, fusion and referee over footage or a recording, without a broker."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from dashboard.commands import DIDNT_HOLD, DONE
from dashboard.commands.progress import StandingLine
from dashboard.commands.ruleset import chosen_ruleset
from dashboard.commands.terms import chosen_board, chosen_game, chosen_setup
from engine.core.board import load_board
from engine.core.counting import counted
from engine.core.device_events import DeviceEvent
from engine.core.draws import DrawSource
from engine.core.faults import InputFault
from engine.core.footage import is_footage, load_device_events, load_footage
from engine.core.game import Game
from engine.core.ids import Cell, Seconds
from engine.core.observations import Look
from engine.core.pieces import PieceSet, load_pieces
from engine.core.verdict import Verdict, VerdictKind
from engine.games.registry import open_game
from engine.session.matches.match import Match
from engine.session.matches.match_opening import MatchOpening
from engine.session.playing.in_time_order import watch
from vision.look.reader import BoardReader
from vision.pictures.frame import Frame
from vision.sources import frames_of


def run(parsed: argparse.Namespace) -> int:
    """Print each verdict, then the final state; return 1 when no frame shows the board, else 0.

    Where no frame shows the board, only `--json` prints a final state: that of the opening.

    Raises:
        InputFault: there is no such source, board, piece set, game or setup, or no frame could be read.
    """
    source = Path(parsed.source)
    footage = load_footage(source) if is_footage(source) else None
    board_name, pieces_name = chosen_board(parsed, footage)
    board, pieces = load_board(board_name), load_pieces(pieces_name)
    ruleset = chosen_ruleset(parsed, footage)
    game = open_game(chosen_game(parsed, footage), board, ruleset)
    reader = BoardReader(board, pieces, source="judge", intrinsics=footage.camera if footage else None)
    setup = chosen_setup(parsed, footage)
    # The match keeps the setup as plain values. Only here can the message of a fault name its file and line.
    game.initial(setup)
    plain = None if setup is None else setup.plain()
    # Where cards lie face down on the table, people draw from them, and the film shows the drawn cards.
    draws = DrawSource.SEEN if pieces.backs else DrawSource.SEED
    opening = MatchOpening(
        "judged", Seconds(0.0), game.name, board_name, pieces_name, plain, seed="judged", draws=draws
    )
    events = load_device_events(footage.folder) if footage else ()
    line, cells = StandingLine(), frozenset(board.surface.cells)
    shown = _Shown(looks_of(parsed.source, reader, line), cells)
    end = judge_looks(game, opening, pieces, shown, events, line, as_json=parsed.json)
    if parsed.json:
        print(json.dumps({"final": game.dump(end.state)}), flush=True)
    elif shown.board:
        print(end_text(game, end), flush=True)
    if shown.board:
        return DONE
    print(
        f"boardwarden judge: {parsed.source}: no frame shows the board {board.name}, so nothing was judged; "
        "expected pictures with the tags of its frame, or another --board",
        file=sys.stderr,
    )
    return DIDNT_HOLD


class _Shown:
    """Passes looks on, and notes in `board` whether any of them saw the board."""

    def __init__(self, looks: Iterator[Look], cells: frozenset[Cell]) -> None:
        self._looks, self._cells = looks, cells
        self.board = False

    def __iter__(self) -> Iterator[Look]:
        for look in self._looks:
            self.board |= not self._cells <= {*look.cells.blind}
            yield look


def judge_looks(  # noqa: PLR0913  # the parts of a match that is judged, by name
    game: Game[Any, Any],
    opening: MatchOpening,
    pieces: PieceSet,
    looks: Iterable[Look],
    events: tuple[DeviceEvent, ...],
    line: StandingLine,
    *,
    as_json: bool,
) -> Match[Any]:
    """Judge looks and device events in the order of their times; print the verdicts, return the match."""
    for step in watch(game, opening, pieces, looks, events):
        for verdict in step.verdicts:
            line.clear()
            print(json.dumps(verdict_facts(verdict)) if as_json else verdict_text(verdict), flush=True)
    line.clear()
    return step.table.match


def end_text(game: Game[Any, Any], match: Match[Any]) -> str:
    """Return how the match stands at the end, as a line for people."""
    played = f"After {counted(match.revision, 'action')}" if match.revision else "Nothing was played"
    return f"{played}: {game.view(match.state, None).headline}"


def verdict_facts(verdict: Verdict) -> dict[str, Any]:
    """Return the facts of a verdict that `--json` prints as a line."""
    facts: dict[str, Any] = {
        "frame": verdict.frame,
        "taken_at": round(verdict.taken_at, 4),
        "verdict": str(verdict.kind),
        "actions": [one.action for one in verdict.actions],
        "violations": [{"rule": one.rule, "text": one.text} for one in verdict.violations],
        "repair": [asdict(step) for step in verdict.repair],
        "text": verdict.text,
    }
    if verdict.candidates:
        facts["candidates"] = [[one.action for one in line] for line in verdict.candidates]
    return facts


def verdict_text(verdict: Verdict) -> str:
    """Return a verdict as a line for people."""
    rules = ", ".join(dict.fromkeys(one.rule for one in verdict.violations))
    cited = f" [{rules}]" if rules else ""
    kind = "right" if verdict.kind is VerdictKind.SETTLED and not verdict.actions else str(verdict.kind)
    return f"{verdict.taken_at:8.2f} s  frame {verdict.frame:<5} {kind:<10}{verdict.text}{cited}"


def looks_of(source: str, reader: BoardReader, line: StandingLine) -> Iterator[Look]:
    """Yield a look at each frame; unreadable frames are reported and left out.

    Raises:
        InputFault: there is no such source, or none of its frames could be read.
    """
    readable, last_fault = 0, "it has no frames"
    for frame in frames_of(source):
        if not isinstance(frame, Frame):
            last_fault = f"{frame.where}: frame {frame.sequence} can't be read: {frame.reason}"
            line.clear()
            print(f"boardwarden judge: {last_fault}; going on with the next frame", file=sys.stderr)
            continue
        readable += 1
        line.draw(f"frame {frame.sequence} read")
        yield reader.read(frame)
    line.clear()
    if not readable:
        raise InputFault(
            f"{source}: no frame could be read; expected JPEG or PNG images or a video, with pictures of "
            f"the board ({last_fault})"
        )
