"""Imports a film for `matches --import`: reads and judges it, and asks for moves that it doesn't show.

Loads OpenCV.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from dashboard.archive.film import CAMERA, Answers, MatchFilm, Question, import_film, in_time
from dashboard.commands.judge import looks_of
from dashboard.commands.progress import StandingLine
from dashboard.commands.ruleset import chosen_ruleset
from dashboard.commands.terms import chosen_board, chosen_game, chosen_setup
from engine.core.board import load_board
from engine.core.faults import InputFault
from engine.core.footage import is_footage, load_device_events, load_footage
from engine.core.ids import Seconds
from engine.core.pieces import load_pieces
from engine.games.registry import open_game
from engine.session.matches.match_opening import MatchOpening
from vision.look.reader import BoardReader

TABLE = "film"


def imported(
    folder: Path, source: Path, parsed: argparse.Namespace
) -> tuple[Path | None, Sequence[Question]]:
    """Import a video or footage as a match.

    Returns:
        The journal's path and no questions; or None and the questions that stay open.

    Raises:
        InputFault: the film, board, pieces, game, setup or answers are unusable.
        JournalFault: the disk refuses the journal.
    """
    given = parse_answers(parsed.answers)
    film = read_film(source, parsed)

    def ask(questions: Sequence[Question]) -> Answers:
        known = {one.frame: given[one.frame] for one in questions if one.frame in given}
        if not sys.stdin.isatty():
            return known
        return known | {one.frame: _asked(one) for one in questions if one.frame not in known}

    return import_film(folder, film, ask)


def read_film(source: Path, parsed: argparse.Namespace) -> MatchFilm:
    """Run vision over a film.

    Raises:
        InputFault: the film, board, pieces, game or setup is unusable.
    """
    footage = load_footage(source) if is_footage(source) else None
    board_name, pieces_name = chosen_board(parsed, footage)
    board, pieces = load_board(board_name), load_pieces(pieces_name)
    ruleset, setup = chosen_ruleset(parsed, footage), chosen_setup(parsed, footage)
    game = open_game(chosen_game(parsed, footage), board, ruleset)
    game.initial(setup)
    reader = BoardReader(board, pieces, source=CAMERA, intrinsics=footage.camera if footage else None)
    looks = tuple(looks_of(str(source), reader, StandingLine()))
    # The file's time is the nearest known to the time of play.
    began = Seconds(source.stat().st_mtime)
    opening = MatchOpening(
        match="",
        opened_at=began,
        game=game.name,
        board=board_name,
        pieces=pieces_name,
        setup=None if setup is None else setup.plain(),
        content=ruleset.content,
        options=ruleset.options,
        table=TABLE,
        feed=f"{source.name} of {began}",
    )
    events = load_device_events(footage.folder) if footage else ()
    return MatchFilm(in_time(looks, events, began), opening, board, pieces, game)


def parse_answers(text: str) -> dict[int, int]:
    """Return the candidate that was played at each frame, counted from 0.

    The text counts candidates from 1, such as `120=1,340=2`.

    Raises:
        InputFault: the text isn't such a list.
    """
    found: dict[int, int] = {}
    for word in filter(None, text.split(",")):
        frame, _, choice = word.partition("=")
        if not (frame.strip().isdecimal() and choice.strip().isdecimal() and int(choice) > 0):
            raise InputFault(f"--answers: expected FRAME=NUMBER, such as 120=1,340=2; found '{word}'")
        found[int(frame)] = int(choice) - 1
    return found


def question_text(one: Question) -> str:
    """Return a question as lines for people, with its candidates numbered from 1."""
    lines = [f"frame {one.frame}: {one.text}"]
    lines += [f"  {number} {text}" for number, text in enumerate(one.candidates, start=1)]
    return "\n".join(lines)


def _asked(one: Question) -> int:
    print(question_text(one), file=sys.stderr)
    while True:
        print(f"Which was played, 1 to {len(one.candidates)}? ", end="", file=sys.stderr, flush=True)
        said = sys.stdin.readline()
        if not said:
            raise InputFault("the questions weren't answered; nothing was imported")
        if said.strip().isdecimal() and 1 <= int(said) <= len(one.candidates):
            return int(said) - 1
