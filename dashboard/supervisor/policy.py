"""When a service that died is started again. Pure: times come in, a pause comes out."""

from dataclasses import dataclass

BAD_INPUT = 2
"""The exit status of a service that can't use what it was given; starting it again changes nothing."""


@dataclass(frozen=True, slots=True)
class RestartPolicy:
    """The pauses before a service is started again. They double, and start over after a healthy life."""

    first_seconds: float = 0.2
    """The first pause, s."""
    longest_seconds: float = 10.0
    """The longest pause, s."""
    healthy_seconds: float = 20.0
    """The length of a healthy life, s."""


@dataclass(frozen=True, slots=True)
class Life:
    """One life of a service."""

    began_at: float
    """When it began, monotonic s."""
    failures: int = 0
    """The number of unhealthy lives in a row before it."""


@dataclass(frozen=True, slots=True)
class StartAgain:
    """The decision to start the service again."""

    at: float
    """When to start it, monotonic s."""
    failures: int
    """The number of failures that its next life begins with."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The decision not to start the service again: it would end in the same way."""

    status: int
    """The exit status that it ended with."""


def after_death(policy: RestartPolicy, life: Life, *, at: float, status: int) -> StartAgain | GiveUp:
    """Decide what follows a death nobody asked for.

    `at` and `life.began_at` are seconds on one monotonic clock; `status` is the exit status, below 0 for a
    signal. Even a clean end is a death: a service runs until it is stopped. Bad input ends it for good
    only in a short life: what has run well with the same input deserves another.
    """
    healthy = at - life.began_at >= policy.healthy_seconds
    if status == BAD_INPUT and not healthy:
        return GiveUp(status)
    failures = 0 if healthy else life.failures
    # 2 ** 20 is far past any cap; larger powers only get slow.
    pause = min(policy.longest_seconds, policy.first_seconds * 2.0 ** min(failures, 20))
    return StartAgain(at + pause, failures + 1)
