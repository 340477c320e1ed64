"""Whose word counts by now, and who is waited for before anything does. Pure."""

from collections.abc import Mapping

from engine.core.observations import SourceKnows
from engine.session.seen.runs import Run, Settling, is_quiet, is_settled
from engine.session.seen.sighting import START
from engine.session.seen.switch_confirmations import feels_the_same
from engine.session.seen.switch_tracks import Tracking

_WITHOUT_EYES = 5
"""A camera that never comes to rest holds up sources without sight for this many times as long."""


def settled_among(live: Mapping[str, Run], tracking: Tracking, settling: Settling) -> dict[str, Run] | None:
    """Return the settled runs; None while there is one to be waited for.

    A camera's sight from before a switch last changed is over: it is waited for until it looks again, or goes
    silent, unless another has looked since. Switches that never come to rest overtake nobody.
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
        # Hands that go on over the board are waited for: switches alone would tell half of what they do.
        alone = run.knows is SourceKnows.HOW and not seeing
        patience = settling.restless_s * (_WITHOUT_EYES if alone else 1)
        restless = newest - (run.settled_at or run.first_at) > patience
        if settled and restless and run.knows is SourceKnows.WHICH:
            # A tag that is read now and then makes no reader silent.
            settled[name] = run
            continue
        # A source that comes back holds up no source that has seen it all.
        if not (settled and (restless or (run.after_blindness and not alone))):
            return None
    # Without a camera a piece that was lifted may be in a hand.
    lifted_at = tracking.lifted_at if tracking.held and not seeing else None
    if lifted_at is not None and newest - lifted_at < settling.held_s:
        return None
    return settled or None
