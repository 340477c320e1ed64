"""`boardwarden rejudge`: judges recorded matches again, by the same rules or with another reading of them."""

import argparse
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from dashboard.archive.cluster import judged_on_cluster
from dashboard.archive.judging import Order, Outcome, judged
from dashboard.commands import BAD_INPUT, DIDNT_HOLD, DONE
from dashboard.commands.ruleset import parse_options
from engine.core.faults import InputFault
from engine.records.archive import find_match
from engine.records.rejudging import Account, Difference
from engine.session.journal import journals

_BAR = 30


def run(parsed: argparse.Namespace) -> int:
    """Judge each match again and print what differs; those that can't be judged are listed at the end.

    Raises:
        InputFault: no such match or option.
        MissingFault: the cluster isn't there.
    """
    folder = Path(parsed.data)
    options = parse_options(parsed.option)
    if options and parsed.from_frames:
        raise InputFault("--from-frames and --option: give one of them; each is held against what was told")
    if bool(parsed.matches) is parsed.all:
        raise InputFault("expected the names of the matches to judge, or --all for all of the folder")
    paths = [find_match(folder, name) for name in parsed.matches] or list(reversed(journals(folder)))
    orders = [Order(path.absolute(), options, parsed.from_frames) for path in paths]
    faults: list[Outcome] = []
    status = DONE
    for outcome in _outcomes(orders, parsed.cluster):
        if outcome.fault:
            faults.append(outcome)
            continue
        if outcome.account.differences:
            status = DIDNT_HOLD
        tell = account_json if parsed.json else account_text
        print(tell(outcome.match, outcome.account), flush=True)
    for outcome in faults:
        print(f"boardwarden rejudge: {outcome.match} can't be judged: {outcome.fault}", file=sys.stderr)
    if len(orders) > 1 and faults:
        print(f"boardwarden rejudge: {len(faults)} of {len(orders)} can't be judged", file=sys.stderr)
    return BAD_INPUT if faults else status


def _outcomes(orders: list[Order], cluster: str | None) -> Iterator[Outcome]:
    """Yield what comes of the orders, in their order, with a bar where people see it."""
    shown = sys.stderr.isatty() and len(orders) > 1
    if cluster is not None:
        told = (lambda count: _draw_bar(count, len(orders))) if shown else (lambda _: None)
        yield from judged_on_cluster(orders, cluster, progress=told)
    else:
        for count, outcome in enumerate(judged(orders), start=1):
            if shown:
                _draw_bar(count, len(orders))
            yield outcome
    if shown:
        print(file=sys.stderr)


def _draw_bar(count: int, total: int) -> None:
    full = _BAR * count // total
    print(f"\r[{'#' * full:<{_BAR}}] {count} of {total} matches", end="", file=sys.stderr, flush=True)


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
