"""`play --resume MATCH`: a table continues a recorded match, on that match's own terms."""

import argparse
from pathlib import Path

from dashboard.commands.departing import say_departed
from dashboard.commands.options import NO_CLOCK, TABLE_OPTIONS, usual
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from engine.records.archive import find_match
from engine.session.matches.journal import journal_path
from engine.session.matches.match_keeper import recorded_opening
from engine.session.matches.match_opening import MatchOpening
from engine.session.serving.match_parts import make_match_parts

_ITS_OWN = ("game", "board", "pieces", "setup", "option", "content", "clock")
"""The options that can't be given with `--resume`, because the match has its own."""


def on_its_terms(parsed: argparse.Namespace) -> argparse.Namespace:
    """Return the parsed options, with the terms of the match that `--resume` names.

    Dice, drawn cards, forced steps, pausing and bots may be chosen again.

    Raises:
        InputFault: there is no such match in the folder, or an option contradicts the match's terms.
        JournalFault: the journal can't be read.
    """
    folder = Path(parsed.data)
    path = find_match(folder, parsed.resume)
    name = path.parent.name
    if path.resolve() != journal_path(folder, name).resolve():
        raise InputFault(
            f"--resume {parsed.resume}: expected a match of {folder}; `boardwarden matches --import {path}` "
            "takes it in from elsewhere"
        )
    usually = usual(TABLE_OPTIONS)
    for one in _ITS_OWN:
        if getattr(parsed, one) != usually[one]:
            raise InputFault(f"--{one}: match {name} has its own; leave it out with --resume")
    opening = recorded_opening(folder, name)
    its_own = {
        "resume": name,
        "game": opening.game,
        "board": opening.board,
        "pieces": opening.pieces,
        "content": opening.content,
        "option": [f"{key}={value}" for key, value in opening.options.items()],
        "clock": opening.clock or NO_CLOCK,
        "dice": parsed.dice if parsed.dice != usually["dice"] else str(opening.dice),
        "draws": parsed.draws if parsed.draws != usually["draws"] else str(opening.draws),
        "pause": parsed.pause if parsed.pause != usually["pause"] else opening.pause or usually["pause"],
        "forced": parsed.forced if parsed.forced != usually["forced"] else str(opening.forced),
        "bots": parsed.bots or opening.bots,
    }
    return argparse.Namespace(**{**vars(parsed), **its_own})


def take_up(folder: Path, match: str, table: str) -> None:
    """Note that a table continues a match as soon as its engine starts.

    Raises:
        InputFault: the match is over, or can't be replayed.
        JournalFault: another engine plays the match, or the disk refuses.
    """
    opening = recorded_opening(folder, match)
    wanted = MatchOpening("", Seconds(0.0), "", "", "", table=table).on_terms(opening.terms)
    taken_up, journal = make_match_parts(opening.terms, None, folder=folder).keeper.take_up(match, wanted)
    journal.close()
    say_departed("play", match, taken_up.departed)
