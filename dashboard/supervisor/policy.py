"""Decides when a service that died is started again. Pure."""

from dataclasses import dataclass

from engine.core.exit_status import BAD_INPUT


@dataclass(frozen=True, slots=True)
class RestartPolicy:
    """The pauses before a service is started again. They double, and begin again after a healthy life."""

    first_seconds: float = 0.2
    """The first pause, in seconds."""
    longest_seconds: float = 10.0
    """The longest pause, in seconds."""
    healthy_seconds: float = 20.0
    """The least length of a healthy life, in seconds."""


@dataclass(frozen=True, slots=True)
class Life:
    """One life of a service, from its start to its death."""

    began_at: float
    """The time of its start, in monotonic seconds."""
    failures: int = 0
    """The number of unhealthy lives directly before this one."""


@dataclass(frozen=True, slots=True)
class StartAgain:
    """The decision to start the service again."""

    at: float
    """The time of the next start, in monotonic seconds."""
    failures: int
    """The value of `failures` for the next life."""


@dataclass(frozen=True, slots=True)
class GiveUp:
    """The decision not to start the service again, because it would end in the same way."""

    status: int
    """The service's exit status."""


def after_death(policy: RestartPolicy, life: Life, *, at: float, status: int) -> StartAgain | GiveUp:
    """Decide what follows when a service ended without being asked to.

    Even a clean end counts: a service runs until it's stopped. The status of bad input ends a service for
    good only after a short life. A service that ran well with the same input is started again.

    Args:
        policy: The pauses.
        life: The life that ended.
        at: The time of the end, on the same monotonic clock as `life.began_at`, in seconds.
        status: The exit status, below 0 for a signal.
    """
    healthy = at - life.began_at >= policy.healthy_seconds
    if status == BAD_INPUT and not healthy:
        return GiveUp(status)
    failures = 0 if healthy else life.failures
    # 2 ** 20 is far above any longest pause; larger powers would only take time.
    pause = min(policy.longest_seconds, policy.first_seconds * 2.0 ** min(failures, 20))
    return StartAgain(at + pause, failures + 1)
