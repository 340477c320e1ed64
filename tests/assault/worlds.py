"""Two worlds that a seat and a visitor can't tell apart, at real servers: each byte, size and order."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.assault.living import PAIRS
from tests.assault.report import Row
from tests.conftest import TOP
from tests.worlds.dealt import GAMES

AT_A_TIME = 2
"""The processes that live pairs, each with games of its own."""


def two_worlds(folder: Path, seconds: float) -> Iterator[Row]:
    """Live through the pairs of each game, as many as there is time for."""
    names = tuple(GAMES)
    children = []
    for number in range(AT_A_TIME):
        command = ("nice", sys.executable, "-P", "-m", "tests.assault.living", f"{seconds:.0f}")
        with (folder / f"said-{number}").open("w") as said, (folder / f"log-{number}").open("w") as log:
            child = subprocess.Popen(
                (*command, *names[number::AT_A_TIME]), cwd=TOP, stdout=said, stderr=log,
                env={"PYTHONPATH": str(TOP), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
            )  # fmt: skip
        children.append(child)
    for number, child in enumerate(children):
        status = child.wait()
        lines = (folder / f"said-{number}").read_text(encoding="utf-8").splitlines()
        last = {found["game"]: found for found in map(json.loads, lines)}
        for name in names[number::AT_A_TIME]:
            found = last.get(name, {"pairs": 0, "compared": 0, "differ": ()})
            lost = "; ".join(" ".join(one.split()) for one in found["differ"][:2])
            if status:
                log_end = (folder / f"log-{number}").read_text(encoding="utf-8").strip().splitlines()[-1:]
                lost = f"{lost} the pairs broke off: {' '.join(log_end)}".strip()
            seen = f"of {PAIRS} pairs; {found['compared'] / 1e6:.0f} MB compared with as many"
            yield Row(
                f"two worlds, {name}", found["pairs"], found["pairs"] - len(found["differ"]), lost, seen
            )
