"""Measures the cost of a quiet table, and the time from a hand's play to the verdict.

First it measures memory and CPU of every service while a camera shows a board that nobody touches. Then hands
make moves (see `verdicts`).
"""

from collections.abc import Iterator
from typing import Any

from dashboard.lab.measurement import judged
from dashboard.lab.quiet_table import measure_rest, opening_pictures, stream_camera
from dashboard.lab.running_table import running_table
from dashboard.lab.usage import expect_usage_known
from dashboard.lab.verdicts import verdict_rows
from engine.bus.broker import LOOPBACK, free_port

_MOST_MB, _MOST_CPU = 600, 35


def bench_table(*, quick: bool = False) -> Iterator[dict[str, Any]]:
    """Yield the memory and CPU of each service of a table at 1080p and 10 frames a second, and the sums.

    First comes the CPU time that the table takes until it answers on its page.

    The camera's pictures are rendered before, and sent by this process, which isn't counted. `quick` measures
    a shorter time and fewer moves.

    Raises:
        MissingFault: this system doesn't report the use of processes, or the table doesn't start.
    """
    expect_usage_known("table")
    page = f"{LOOPBACK}:{free_port()}"
    with stream_camera(opening_pictures()) as url, running_table(page, "--camera", url) as running:
        rest = measure_rest(running, page, quick=quick)
    rows: list[dict[str, Any]] = [
        {"what": "from the start to the page, all services, CPU s", "value": round(rest.started_s, 1)}
    ]
    for name, now in rest.used.items():
        rows.append({"what": f"{name}, % of one core", "value": round(rest.cpu[name], 1)})
        rows.append({"what": f"{name}, resident MB (its share of what is shared)",
                     "value": f"{now.rss_mb:.0f} ({now.pss_mb:.0f})"})  # fmt: skip
    rows += [
        judged("together, % of one core", round(rest.cpu_together, 1), at_most=_MOST_CPU),
        judged("together, MB", round(rest.mb_together), at_most=_MOST_MB),
        rest.others_row(),
        {"what": "window, s", "value": round(rest.window_s, 1)},
    ]
    yield from rows
    yield from verdict_rows(quick=quick)
