"""Keeps a set of services running until it's stopped, by the restart policy. Most are processes."""

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from dashboard.supervisor.child import Child, Running
from dashboard.supervisor.nursery import Nursery
from dashboard.supervisor.policy import GiveUp, Life, RestartPolicy, StartAgain, after_death
from engine.bus.service import KNOWN_VARIABLE

STOP_SECONDS = 5.0
"""The time that the children have to stop before they are killed, in seconds."""

SAID_TIMES = 3
"""The number of times that a service's end is logged, so that one that never runs doesn't fill the log."""

_POLL_SECONDS = 0.02

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a service to keep running."""

    name: str
    """The service's name."""
    command: tuple[str, ...] = ()
    """The words of the command line: the program and its arguments. Empty where it's no process."""
    last: bool = False
    """Whether it's stopped after the others, as the broker is, because the others sign off through it."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """The variables that are added to the environment."""


@dataclass(slots=True)
class _Post:
    """A plan with its running child, or with the time to start the next child."""

    plan: Plan
    """The plan of the service."""
    life: Life
    """The child's life, or the next child's."""
    child: Running | None = None
    """The running service; None: it's still to be started."""
    start_at: float = 0.0
    """The time to start the next child, in monotonic seconds."""
    said: int = 0
    """The number of ends that were logged since the last healthy life."""


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A service that ended for a reason that no restart mends. It printed the reason on standard error."""

    name: str
    """The service's name."""
    status: int
    """The service's exit status."""


def started_process(plan: Plan, environment: Mapping[str, str], *, nursery: Nursery | None = None) -> Running:
    """Start a service as a process; a `nursery` forks it where it can.

    Raises:
        OSError: the program can't be started.
    """
    return Child(plan.command, environment=environment, nursery=nursery)


class Supervisor:
    """Starts the services that are added, and at each `tick` those that died. `stop` ends all of them.

    `started` starts a service by its plan, with its variables. It's to be used from one thread only.
    """

    def __init__(
        self,
        *,
        policy: RestartPolicy | None = None,
        clock: Callable[[], float] = time.monotonic,
        started: Callable[[Plan, Mapping[str, str]], Running] = started_process,
    ) -> None:
        self._policy = policy or RestartPolicy()
        self._clock = clock
        self._started = started
        self._posts: list[_Post] = []

    def add(self, plan: Plan) -> None:
        """Start a service, and keep it running from now on."""
        post = _Post(plan, Life(self._clock()))
        self._posts.append(post)
        self._fill(post)

    def on_bus(self) -> frozenset[str]:
        """Return the names of the services that run and have reported that they're connected to the bus.

        They report on their pipes. Messages on the bus don't count, because anybody there could send them.
        """
        return frozenset(
            post.plan.name
            for post in self._posts
            if post.child is not None and post.child.status() is None and post.child.on_bus
        )

    def failures(self, name: str) -> int:
        """Return how many times in a row a service has ended before a healthy life."""
        return max((post.life.failures for post in self._posts if post.plan.name == name), default=0)

    def tick(self) -> GivenUp | None:
        """Check each process once, and start those that are due; return the first that can't be kept up.

        That one is forgotten; the others are kept up.
        """
        for post in self._posts:
            if post.child is None:
                if self._clock() >= post.start_at:
                    self._fill(post)
                continue
            status = post.child.status()
            if status is None and post.child.hangs():
                log.warning("%s runs, but doesn't answer; ending it", post.plan.name)
                post.child.kill()
                status = post.child.status()
            if status is None:
                self._say_runs(post)
                continue
            post.child = None
            match after_death(self._policy, post.life, at=self._clock(), status=status):
                case GiveUp():
                    self._posts.remove(post)
                    return GivenUp(post.plan.name, status)
                case StartAgain(at=at, failures=failures):
                    self._say_ended(post, status, at=at, failures=failures)
                    post.start_at = at
                    post.life = Life(at, failures)
        return None

    def _say_ended(self, post: _Post, status: int, *, at: float, failures: int) -> None:
        """Log that a child ended. After several ends in a row, log once that no more ends will be logged."""
        post.said = 0 if failures == 1 else post.said
        if post.said == SAID_TIMES:
            return
        post.said += 1
        name, ending = post.plan.name, _ending(status)
        if post.said < SAID_TIMES:
            log.warning("%s ended (%s); starting it again in %.1f s", name, ending, at - self._clock())
            return
        log.error(
            "%s has ended %d times in a row (%s); it is tried again every %.0f s, and nothing more is logged "
            "until it runs",
            name,
            failures,
            ending,
            self._policy.longest_seconds,
        )

    def _say_runs(self, post: _Post) -> None:
        healthy = self._clock() - post.life.began_at >= self._policy.healthy_seconds
        if post.said == SAID_TIMES and healthy:
            post.said = 0
            log.warning("%s runs again", post.plan.name)

    def stop(self, *, within_seconds: float = STOP_SECONDS) -> None:
        """Ask every process to stop, and kill it after `within_seconds`; the `last` ones stop last."""
        for last in (False, True):
            self._end(
                [
                    post.child
                    for post in self._posts
                    if post.plan.last is last and post.child is not None and post.child.status() is None
                ],
                within_seconds=within_seconds,
            )
        self._posts.clear()

    def _fill(self, post: _Post) -> None:
        post.life = Life(self._clock(), post.life.failures)
        try:
            known = {KNOWN_VARIABLE: "1"} if post.said == SAID_TIMES else {}
            post.child = self._started(post.plan, {**post.plan.environment, **known})
        except OSError as error:
            post.start_at = self._clock() + self._policy.longest_seconds
            if post.said < SAID_TIMES:
                post.said = SAID_TIMES
                log.error("%s can't be started: %s", post.plan.name, error)  # noqa: TRY400 # for people

    def _end(self, children: Sequence[Running], *, within_seconds: float) -> None:
        for child in children:
            child.terminate()
        until = time.monotonic() + within_seconds
        while any(child.status() is None for child in children) and time.monotonic() < until:
            time.sleep(_POLL_SECONDS)
        for child in children:
            child.kill()


def _ending(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"status {status}"
