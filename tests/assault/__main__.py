"""`python -m tests.assault [--minutes N] [PART...]`: assaults on a table of this machine, and a report."""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.assault.api import fuzzed_pages
from tests.assault.bus import hostile_messages
from tests.assault.disk import full_disk, wall_clock
from tests.assault.doors import doors
from tests.assault.files import hostile_files
from tests.assault.forgeries import forgeries
from tests.assault.frames import hostile_frames
from tests.assault.kills import kills, quiet_table
from tests.assault.proxied import address_bar, streams
from tests.assault.report import Budget, Row, table_of
from tests.assault.rights import neighbours, rights
from tests.assault.sockets import floods
from tests.assault.worlds import two_worlds

MINUTES = 18.0
"""The time for all parts; starting and stopping tables comes on top."""

_Part = Callable[[Path, float], Iterator[Row]]

PARTS: dict[str, tuple[float, _Part]] = {
    "kills": (0.63, lambda folder, seconds: kills(folder, Budget(seconds))),
    "worlds": (0.36, two_worlds),
    "files": (0.27, lambda folder, seconds: hostile_files(folder, Budget(seconds))),
    "quiet": (0.06, lambda folder, seconds: quiet_table(folder, Budget(seconds))),
    "floods": (0.06, lambda folder, seconds: floods(folder, Budget(seconds))),
    "bus": (0.07, lambda folder, seconds: hostile_messages(folder, Budget(seconds))),
    "forgeries": (0.03, lambda folder, seconds: forgeries(folder, Budget(seconds))),
    "api": (0.05, fuzzed_pages),
    "frames": (0.02, lambda folder, seconds: hostile_frames(folder, Budget(seconds))),
    "doors": (0.01, lambda folder, seconds: doors(folder, Budget(seconds))),
    "streams": (0.01, lambda folder, seconds: streams(folder, Budget(seconds))),
    "address": (0.01, lambda folder, seconds: address_bar(folder, Budget(seconds))),
    "rights": (0.01, lambda folder, seconds: rights(folder, Budget(seconds))),
    "neighbours": (0.02, lambda folder, seconds: neighbours(folder, Budget(seconds))),
    "disk": (0.01, lambda folder, seconds: full_disk(folder, Budget(seconds))),
    "clock": (0.01, lambda folder, seconds: wall_clock(folder, Budget(seconds))),
}
"""The parts, each with its share of the time."""

BESIDE = ("worlds", "files")
"""The parts that compute and measure no time: they run beside the kills, whose tables mostly wait."""


def main() -> int:
    """Run the parts; 1 where something was lost."""
    parser = argparse.ArgumentParser(prog="make assault", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)} (default: all)")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    parsed = parser.parse_args()
    chosen = parsed.parts or list(PARTS)
    if unknown := [one for one in chosen if one not in PARTS]:
        parser.error(f"no part {', '.join(unknown)}; expected some of {', '.join(PARTS)}")
    beside = [one for one in chosen if one in BESIDE and "kills" in chosen]
    after = [one for one in chosen if one not in beside]
    share_s = parsed.minutes * 60 / sum(PARTS[one][0] for one in after)
    began = time.monotonic()
    with ThreadPoolExecutor(1) as lane:
        computed = lane.submit(_rows, beside, share_s)
        rows = _rows(after[:1], share_s) + computed.result() + _rows(after[1:], share_s)
    sys.stdout.write(f"\n{table_of(rows)}\n\n{_about(time.monotonic() - began)}\n")
    return 0 if rows and all(row.holds for row in rows) else 1


def _rows(names: list[str], share_s: float) -> list[Row]:
    """Run parts one after the other; each row is written as it comes."""
    rows: list[Row] = []
    for name in names:
        share, part = PARTS[name]
        with tempfile.TemporaryDirectory(prefix="assault-", ignore_cleanup_errors=True) as folder:
            for row in part(Path(folder), share * share_s):
                rows.append(row)
                sys.stdout.write(f"{table_of([row]).splitlines()[-1]}\n")
                sys.stdout.flush()
    return rows


def _about(took_s: float) -> str:
    return f"{took_s / 60:.1f} minutes, {os.cpu_count()} cores, load {os.getloadavg()[2]:.0f}"


if __name__ == "__main__":
    sys.exit(main())
