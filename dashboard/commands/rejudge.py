"""`boardwarden rejudge`: judges recorded matches again, by the same rules or with another reading of them."""

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from dashboard.archive.jobs import MANY, JobOutcome, cores, worked
from dashboard.archive.judging_job import JudgingOrder, judge_recorded
from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE
from dashboard.commands.archives import chosen_paths
from dashboard.commands.progress import progress_of_matches
from dashboard.commands.ruleset import parse_options
from engine.core.faults import InputFault
from engine.records.rejudgement import Account, RejudgedDifference


def run(parsed: argparse.Namespace) -> int:
    """Judge each match again and print what differs; those that can't be judged are listed at the end.

    Raises:
        InputFault: no such match or option.
        MissingFault: the cluster isn't there.
    """
    options = parse_options(parsed.option)
    if options and parsed.from_frames:
        raise InputFault(
            "--from-frames and --option: give one of them; each is compared with the recorded verdicts"
        )
    if bool(parsed.matches) is parsed.all:
        raise InputFault("expected the names of the matches to judge, or --all for all of the folder")
    orders = [
        JudgingOrder(path, options, parsed.from_frames) for path in chosen_paths(parsed, parsed.matches)
    ]
    outcomes = _judged(orders, parsed.cluster)
    faults: list[str] = []
    status = DONE
    for order, outcome in zip(orders, outcomes, strict=True):
        name = order.path.parent.name
        if outcome.found is None:
            faults.append(f"{name} can't be judged: {outcome.fault}")
            continue
        if outcome.found.differences or outcome.found.damage:
            status = DIDNT_HOLD
        print((account_json if parsed.json else account_text)(name, outcome.found), flush=True)
    for fault in faults:
        print(f"boardwarden rejudge: {fault}", file=sys.stderr)
    if len(orders) > 1 and faults:
        print(f"boardwarden rejudge: {len(faults)} of {len(orders)} can't be judged", file=sys.stderr)
    return BAD_INPUT if faults else status


def _judged(orders: Sequence[JudgingOrder], cluster: str | None) -> Iterator[JobOutcome[Account]]:
    """Yield what comes of the matches, and show how far it is: of a few also within a match."""
    tell = progress_of_matches(len(orders))
    if cluster is not None or len(orders) >= MANY:
        return worked(judge_recorded, orders, cluster, tell, processes=cores())

    def judged(numbered: tuple[int, JudgingOrder]) -> Account:
        number, order = numbered
        return judge_recorded(order, lambda part: tell(number + part))

    return worked(judged, list(enumerate(orders)), None, tell)


def account_json(match: str, account: Account) -> str:
    """Return what came of one match as the `--json` line has it."""
    return json.dumps(
        {"match": match, "same": not account.differences and not account.damage, **asdict(account)}
    )


def account_text(match: str, account: Account) -> str:
    """Return what came of one match for people."""
    missing = f", {account.missing} entries have no evidence" if account.missing else ""
    what = f"{account.happenings} moments, {account.verdicts} verdicts, {account.entries} entries{missing}"
    if account.frames:
        what += f"; {account.frames} pictures seen again, for {account.looks} looks"
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
    told = [difference_text(one) for one in account.differences]
    first = f"first in the {account.differences[0].stage}"
    return "\n".join((f"{match}  differs in {len(told)}, {first}: {what}", *damage, *settled, *told))


def difference_text(one: RejudgedDifference) -> str:
    """Return one difference, both sides under each other."""
    lines = [f"  {one.at_s:8.2f} s  {one.file}, {one.took}: the {one.stage} differs"]
    lines += [f"      recorded: {text}" for text in one.recorded or ("nothing",)]
    lines += [f"      now:      {text}" for text in one.judged or ("nothing",)]
    return "\n".join(lines)
