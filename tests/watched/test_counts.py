"""Promises of the measures for Prometheus: each is counted from what the bus brings."""

import pytest
from prometheus_client import generate_latest
from prometheus_client.parser import text_string_to_metric_families

from dashboard.web.health.counts import Now, TableCounts
from dashboard.web.health.vitals import Disk, Vitals
from engine.bus.client import BusEvent, Connected, Disconnected, ReceivedMessage
from engine.bus.messages.boards import DeviceState
from engine.bus.messages.cameras import CameraState
from engine.bus.messages.services import STEP_BOUNDS_S, Availability, Pulse, StepCount
from engine.core.ids import Seconds
from engine.core.phrase import SILENCE, Phrase
from engine.core.verdict import Verdict, VerdictKind

NOW = Seconds(1_000_000.0)


def said(channel: str, name: str, message: object) -> ReceivedMessage:
    return ReceivedMessage(channel, name, message)


def verdict(kind: VerdictKind, delay_s: float) -> ReceivedMessage:
    return said("verdict", "", Verdict(kind, Seconds(NOW - delay_s), 1, 1))


def read(*events: BusEvent, now: Now | None = None) -> dict[str, float]:
    counts = TableCounts(table="t", version="1")
    for event in events:
        counts.take(event, now=NOW)
    counts.now = now or Now()
    return {
        one.name + "".join(f" {value}" for _, value in sorted(one.labels.items())): one.value
        for family in text_string_to_metric_families(generate_latest(counts.registry).decode())
        for one in family.samples
    }


def test_each_kind_of_verdict_is_counted_by_the_word_that_people_use() -> None:
    found = read(*(verdict(kind, 0.1) for kind in (*VerdictKind, VerdictKind.ILLEGAL)))
    counted = {
        name.split()[1]: value
        for name, value in found.items()
        if name.startswith("boardwarden_verdicts_total")
    }
    assert counted == {"settled": 1, "doubt": 1, "question": 1, "warning": 2, "remark": 1}


def test_times_from_hand_to_page_are_counted_by_class() -> None:
    found = read(*(verdict(VerdictKind.SETTLED, delay) for delay in (0.04, 0.22, 0.9)))
    buckets = {
        name.split()[1]: value for name, value in found.items() if "hand_to_page_seconds_bucket" in name
    }
    assert (buckets["0.05"], buckets["0.2"], buckets["0.25"], buckets["1.0"], buckets["+Inf"]) == (
        1,
        1,
        2,
        3,
        3,
    )


@pytest.mark.parametrize("delay", [-5.0, 61.0])
def test_a_clock_of_its_own_counts_for_no_time(delay: float) -> None:
    assert read(verdict(VerdictKind.SETTLED, delay))["boardwarden_hand_to_page_seconds_count"] == 0


def test_another_process_of_a_service_is_a_restart() -> None:
    lives = [said("availability", "engine", Availability(online=True, pid=pid)) for pid in (7, 7, 8, 9)]
    gone = said("availability", "engine", Availability(online=False, pid=9))
    found = read(*lives)
    assert found["boardwarden_service_restarts_total engine"] == 2
    assert found["boardwarden_service_up engine"] == 1
    assert read(*lives, gone)["boardwarden_service_up engine"] == 0


def test_a_services_own_measures_are_passed_on() -> None:
    pulse = Pulse(0.3, 4, 5, 6, 7, memory_bytes=90_000_000, cpu_s=12.5)
    found = read(said("pulse", "vision", pulse))
    assert {name: value for name, value in found.items() if name.endswith("vision")} == {
        "boardwarden_loop_longest_seconds vision": 0.3,
        "boardwarden_queue_length vision": 4,
        "boardwarden_samples_dropped_total vision": 5,
        "boardwarden_messages_rejected_total vision": 6,
        "boardwarden_events_lost_total vision": 7,
        "boardwarden_memory_bytes vision": 90_000_000,
        "boardwarden_cpu_seconds_total vision": 12.5,
    }


def test_the_same_step_of_two_cameras_is_one() -> None:
    counts = (1, 0, 2, *([0] * (len(STEP_BOUNDS_S) - 2)))
    pulse = Pulse(0.1, steps=(StepCount("find tags", counts, 0.01), StepCount("find tags", counts, 0.02)))
    found = read(said("pulse", "vision", pulse))
    step = {name: value for name, value in found.items() if "step_seconds" in name}
    assert step["boardwarden_step_seconds_bucket 0.001 vision find tags"] == 2
    assert step["boardwarden_step_seconds_bucket 0.005 vision find tags"] == 6
    assert step["boardwarden_step_seconds_count vision find tags"] == 6
    assert step["boardwarden_step_seconds_sum vision find tags"] == pytest.approx(0.03)


def test_cameras_boards_disk_and_bus_are_measured() -> None:
    camera = CameraState("cam", "0", rate_hz=9.5, frames=100, dropped=3, damaged=1, trust=0.9, moves=2)
    board = DeviceState("board", "/dev/ttyACM0", connected=True, frames_received=50, problem=Phrase("broken"))
    disk = Disk(3, 1000, 2000, 3000)
    found = read(Connected(), said("camera", "cam", camera), said("device", "board", board), now=Now(5, disk))
    assert found["boardwarden_bus_connected"] == 1
    assert found["boardwarden_looks_per_second cam"] == 9.5
    assert found["boardwarden_looks_total cam"] == 100
    assert found["boardwarden_device_up board"] == found["boardwarden_device_trouble board"] == 1
    assert found["boardwarden_tablets"] == 5
    assert found["boardwarden_disk_free_bytes"] == 3000
    assert read(Connected(), Disconnected(SILENCE))["boardwarden_bus_connected"] == 0


def test_a_flood_of_names_is_kept_out() -> None:
    flood = [
        said("device", f"d{number}", DeviceState(f"d{number}", "", connected=True)) for number in range(500)
    ]
    assert sum(name.startswith("boardwarden_device_up") for name in read(*flood)) == 64


def troubles(vitals: Vitals, *, at: float) -> list[str]:
    found: list[str] = vitals.report(now=Seconds(at), connected=True, disk=None)["troubles"]
    return found


@pytest.mark.parametrize(
    ("longest_s", "heard_s_ago", "stands"), [(0.1, 2, False), (0.1, 20, True), (12.0, 2, True)]
)
def test_a_loop_that_stands_is_a_trouble_whatever_the_service_says(
    longest_s: float, heard_s_ago: int, *, stands: bool
) -> None:
    vitals = Vitals()
    vitals.take("availability", "engine", Availability(online=True), now=NOW)
    assert troubles(vitals, at=NOW) == []
    vitals.take_pulse("engine", Pulse(longest_s), now=NOW)
    found = troubles(vitals, at=NOW + heard_s_ago)
    assert found == (["service engine is there, but its work stands still"] if stands else [])
    (engine,) = vitals.report(now=Seconds(NOW + heard_s_ago), connected=True, disk=None)["services"]
    assert engine["loop"] == {"heard_s_ago": heard_s_ago, "goes_round": not stands}
