"""Two worlds that a seat and a visitor can't tell apart, at real servers: each byte, size and order."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.assault.living import PAIRS
from tests.assault.report import Budget, Row
from tests.conftest import TOP
from tests.worlds.dealt import GAMES

AT_A_TIME = len(GAMES)
"""The processes that live pairs, each with games of its own: some of their time is waited."""

_DEAL_S = 600.0
"""The longest that one deal is waited for once the time is over, s."""


def two_worlds(folder: Path, budget: Budget) -> Iterator[Row]:
    """Live through the pairs of each game, as many as there is time for."""
    names, children = tuple(GAMES), list[subprocess.Popen[str]]()
    ends_in_s = budget.seconds_left
    try:
        for number in range(AT_A_TIME):
            command = ("nice", sys.executable, "-P", "-m", "tests.assault.living", f"{ends_in_s:.0f}")
            with (folder / f"said-{number}").open("w") as said, (folder / f"log-{number}").open("w") as log:
                child = subprocess.Popen(
                    (*command, *names[number::AT_A_TIME]), cwd=TOP, stdout=said, stderr=log, text=True,
                    env={"PYTHONPATH": str(TOP), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
                    start_new_session=True,
                )  # fmt: skip
            children.append(child)
        for number, child in enumerate(children):
            # A deal that has begun is lived to its end.
            status = budget.wait_for(child, ends_in_s + _DEAL_S)
            broke_off = status or (status is None and not budget.is_ending)
            yield from _rows(folder, number, names[number::AT_A_TIME], broke_off=bool(broke_off))
    finally:
        for child in children:
            child.kill()
            child.wait()


def _rows(folder: Path, number: int, names: tuple[str, ...], *, broke_off: bool) -> Iterator[Row]:
    """Yield the last words of a child about each of its games."""
    lines = (folder / f"said-{number}").read_text(encoding="utf-8").splitlines()
    last = {found["game"]: found for found in map(json.loads, lines)}
    for name in names:
        found = last.get(name, {"pairs": 0, "compared": 0, "differ": ()})
        lost = "; ".join(" ".join(one.split()) for one in found["differ"][:2])
        if broke_off:
            log_end = (folder / f"log-{number}").read_text(encoding="utf-8").strip().splitlines()[-1:]
            lost = f"{lost} the pairs broke off: {' '.join(log_end)}".strip()
        seen = f"of {PAIRS} pairs; {found['compared'] / 1e6:.0f} MB compared with as many"
        yield Row(f"two worlds, {name}", found["pairs"], found["pairs"] - len(found["differ"]), lost, seen)
