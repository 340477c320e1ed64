"""How soon somebody can use the match page on a first visit, by a slow line and with a slow processor."""

from collections.abc import Iterator
from statistics import median
from typing import Any

from dashboard.lab.measurement import judged
from dashboard.lab.painted_page import PaintedPage

GOAL_S = 2.5


def first_visit_rows(page: PaintedPage, address: str, revision: int, visits: int) -> Iterator[dict[str, Any]]:
    """Yield the rows: the median of some first visits to a page that shows a revision of the match.

    Raises:
        MissingFault: a visit doesn't show it.
    """
    seen = [page.first_visit(address, revision) for _ in range(visits)]
    how = "a first visit by Slow 4G, CPU 4 times slower"
    usable_s = round(median(one.usable_s for one in seen), 2)
    yield judged(f"{how}: until the page can be used, s", usable_s, at_most=GOAL_S)
    yield {"what": f"{how}: requests", "value": median(one.requests for one in seen)}
    yield {"what": f"{how}: kB on the wire", "value": round(median(one.wire_bytes for one in seen) / 1000, 1)}
