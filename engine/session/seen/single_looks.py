"""Finds plays that a slow camera saw in one look only, between one hand and the next. Pure.

A camera with two pictures a second, or on a busy machine, shows many plays like this: a hand, one picture of
the board, the next hand. So two looks never agree, although that one picture hid nothing.
"""

from dataclasses import replace

from engine.core.observations import Look, SourceKnows
from engine.session.seen.belief import Belief
from engine.session.seen.runs import ROUNDING_S, USUAL, Run, Settling


def rested_once(belief: Belief, following: Look | None, settling: Settling = USUAL) -> Belief | None:
    """Return the belief where a camera's last look stands for a table at rest; None where it doesn't.

    It does under these conditions. That camera alone looks at the table. The looks before and after are at
    least a run's span away and have a hand in them. Nothing is newly hidden or unread in it. Without a
    visible hand a piece may be on its way, slid through cells. The very first look has none before it, so
    everything must be read in it. `following`: the look after it; None: no more come.
    """
    if len(belief.runs) != 1 or belief.tracking.covers:
        return None
    ((source, run),) = belief.runs.items()
    is_camera = run.knows is SourceKnows.HOW and run.covers is None
    if not is_camera or run.count != 1 or run.settled_at == run.last_at:
        return None
    if run.waited_s is not None and not (run.after_hand and run.waited_s >= settling.span_s - ROUNDING_S):
        return None
    if (run.blind | run.unsure) - (belief.known_murky or frozenset()):
        return None
    if following is not None and not _is_over(run, source, following, settling):
        return None
    return replace(belief, runs={source: replace(run, settled_at=run.last_at, rested=True)})


def _is_over(run: Run, source: str, following: Look, settling: Settling) -> bool:
    """Tell whether a look of the same camera comes late, and shows that a hand is there again."""
    late = following.taken_at - run.last_at
    return (
        following.source == source
        and settling.span_s - ROUNDING_S <= late <= settling.silent_s
        and not frozenset(following.cells.blind) <= (run.known_blind or frozenset())
    )
