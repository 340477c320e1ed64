"""Promises to the systemd that starts a hall: it hears when pages are served, and that the loop runs."""

import os
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from engine.bus.broker import free_port
from tests.hall.running import running_hall
from tests.patience import PATIENCE_S


def test_the_loop_that_serves_pages_says_that_it_goes_round_though_the_broker_is_away() -> None:
    rounds = threading.Semaphore(0)
    with running_hall(f"mqtt://127.0.0.1:{free_port()}", goes_round=rounds.release):
        assert all(rounds.acquire(timeout=PATIENCE_S) for _ in range(2))


@pytest.mark.slow
def test_a_hall_says_that_it_is_ready_and_alive_though_its_broker_is_away(tmp_path: Path) -> None:
    address = tmp_path / "systemd"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.settimeout(PATIENCE_S)
        away, port = free_port(), free_port()
        hall = subprocess.Popen(
            (
                *(sys.executable, "-m", "dashboard", "hall", f"--data={tmp_path / 'data'}"),
                *(f"--broker=mqtt://127.0.0.1:{away}", f"--http=127.0.0.1:{port}"),
            ),
            env={**os.environ, "NOTIFY_SOCKET": str(address), "WATCHDOG_USEC": "1000000"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            first = systemd.recv(1000).decode()
            assert first.startswith("READY=1\nSTATUS=the hall at http://127.0.0.1:")
            with socket.create_connection(("127.0.0.1", port)):
                assert systemd.recv(1000).decode() == "WATCHDOG=1"
                assert systemd.recv(1000).decode() == "WATCHDOG=1"
        finally:
            hall.terminate()
            assert hall.wait(PATIENCE_S) == 0
