"""Two worlds that a reader can't tell apart: tests/worlds/test_dealt_worlds.py with many more pairs."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.assault.report import Budget, Row
from tests.conftest import TOP

PAIRS = 400


def two_worlds(folder: Path, budget: Budget, seconds: float) -> Iterator[Row]:
    """Live through the pairs of each game, as many as there is time for."""
    del budget
    counts = folder / "pairs"
    environment = {
        **os.environ,
        "BOARDWARDEN_PAIRS": str(PAIRS),
        "BOARDWARDEN_PAIRS_SECONDS": f"{seconds / 4:.0f}",
        "BOARDWARDEN_PAIRS_COUNTED": str(counts),
    }
    command = [sys.executable, "-m", "pytest", "-n0", "-q", "-k", "hears", "--timeout", "0"]
    done = subprocess.run(
        [*command, "tests/worlds/test_dealt_worlds.py"],
        cwd=TOP,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    differ = re.findall(r"^FAILED \S+\[(\w+)\]", done.stdout, re.MULTILINE)
    found = dict(line.split() for line in counts.read_text().splitlines()) if counts.is_file() else {}
    for game, lived in found.items():
        lost = "a byte differs" if game in differ else ""
        yield Row(f"two worlds, {game}", int(lived), int(lived) - bool(lost), lost, f"of {PAIRS} pairs")
    if not found:
        yield Row("two worlds", 0, 0, done.stdout[-300:])
