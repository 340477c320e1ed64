"""The sources that count now, and those that must be waited for. Pure."""

from collections.abc import Mapping

from engine.core.observations import SourceKnows
from engine.session.seen.runs import Run, Settling, is_quiet, is_settled
from engine.session.seen.sighting import START
from engine.session.seen.switch_confirmations import feels_the_same
from engine.session.seen.switch_tracks import Tracking

_WITHOUT_EYES = 5
"""A camera that never comes to rest holds up other kinds of sources for this many times as long."""


def settled_among(live: Mapping[str, Run], tracking: Tracking, settling: Settling) -> dict[str, Run] | None:
    """Return the settled runs; None while a source must be waited for.

    A camera's look from before a switch's last change is out of date. That camera is waited for until it
    looks again or goes silent, unless another camera has looked since. Switches that never come to rest don't
    make a look out of date.
    """
    newest = max((run.last_at for run in live.values()), default=START)
    changed_at = max(
        (
            run.first_at
            for run in live.values()
            if run.feels and newest - (run.settled_at or run.first_at) <= settling.restless_s
        ),
        default=START,
    )
    over = {name for name, run in live.items() if run.knows is SourceKnows.HOW and run.last_at < changed_at}
    prompt = any(feels_the_same(run, tracking) for run in live.values() if run.knows is SourceKnows.HOW)
    settled = {
        name: run
        for name, run in live.items()
        if name not in over
        and (
            is_quiet(run, settling, newest, prompt=prompt)
            if run.feels
            else is_settled(
                run, settling, felt=tracking.covers, prompt=prompt and feels_the_same(run, tracking)
            )
        )
    }
    seeing = any(run.knows is SourceKnows.HOW for run in settled.values())
    for name, run in live.items():
        if name in settled or (name in over and seeing):
            continue
        if name in over:
            return None
        # While hands go on over the board, the camera is waited for: switches alone would report only half of
        # the play.
        alone = run.knows is SourceKnows.HOW and not seeing
        patience = settling.restless_s * (_WITHOUT_EYES if alone else 1)
        restless = newest - (run.settled_at or run.first_at) > patience
        if settled and restless and run.knows is SourceKnows.WHICH:
            # A tag that is read now and then makes no reader silent.
            settled[name] = run
            continue
        # A source that comes back doesn't hold up a source that has seen everything.
        if not (settled and (restless or (run.after_blindness and not alone))):
            return None
    # Without a camera a lifted piece may still be in a hand.
    lifted_at = tracking.lifted_at if tracking.held and not seeing else None
    if lifted_at is not None and newest - lifted_at < settling.held_s:
        return None
    return settled or None
