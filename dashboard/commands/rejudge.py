"""`boardwarden rejudge`: judges recorded matches again, by the same rules or with another reading of them."""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

from dashboard.commands import DIDNT_HOLD, DONE
from dashboard.commands.ruleset import parse_options
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.games.registry import open_game
from engine.records.archive import find_match
from engine.records.recorded import open_recorded
from engine.records.rejudging import Account, Difference, judge_again, judge_otherwise, sittings
from engine.records.reseeing import judge_from_frames


def run(parsed: argparse.Namespace) -> int:
    """Judge each match again and print what differs.

    Raises:
        InputFault: no such match or option, nothing recorded, or a journal that can't be replayed.
        MissingFault: a file can't be read.
    """
    folder = Path(parsed.data)
    options = dict(parse_options(parsed.option))
    if options and parsed.from_frames:
        raise InputFault("--from-frames and --option: give one of them; each is held against what was told")
    status = DONE
    paths = [find_match(folder, name) for name in parsed.matches]
    for number, path in enumerate(paths, start=1):
        if sys.stderr.isatty() and len(paths) > 1:
            print(f"\r{number} of {len(paths)} matches", end="", file=sys.stderr, flush=True)
        account = judge_recorded(path, options, from_frames=parsed.from_frames)
        if account.differences:
            status = DIDNT_HOLD
        name = path.parent.name
        print(account_json(name, account) if parsed.json else account_text(name, account), flush=True)
    if sys.stderr.isatty() and len(paths) > 1:
        print(file=sys.stderr)
    return status


def judge_recorded(path: Path, options: dict[str, str], *, from_frames: bool = False) -> Account:
    """Judge one match again, with other readings where `options` has any, or from its pictures.

    Raises:
        InputFault: nothing was recorded of it, no such option, or a journal that can't be replayed.
    """
    match = open_recorded(path)
    found = sittings(path.parent)
    if not found:
        raise InputFault(
            f"{path.parent}: nothing was recorded beside the journal (evidence-001.mcap); a match "
            "can be judged again only with its evidence"
        )
    if from_frames:
        from vision.reseeing import RecordedEyes  # noqa: PLC0415 # loads OpenCV, for this alone

        return judge_from_frames(match, found, RecordedEyes(match.board, match.pieces))
    if not options:
        return judge_again(match.game, match.pieces, match.entries, found)
    opening = match.opening
    readings = Ruleset(opening.content, {**opening.options, **options})
    other = open_game(opening.game, match.board, readings)
    return judge_otherwise(match.game, other, match.pieces, match.entries, found)


def account_json(match: str, account: Account) -> str:
    """Return what came of one match as the `--json` line has it."""
    return json.dumps({"match": match, "same": not account.differences, **asdict(account)})


def account_text(match: str, account: Account) -> str:
    """Return what came of one match for people."""
    missing = f", {account.missing} entries have no evidence" if account.missing else ""
    what = f"{account.happenings} moments, {account.verdicts} verdicts, {account.entries} entries{missing}"
    if account.frames:
        what += f"; {account.frames} pictures seen again, for {account.looks} looks"
    if not account.differences:
        return f"{match}  the same: {what}"
    told = [difference_text(one) for one in account.differences]
    first = f"first in the {account.differences[0].stage}"
    return "\n".join((f"{match}  differs in {len(told)}, {first}: {what}", *told))


def difference_text(one: Difference) -> str:
    """Return one difference, both sides under each other."""
    lines = [f"  {one.at_s:8.2f} s  {one.file}, {one.took}: the {one.stage} differs"]
    lines += [f"      recorded: {text}" for text in one.recorded or ("nothing",)]
    lines += [f"      now:      {text}" for text in one.judged or ("nothing",)]
    return "\n".join(lines)
