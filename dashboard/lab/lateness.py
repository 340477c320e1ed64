"""Computes how late moves are shown. A later move that is shown counts for the earlier ones too."""

from collections.abc import Mapping, Sequence
from math import ceil


def until_painted(
    sent_at: Sequence[float], revisions: Sequence[int], drawn: Mapping[str, float]
) -> list[float]:
    """Return for each move the seconds from sending it until the page showed it or a later move.

    The moves were sent at these times, in seconds of the wall clock. `drawn` has the times when revisions
    were painted, in ms of the same clock; the last revision is in it.
    """
    found, since = [], drawn[str(revisions[-1])]
    for at, revision in zip(reversed(sent_at), reversed(revisions), strict=True):
        since = drawn.get(str(revision), since)
        found.append(since / 1000 - at)
    return found[::-1]


def until_last(
    sent_at: Sequence[float], revisions: Sequence[int], came: Sequence[Sequence[tuple[float, int]]]
) -> list[float]:
    """Return for each move the seconds from sending it until the last tablet had it or a later move.

    The moves were sent at these times, in seconds of the wall clock. `came` has each tablet's arrivals in
    order, as time and revision. The last one is the last of `revisions`. Arrivals before the first move
    belong to another match.
    """
    lasts = [0.0] * len(sent_at)
    for tablet in came:
        after = iter((at, revision) for at, revision in tablet if at >= sent_at[0])
        at, newest = sent_at[0], -1
        for n, revision in enumerate(revisions):
            while newest < revision:
                at, newest = next(after)
            lasts[n] = max(lasts[n], at - sent_at[n])
    return lasts


def share_at(times: Sequence[float], share: float) -> float:
    """Return the time that this share of the times doesn't exceed (the nearest-rank percentile)."""
    return sorted(times)[ceil(share * len(times)) - 1]


def share_ms(times: Sequence[float], share: float) -> float:
    """Return the result of `share_at` in milliseconds, rounded for a row."""
    return round(1000 * share_at(times, share), 1)
