"""When a service that died is started again. Pure: times come in, a pause comes out."""

from dataclasses import dataclass

BAD_INPUT = 2
"""The exit status of a service that can't use what it was given; starting it again changes nothing."""


@dataclass(frozen=True, slots=True)
class RestartPolicy:
    """How long to pause: doubling from `first_seconds` to `longest_seconds`; afresh after a healthy life."""

    first_seconds: float = 0.2
    longest_seconds: float = 10.0
    healthy_seconds: float = 20.0


@dataclass(frozen=True, slots=True)
class Life:
    """One life of a service: when it began, and how many unhealthy ones went before it in a row."""

    began_at: float
    failures: int = 0


@dataclass(frozen=True, slots=True)
class StartAgain:
    """Start the service again at `at`; `failures` is what its next life begins with."""

    at: float
    failures: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Don't start it again: it would end the same way."""

    status: int


def after_death(policy: RestartPolicy, life: Life, *, at: float, status: int) -> StartAgain | GiveUp:
    """Decide what follows a death nobody asked for.

    `at` and `life.began_at` are seconds on one monotonic clock; `status` is the exit status, below 0 for a
    signal. Even a clean end is a death: a service runs until it is told to stop. Bad input ends it for good
    only in a short life: what has run well with the same input deserves another.
    """
    healthy = at - life.began_at >= policy.healthy_seconds
    if status == BAD_INPUT and not healthy:
        return GiveUp(status)
    failures = 0 if healthy else life.failures
    # 2 ** 20 is far past any cap; larger powers only get slow.
    pause = min(policy.longest_seconds, policy.first_seconds * 2.0 ** min(failures, 20))
    return StartAgain(at + pause, failures + 1)
