"""Finds plays that a slow camera saw in one look only, between one hand and the next. Pure.

A camera of two pictures a second, or a machine too busy for more, shows many plays in this way: a hand, one
picture of the board, the next hand. Two looks never agree there, although nothing was hidden in the one.
"""

from dataclasses import replace

from engine.core.observations import Look, SourceKnows
from engine.session.seen.belief import Belief
from engine.session.seen.runs import ROUNDING_S, USUAL, Run, Settling


def rested_once(belief: Belief, following: Look | None, settling: Settling = USUAL) -> Belief | None:
    """Return the belief where a camera's last look stands for a table at rest; None where it doesn't.

    It does where that camera alone looks at the table, the looks before and after came as late as a run must
    last and have a hand in them, and nothing was hidden or unread in it that wasn't when the table was last
    judged. Without a hand to be seen a piece may be on its way, slid through cells. The very first look has
    none before it, and all must be read in it. `following`: the look after it; None: no more comes.
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
        and not frozenset(following.blind) <= (run.known_blind or frozenset())
    )
