"""`boardwarden rejudge`: judges recorded matches again, by the same or other rules, and compares."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from dashboard.archive.jobs import MANY, JobOutcome, cores, worked
from dashboard.archive.judging_job import JudgingOrder, judge_by_versions
from dashboard.archive.other_version import find_version
from dashboard.archive.side_by_side import SideBySide, side_by_side_facts, side_by_side_text
from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE
from dashboard.commands.archives import chosen_paths
from dashboard.commands.progress import ProgressLine, progress_of_matches
from dashboard.commands.ruleset import parse_options
from engine.core.counting import counted
from engine.core.faults import InputFault
from engine.records.rejudgement import Account, RejudgedDifference


def run(parsed: argparse.Namespace) -> int:
    """Judge each match again and print the differences; matches that can't be judged are listed at the end.

    Raises:
        InputFault: there is no such match or option.
        MissingFault: the cluster isn't there, or the other version can't be installed.
    """
    options = parse_options(parsed.option)
    if sum((bool(options), parsed.from_frames, bool(parsed.rules))) > 1:
        raise InputFault(
            "--from-frames, --option, --rules: give one of them; each is compared with the recorded verdicts"
        )
    if parsed.rules and parsed.cluster is not None:
        raise InputFault(
            "--rules: expected without --cluster; another version is at hand on this machine alone"
        )
    if bool(parsed.matches) is parsed.all:
        raise InputFault("expected the names of the matches to judge, or --all for all of the folder")
    paths = chosen_paths(parsed, parsed.matches)
    version = find_version(parsed.rules) if parsed.rules else None
    orders = [JudgingOrder(path, options, parsed.from_frames, version) for path in paths]
    tell = progress_of_matches(len(orders))
    outcomes = _judged(orders, parsed.cluster, tell)
    faults: list[str] = []
    status = DONE
    for order, outcome in zip(orders, outcomes, strict=True):
        name = order.path.parent.name
        if outcome.found is None:
            faults.append(f"{name} can't be judged: {outcome.fault}")
            continue
        if not _is_same(outcome.found):
            status = DIDNT_HOLD
        tell.clear()
        print((_json if parsed.json else _text)(name, outcome.found), flush=True)
    for fault in faults:
        print(f"boardwarden rejudge: {fault}", file=sys.stderr)
    if len(orders) > 1 and faults:
        print(f"boardwarden rejudge: {len(faults)} of {len(orders)} can't be judged", file=sys.stderr)
    return BAD_INPUT if faults else status


def _judged(
    orders: Sequence[JudgingOrder], cluster: str | None, tell: ProgressLine
) -> Iterator[JobOutcome[Account | SideBySide]]:
    """Yield the result of each match and draw the progress; with few matches, also within each match."""
    if cluster is not None or len(orders) >= MANY:
        return worked(judge_by_versions, orders, cluster, tell, processes=cores())

    def judged(numbered: tuple[int, JudgingOrder]) -> Account | SideBySide:
        number, order = numbered
        return judge_by_versions(order, lambda part: tell(number + part))

    return worked(judged, list(enumerate(orders)), None, tell)


def _is_same(found: Account | SideBySide) -> bool:
    return found.is_same if isinstance(found, SideBySide) else not (found.differences or found.damage)


def _json(match: str, found: Account | SideBySide) -> str:
    if isinstance(found, SideBySide):
        return json.dumps(side_by_side_facts(match, found))
    return account_json(match, found)


def _text(match: str, found: Account | SideBySide) -> str:
    return side_by_side_text(match, found) if isinstance(found, SideBySide) else account_text(match, found)


def account_json(match: str, account: Account) -> str:
    """Return the result of judging one match again, as its `--json` line."""
    return json.dumps(
        {"match": match, "same": not account.differences and not account.damage, **asdict(account)}
    )


def account_text(match: str, account: Account) -> str:
    """Return the result of judging one match again, as lines for people."""
    missing = (
        f", {counted(account.missing, 'entry has', 'entries have')} no evidence" if account.missing else ""
    )
    moments, verdicts = counted(account.happenings, "moment"), counted(account.verdicts, "verdict")
    what = f"{moments}, {verdicts}, {counted(account.entries, 'entry', 'entries')}{missing}"
    if account.frames:
        what += f"; {counted(account.frames, 'picture')} seen again, for {counted(account.looks, 'look')}"
    if account.by_others:
        what += "; by the installed rules and cards, which aren't those that it was played by"
    settled = [
        f"  {name}: settled when the match was opened; what it decides there isn't judged again"
        for name in account.settled
    ]
    damage = [f"  the evidence isn't whole: {one}" for one in account.damage]
    if not account.differences:
        same = "the same as far as the evidence goes" if damage else "the same"
        return "\n".join((f"{match}  {same}: {what}", *damage, *settled))
    lines = [difference_text(one) for one in account.differences]
    first = f"first in the {account.differences[0].stage}"
    return "\n".join((f"{match}  differs in {len(lines)}, {first}: {what}", *damage, *settled, *lines))


def difference_text(one: RejudgedDifference) -> str:
    """Return one difference as lines: the recorded side above the new one."""
    lines = [f"  {one.at_s:8.2f} s  {one.file}, {one.took}: the {one.stage} differs"]
    lines += [f"      recorded: {text}" for text in one.recorded or ("nothing",)]
    lines += [f"      now:      {text}" for text in one.judged or ("nothing",)]
    return "\n".join(lines)
