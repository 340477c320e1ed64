"""The bridge as a program: killed, asked to stop, left by its supervisor."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from engine.bus.broker import Broker
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.messages.boards import DeviceState
from engine.core.device_events import ButtonPress
from firmware_bridge.simulated.board import SimulatedBoard
from tests.firmware_bridge.bridges import Running, Watcher
from tests.patience import PATIENCE_S


def test_devices_left_behind_by_a_killed_bridge_are_said_to_be_gone(
    broker: Broker, table: str, watcher: Watcher
) -> None:
    killed = BusClient(url=broker.url, table=table, service=Service.BRIDGE, wanted=())
    killed.start()
    assert killed.wait_connected(PATIENCE_S)
    killed.publish("device", DeviceState("pad.west", "/dev/ttyACM0", connected=True), "pad.west")
    watcher.until_connected("pad.west", connected=True)
    killed.stop()
    with Running(broker, table):
        gone = watcher.until_connected("pad.west", connected=False)
        assert gone.problem == "not seen since the bridge started"


def test_presses_outlive_a_bridge_killed_again_and_again(
    broker: Broker, table: str, watcher: Watcher, board: SimulatedBoard, tmp_path: Path
) -> None:
    board.start(tmp_path / "board")
    command = [
        *(sys.executable, "-m", "dashboard", "bridge"),
        *("--broker", broker.url, "--table", table, "--serial", str(tmp_path / "board")),
    ]
    number = 0
    for _ in range(3):
        with subprocess.Popen(command, env=dict(os.environ)) as bridge:
            try:
                watcher.states.clear()
                watcher.until_connected("board", connected=True)
                for _ in range(10):
                    board.press("end_turn")
                    number += 1
                watcher.until_presses(number - 5)
            finally:
                bridge.kill()
    with Running(broker, table, serial=str(tmp_path / "board")):
        board.press("end_turn", pad="north")
        watcher.until_presses(number + 1)
    marks = {event.mark: event.device for event in watcher.events if isinstance(event.content, ButtonPress)}
    assert list(marks.values()) == ["pad.west"] * number + ["pad.north"]


def test_the_program_stops_cleanly_when_asked(broker: Broker, table: str, watcher: Watcher) -> None:
    command = [sys.executable, "-m", "dashboard", "bridge", "--broker", broker.url, "--table", table]
    with subprocess.Popen([*command, "--serial", "none"]) as bridge:
        while not watcher.online:
            watcher.look()
        bridge.send_signal(signal.SIGTERM)
        assert bridge.wait(PATIENCE_S) == 0
    while watcher.online:
        watcher.look()


def test_the_program_ends_with_its_supervisor(broker: Broker, table: str, watcher: Watcher) -> None:
    command = [sys.executable, "-m", "dashboard", "bridge", "--broker", broker.url, "--table", table]
    with subprocess.Popen([*command, "--serial", "none", "--supervised"], stdin=subprocess.PIPE) as bridge:
        while not watcher.online:
            watcher.look()
        assert bridge.stdin is not None
        bridge.stdin.close()
        assert bridge.wait(PATIENCE_S) == 0


def test_a_broker_url_that_is_none_is_bad_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dashboard", "bridge", "--broker", "embedded"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "expected --broker mqtt://HOST:PORT" in done.stderr
