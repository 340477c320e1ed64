"""A table's counts and measures for Prometheus, from messages of the bus. None of them is secret."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from dashboard.web.health.vitals import Disk
from engine.bus.cleared import Cleared
from engine.bus.client import BusEvent, Connected, Disconnected, ReceivedMessage
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.match import MatchState
from engine.bus.messages.services import STEP_BOUNDS_S, Availability, Pulse, StepCount
from engine.core.ids import Seconds
from engine.core.verdict import Verdict, VerdictKind

HAND_TO_PAGE_S = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.75, 1.0, 2.0, 5.0)
"""The upper bounds of the histogram of times from hand to page, s. 95 of 100 should take at most 0.3 s."""

_STALE_AFTER = Seconds(60.0)
_NAME_LIMIT = 64
_COUNTED = {
    VerdictKind.SETTLED: "settled",
    VerdictKind.AMBIGUOUS: "question",
    VerdictKind.ILLEGAL: "warning",
    VerdictKind.PENDING: "doubt",
    VerdictKind.REMARKED: "remark",
}


@dataclass(slots=True)
class Now:
    """The values that no message of the bus has. They are read again for each request of Prometheus."""

    tablets: int = 0
    """The number of connected tablets."""
    disk: Disk | None = None
    """The disk of the matches; None if no matches are kept."""


@dataclass(slots=True)
class _Newest:
    """The newest report of each part, by the part's name."""

    services: dict[str, Availability] = field(default_factory=dict)
    """Whether each service runs."""
    pulses: dict[str, Pulse] = field(default_factory=dict)
    """Each service's measurement of its own loop."""
    cameras: dict[str, CameraState] = field(default_factory=dict)
    """The state of each camera."""
    devices: dict[str, DeviceState] = field(default_factory=dict)
    """The state of each board device."""


class TableCounts:
    """One table's counts since its web part was started."""

    def __init__(self, *, table: str, version: str) -> None:
        self.now = Now()
        self.registry = CollectorRegistry()
        self._table, self._version = table, version
        self._newest = _Newest()
        self._connected = False
        self._pids: dict[str, int] = {}
        self._match = ""
        self._verdicts = Counter(
            "boardwarden_verdicts", "Verdicts, by kind.", ["kind"], registry=self.registry
        )
        for kind in _COUNTED.values():
            self._verdicts.labels(kind)
        self._restarts = Counter(
            "boardwarden_service_restarts",
            "How often a service's process was replaced by a new one.",
            ["service"],
            registry=self.registry,
        )
        self._matches = Counter("boardwarden_matches", "Matches that were begun.", registry=self.registry)
        self._hand_to_page = Histogram(
            "boardwarden_hand_to_page_seconds",
            "Times from the look that a verdict rests on to the page.",
            buckets=HAND_TO_PAGE_S,
            registry=self.registry,
        )
        self.registry.register(_PresentCounts(self))

    def take(self, event: BusEvent, *, now: Seconds) -> None:
        """Count one event of the bus; `now` is the wall clock's time."""
        match event:
            case Connected():
                self._connected = True
            case Disconnected():
                self._connected = False
            case ReceivedMessage(_, name, Availability() as said):
                self._take_service(name, said)
            case ReceivedMessage(_, name, Pulse() as pulse):
                _keep(self._newest.pulses, name, pulse)
            case ReceivedMessage(_, name, CameraState() as camera):
                _keep(self._newest.cameras, name, camera)
            case ReceivedMessage(_, name, DeviceState() as device):
                _keep(self._newest.devices, name, device)
            case ReceivedMessage("device", name, Cleared()):
                self._newest.devices.pop(name, None)
            case ReceivedMessage("camera", name, Cleared()):
                self._newest.cameras.pop(name, None)
            case ReceivedMessage(_, _, MatchState(match=match)) if match != self._match:
                self._match = match
                self._matches.inc()
            case ReceivedMessage("verdict", _, Verdict() as verdict):
                self._take_verdict(verdict, now)

    def _take_service(self, name: str, said: Availability) -> None:
        if not _keep(self._newest.services, name, said) or not said.online:
            return
        before = self._pids.get(name)
        self._pids[name] = said.pid
        restarts = self._restarts.labels(name)
        if before not in (None, said.pid):
            restarts.inc()

    def _take_verdict(self, verdict: Verdict, now: Seconds) -> None:
        self._verdicts.labels(_COUNTED[verdict.kind]).inc()
        delay = now - verdict.taken_at
        # Footage has a clock of its own. If the machine's clock was set, the difference means nothing either.
        if verdict.kind is not VerdictKind.REMARKED and 0 <= delay < _STALE_AFTER:
            self._hand_to_page.observe(delay)

    def newest(self) -> Iterator[Metric]:
        """Yield the present values as metrics."""
        yield InfoMetricFamily(
            "boardwarden", "The table.", value={"table": self._table, "version": self._version}
        )
        yield _gauge("bus_connected", "Whether the page is connected to the broker.", self._connected)
        yield _gauge("tablets", "Tablets that are connected.", self.now.tablets)
        newest = self._newest
        services = newest.services.items()
        yield _gauges("service_up", "Whether a service is online.", "service",
                      ((name, one.online) for name, one in services))  # fmt: skip
        yield from self._pulse_metrics()
        yield from _camera_metrics(newest.cameras)
        devices = newest.devices.items()
        yield _gauges("device_up", "Whether a board device answers.", "device",
                      ((name, one.connected) for name, one in devices))  # fmt: skip
        yield _gauges("device_trouble", "Whether a board device has a problem.", "device",
                      ((name, bool(one.problem)) for name, one in devices))  # fmt: skip
        yield _counters("device_frames", "Undamaged frames since the device connected.", "device",
                        ((name, one.frames_received) for name, one in devices))  # fmt: skip
        yield _counters("device_frames_damaged", "Damaged frames since the device connected.", "device",
                        ((name, one.frames_damaged) for name, one in devices))  # fmt: skip
        yield from _disk_metrics(self.now.disk)

    def _pulse_metrics(self) -> Iterator[Metric]:
        pulses = self._newest.pulses.items()
        for name, about, value in (
            ("loop_longest_seconds", "The longest turn of a service's loop within two seconds.", "longest_s"),
            ("queue_length", "Messages of the bus that wait to be read.", "waiting"),
            (
                "memory_bytes",
                "The service's share of its process' memory; shared pages count by their part.",
                "memory_bytes",
            ),
        ):
            yield _gauges(name, about, "service", ((one, getattr(pulse, value)) for one, pulse in pulses))
        for name, about, value in (
            ("cpu_seconds", "The service's share of its process' CPU time.", "cpu_s"),
            ("samples_dropped", "Messages that were dropped for newer ones.", "dropped"),
            ("messages_rejected", "Messages that were refused as malformed.", "rejected"),
            ("events_lost", "Events lost while the bus was away.", "lost"),
        ):
            yield _counters(name, about, "service", ((one, getattr(pulse, value)) for one, pulse in pulses))
        steps = HistogramMetricFamily(
            "boardwarden_step_seconds",
            "Times of each step of a frame's processing.",
            labels=("service", "step"),
        )
        for service, pulse in pulses:
            for step in _together(pulse.steps):
                buckets = zip((*map(str, STEP_BOUNDS_S), "+Inf"), _sums(step.counts), strict=True)
                steps.add_metric((service, step.name), [*buckets], step.seconds)
        yield steps


class _PresentCounts(Collector):
    """A collector that reads a table's present values at each request of Prometheus."""

    def __init__(self, counts: TableCounts) -> None:
        self._counts = counts

    def collect(self) -> Iterable[Metric]:
        """Return the metrics."""
        return self._counts.newest()


def _camera_metrics(found: dict[str, CameraState]) -> Iterator[Metric]:
    cameras = found.items()
    for name, about, value in (
        ("looks_per_second", "Frames a second that a camera's service reads.", "rate_hz"),
        ("camera_trust", "How far a camera's looks can be relied on, 0 to 1.", "trust"),
    ):
        yield _gauges(name, about, "camera", ((one, getattr(state, value)) for one, state in cameras))
    yield _gauges("camera_trouble", "Whether a camera has a problem.", "camera",
                  ((name, bool(one.problem)) for name, one in cameras))  # fmt: skip
    for name, about, value in (
        ("looks", "Frames that were read.", "frames"),
        ("frames_passed_over", "Frames that were skipped.", "dropped"),
        ("frames_damaged", "Frames that were damaged.", "damaged"),
        ("camera_moves", "How often the camera or the board was moved.", "moves"),
    ):
        yield _counters(name, about, "camera", ((one, getattr(state, value)) for one, state in cameras))


def _disk_metrics(disk: Disk | None) -> Iterator[Metric]:
    if disk is not None:
        yield _gauge("disk_free_bytes", "Free space on the disk of the matches.", disk.free_bytes)
        yield _gauge("journal_bytes", "Size of all journals but the present match's.", disk.journal_bytes)
        yield _gauge(
            "evidence_bytes", "Size of all evidence files but the present match's.", disk.evidence_bytes
        )
        yield _gauge("matches_kept", "Matches in the data folder.", disk.matches)


def _keep(found: dict[str, Any], name: str, said: object) -> bool:
    """Keep a part's report and return True; return False for a new name beyond the limit of 64."""
    if name not in found and len(found) >= _NAME_LIMIT:
        return False
    found[name] = said
    return True


def _together(steps: tuple[StepCount, ...]) -> tuple[StepCount, ...]:
    """Return each step once, with the sums of all cameras, which run the same steps."""
    found: dict[str, StepCount] = {}
    for one in steps:
        if len(one.counts) != len(STEP_BOUNDS_S) + 1:
            continue
        same = found.get(one.name)
        counts = one.counts if same is None else tuple(map(sum, zip(same.counts, one.counts, strict=True)))
        found[one.name] = StepCount(one.name, counts, one.seconds + (0.0 if same is None else same.seconds))
    return tuple(found.values())


def _sums(counts: tuple[int, ...]) -> list[int]:
    """Return the running sums of a histogram's counts, as Prometheus wants them."""
    return [sum(counts[: end + 1]) for end in range(len(counts))]


def _gauge(name: str, about: str, value: float) -> GaugeMetricFamily:
    return GaugeMetricFamily(f"boardwarden_{name}", about, value=value)


def _gauges(name: str, about: str, label: str, found: Iterable[tuple[str, float]]) -> GaugeMetricFamily:
    family = GaugeMetricFamily(f"boardwarden_{name}", about, labels=(label,))
    for one, value in found:
        family.add_metric((one,), value)
    return family


def _counters(name: str, about: str, label: str, found: Iterable[tuple[str, float]]) -> CounterMetricFamily:
    family = CounterMetricFamily(f"boardwarden_{name}", about, labels=(label,))
    for one, value in found:
        family.add_metric((one,), value)
    return family
