"""Promises to the systemd that started a service: it hears that it's ready, goes on, and stops."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bus.heart import Heart
from engine.bus.notifying import Notifier, notifier_of
from tests.patience import PATIENCE_S


class Systemd:
    """The end of the protocol that systemd has: a datagram socket."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._door = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._door.bind(f"\0{address[1:]}" if address.startswith("@") else address)
        self._door.settimeout(PATIENCE_S)

    def hears(self) -> list[str]:
        """Wait for the next message; return its lines."""
        return self._door.recv(4096).decode().split("\n")

    def heard_nothing(self) -> bool:
        """Tell whether no message waits."""
        self._door.settimeout(0)
        try:
            return self._door.recv(4096) == b""
        except BlockingIOError:
            return True
        finally:
            self._door.settimeout(PATIENCE_S)

    def close(self) -> None:
        """Close the socket."""
        self._door.close()


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    """A socket as systemd has it, on the disk or in Linux's abstract name space."""
    if request.param == "abstract" and sys.platform != "linux":
        pytest.skip("only Linux has abstract addresses")
    name = f"@boardwarden-{os.getpid()}-{tmp_path.name}"
    opened = Systemd(name if request.param == "abstract" else str(tmp_path / "notify"))
    yield opened
    opened.close()


def test_a_service_says_once_that_it_is_ready_and_that_it_stops(systemd: Systemd) -> None:
    notifier = Notifier(systemd.address)
    notifier.ready("the table answers")
    notifier.ready("the table answers")
    notifier.stopping()
    assert systemd.hears() == ["READY=1", "STATUS=the table answers"]
    assert systemd.hears() == ["STOPPING=1", "STATUS=stopping"]
    assert systemd.heard_nothing()


def test_the_watchdog_hears_four_beats_within_its_limit(systemd: Systemd) -> None:
    now = 100.0
    notifier = Notifier(systemd.address, watched_s=60.0, monotonic=lambda: now)
    beats = []
    for _ in range(600):
        notifier.goes_on()
        now += 0.1
        if not systemd.heard_nothing():
            beats.append(now)
    assert len(beats) == 4


def test_a_loop_that_stands_still_is_not_kept_alive(systemd: Systemd) -> None:
    heart = Heart(None, notifier=Notifier(systemd.address, watched_s=1.0))
    heart.is_on_bus()
    assert systemd.hears() == ["READY=1", "STATUS=on the bus"]
    assert systemd.heard_nothing()
    heart.beat()
    assert systemd.hears() == ["WATCHDOG=1"]
    assert systemd.heard_nothing()


@pytest.mark.parametrize(
    ("environment", "beats"),
    [
        ({"WATCHDOG_USEC": "60000000"}, True),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "7"}, True),
        ({"WATCHDOG_USEC": "60000000", "WATCHDOG_PID": "8"}, False),
        ({"WATCHDOG_USEC": "0"}, False),
        ({"WATCHDOG_USEC": "often"}, False),
        ({}, False),
    ],
)
def test_beats_go_out_only_where_systemd_watches_this_process(
    systemd: Systemd, environment: dict[str, str], *, beats: bool
) -> None:
    notifier_of({"NOTIFY_SOCKET": systemd.address, **environment}, 7).goes_on()
    assert systemd.heard_nothing() is not beats


def test_without_systemd_nothing_is_said_and_nothing_fails(tmp_path: Path) -> None:
    for notifier in (notifier_of({}, 7), notifier_of({"NOTIFY_SOCKET": str(tmp_path / "gone")}, 7)):
        notifier.ready("here")
        notifier.goes_on()
        notifier.stopping()


def test_what_a_service_starts_has_no_part_in_it(systemd: Systemd) -> None:
    program = (
        "import os; from engine.bus.heart import own_heart; own_heart().is_on_bus(); own_heart().beat(); "
        "print('NOTIFY_SOCKET' in os.environ, 'WATCHDOG_USEC' in os.environ)"
    )
    said = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "NOTIFY_SOCKET": systemd.address, "WATCHDOG_USEC": "60000000"},
    ).stdout
    assert said.split() == ["False", "False"]
    assert systemd.hears()[0] == "READY=1"
    assert systemd.hears() == ["WATCHDOG=1"]
