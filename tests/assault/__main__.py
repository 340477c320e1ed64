"""`python -m tests.assault [--minutes N] [PART...]`: assaults on a table of this machine, and a report."""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.assault.bus import hostile_messages
from tests.assault.files import hostile_files
from tests.assault.forgeries import forgeries
from tests.assault.frames import hostile_frames
from tests.assault.kills import kills
from tests.assault.report import Budget, Row, table_of
from tests.assault.sockets import floods
from tests.assault.worlds import two_worlds

MINUTES = 18.0
"""The time for all parts; starting and stopping tables comes on top."""

_Part = Callable[[Path, float], Iterator[Row]]

PARTS: dict[str, tuple[float, _Part]] = {
    "kills": (0.35, lambda folder, seconds: kills(folder, Budget(seconds))),
    "bus": (0.1, lambda folder, seconds: hostile_messages(folder, Budget(seconds))),
    "forgeries": (0.05, lambda folder, seconds: forgeries(folder, Budget(seconds))),
    "frames": (0.05, lambda folder, seconds: hostile_frames(folder, Budget(seconds))),
    "files": (0.15, lambda folder, seconds: hostile_files(folder, Budget(seconds))),
    "floods": (0.15, lambda folder, seconds: floods(folder, Budget(seconds))),
    "worlds": (0.15, lambda folder, seconds: two_worlds(folder, Budget(seconds), seconds)),
}
"""The parts, each with its share of the time."""


def main() -> int:
    """Run the parts; 1 where something was lost."""
    parser = argparse.ArgumentParser(prog="make assault", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parsed = parser.parse_args()
    chosen = parsed.parts or list(PARTS)
    if unknown := [one for one in chosen if one not in PARTS]:
        parser.error(f"no part {', '.join(unknown)}; expected some of {', '.join(PARTS)}")
    whole = sum(PARTS[one][0] for one in chosen)
    rows: list[Row] = []
    began = time.monotonic()
    for name in chosen:
        share, part = PARTS[name]
        with tempfile.TemporaryDirectory(prefix="assault-") as folder:
            for row in part(Path(folder), parsed.minutes * 60 * share / whole):
                rows.append(row)
                sys.stdout.write(f"{table_of([row]).splitlines()[-1]}\n")
                sys.stdout.flush()
    sys.stdout.write(f"\n{table_of(rows)}\n\n{(time.monotonic() - began) / 60:.1f} minutes\n")
    return 0 if rows and all(row.holds for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
