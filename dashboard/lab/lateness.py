"""How late a move is shown after it was sent: a later move shows the earlier ones, too."""

from collections.abc import Mapping, Sequence
from math import ceil


def until_painted(told: Sequence[float], revisions: Sequence[int], drawn: Mapping[str, float]) -> list[float]:
    """Return the seconds from each telling until the page showed that move or what overtook it.

    `drawn` has the last revision: when each was painted, ms; `told` is in seconds of the same clock.
    """
    found, since = [], drawn[str(revisions[-1])]
    for at, revision in zip(reversed(told), reversed(revisions), strict=True):
        since = drawn.get(str(revision), since)
        found.append(since / 1000 - at)
    return found[::-1]


def until_last(
    told: Sequence[float], revisions: Sequence[int], came: Sequence[Sequence[tuple[float, int]]]
) -> list[float]:
    """Return the seconds from sending each move until the last tablet had it, or a later one.

    `came`: for each tablet, when which revision came, in order; its last is the last of `revisions`. Earlier
    entries than the first of `told` belong to another match.
    """
    lasts = [0.0] * len(told)
    for tablet in came:
        after = iter((at, revision) for at, revision in tablet if at >= told[0])
        at, newest = told[0], -1
        for n, revision in enumerate(revisions):
            while newest < revision:
                at, newest = next(after)
            lasts[n] = max(lasts[n], at - told[n])
    return lasts


def share_at(times: Sequence[float], share: float) -> float:
    """Return the time that this share of the times doesn't exceed (the nearest-rank percentile)."""
    return sorted(times)[ceil(share * len(times)) - 1]


def share_ms(times: Sequence[float], share: float) -> float:
    """Return the same in milliseconds, as rows say it."""
    return round(1000 * share_at(times, share), 1)
