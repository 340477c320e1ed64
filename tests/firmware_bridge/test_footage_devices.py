"""The devices' reports in footage, sent again at their times."""

import json
import time
from pathlib import Path
from queue import Queue

import pytest

from engine.core.device_events import ButtonPress, DeviceEvent, format_content
from engine.core.faults import InputFault
from engine.core.ids import Seconds
from firmware_bridge.footage import FORGIVEN, FootagePlayer, scheduled
from tests.patience import PATIENCE_S

EVENTS = tuple(
    DeviceEvent("pad.west", Seconds(t), ButtonPress(name)) for t, name in [(1.0, "a"), (2.5, "b"), (9.0, "c")]
)


def names(*, start: float, now: float) -> list[str]:
    return [format_content(event.content).name for event in scheduled(EVENTS, start=start, now=now)]


def test_events_are_reported_at_the_wall_clock_time_they_belong_to() -> None:
    said = list(scheduled(EVENTS, start=1000.0, now=1000.0))
    assert [(event.taken_at, event.content) for event in said] == [
        (1001.0, ButtonPress("a")),
        (1002.5, ButtonPress("b")),
        (1009.0, ButtonPress("c")),
    ]


def test_a_bridge_begun_in_mid_footage_tells_what_is_still_to_come() -> None:
    assert names(start=1000.0, now=1000.0) == ["a", "b", "c"]
    assert names(start=1000.0, now=1001.0 + FORGIVEN) == ["a", "b", "c"]
    assert names(start=1000.0, now=1001.1 + FORGIVEN) == ["b", "c"]
    assert names(start=1000.0, now=1500.0) == []


def test_two_runs_over_the_same_footage_give_an_event_the_same_mark() -> None:
    first = {event.content: event.mark for event in scheduled(EVENTS, start=1000.0, now=1000.0)}
    again = {event.content: event.mark for event in scheduled(EVENTS, start=1000.0, now=1003.0)}
    assert again == {press: first[press] for press in (ButtonPress("b"), ButtonPress("c"))}
    assert len(set(first.values())) == 3
    assert set(first.values()).isdisjoint(event.mark for event in scheduled(EVENTS, start=2.0, now=0.0))


def write(folder: Path, *lines: str) -> Path:
    (folder / "devices.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_a_player_tells_a_folders_events(tmp_path: Path) -> None:
    lines = [
        json.dumps({"t": t, "device": device, "event": "button", "name": "end_turn"})
        for t, device in [(0.02, "pad.west"), (0.01, "pad.north")]
    ]
    queue: Queue[DeviceEvent] = Queue()
    begun = time.time()
    player = FootagePlayer(write(tmp_path, *lines), queue, start=begun)
    assert player.devices == ("pad.north", "pad.west")
    player.start()
    first, second = queue.get(timeout=PATIENCE_S), queue.get(timeout=PATIENCE_S)
    player.stop()
    assert (first.device, second.device) == ("pad.north", "pad.west")
    assert abs(first.taken_at - begun - 0.01) < 0.001
    assert abs(second.taken_at - begun - 0.02) < 0.001


def test_a_player_can_be_stopped_before_its_events_are_due(tmp_path: Path) -> None:
    line = json.dumps({"t": 3600, "device": "pad.west", "event": "button", "name": "end_turn"})
    queue: Queue[DeviceEvent] = Queue()
    player = FootagePlayer(write(tmp_path, line), queue, start=time.time())
    player.start()
    player.stop()
    assert queue.empty()


def test_footage_without_devices_is_quiet(tmp_path: Path) -> None:
    assert FootagePlayer(tmp_path, Queue(), start=0.0).devices == ()


def test_a_broken_line_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputFault, match=r"devices\.jsonl:2: expected"):
        FootagePlayer(
            write(tmp_path, '{"t": 1, "device": "d", "event": "button", "name": "n"}', "{rubbish"),
            Queue(),
            start=0.0,
        )


def test_the_reference_footage_ends_a_turn_by_its_button(skirmish: Path) -> None:
    player = FootagePlayer(skirmish, Queue(), start=0.0)
    assert player.devices == ("pad.west",)
