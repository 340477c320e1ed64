"""Runs the firmware under MicroPython's Unix port, on a pseudo-terminal, with simulated chips.

    MICROPYPATH=. micropython hardware/simulation/run.py BOARD.json PORT

Lines on standard input move the table (`lay west 04A1B2C3`, `press west end_turn`, `release west end_turn`,
`dip west end_turn`, `bounce west end_turn`, `cover f6`, `clear f6`). `show` prints the lights and tones as
JSON, and `quit` ends. Each line is answered by `ok`, so that the driving program needs no pauses.
"""

import binascii
import json
import select
import sys
import termios
import time

from hardware.firmware.warden import configuration
from hardware.firmware.warden.running import Running
from hardware.simulation.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hardware.firmware.warden.shapes import Time

TICKS: "Time" = time  # type: ignore[assignment]  # MicroPython's module has ticks


class Port:
    """A pseudo-terminal as a file."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "r+b")  # noqa: SIM115 # it lasts as long as the program
        number = self._file.fileno()
        termios.setraw(number)  # type: ignore[attr-defined]  # MicroPython's termios has it
        settings = termios.tcgetattr(number)
        settings[6][5] = settings[6][6] = 0  # VTIME, VMIN: a read returns what is there
        termios.tcsetattr(number, termios.TCSANOW, settings)
        self._poll = select.poll()
        self._poll.register(self._file, select.POLLIN)

    def wait(self, milliseconds: int) -> None:
        """Wait for bytes, for at most this time."""
        self._poll.poll(milliseconds)

    def read(self) -> bytes:
        """Return the bytes that have come."""
        return self._file.read(512) or b"" if self._poll.poll(0) else b""

    def write(self, data: bytes) -> int:
        """Write bytes, and return the number that was taken."""
        return self._file.write(data) or 0


PULSES = {"dip": (2, 20), "bounce": (10, 10, 40, 60)}
"""A button's times in ms, pressed, let go, pressed and so on: a disturbance, and a press that bounces."""


def pulsed(machine: Machine, running: Running, words: "list[str]") -> str:
    """Press a button and let it go as PULSES says; return the answer."""
    for number, long in enumerate(PULSES[words[0]]):
        machine.press(words[1], words[2], down=number % 2 == 0)
        since = TICKS.ticks_us()
        while TICKS.ticks_diff(TICKS.ticks_us(), since) < 1000 * long:
            running.turn()
    return "ok"


def moved(machine: Machine, words: "list[str]") -> str:
    """Do what a line of standard input says, and return the answer."""
    order = words[0]
    if order == "lay":
        machine.lay(words[1], tuple(binascii.unhexlify(uid) for uid in words[2:]))
    elif order in ("press", "release"):
        machine.press(words[1], words[2], down=order == "press")
    elif order in ("cover", "clear"):
        machine.cover(words[1], covered=order == "cover")
    elif order == "show":
        return json.dumps({"lamps": machine.lamps, "tones": machine.tones, "fed": machine.fed})
    else:
        return "expected lay, press, release, dip, bounce, cover, clear, show or quit"
    return "ok"


def main(path: str, port_path: str) -> None:
    """Run until `quit` or the end of standard input."""
    with open(path) as file:
        text = file.read()
    machine = Machine(configuration.read(text), TICKS)
    port = Port(port_path)
    running = Running(machine, machine.neopixel, port, TICKS, text)
    lines = select.poll()
    lines.register(sys.stdin, select.POLLIN)
    while True:
        port.wait(running.turn())
        if lines.poll(0):
            line = sys.stdin.readline()
            words = line.split()
            if not line or words == ["quit"]:
                return
            if words:
                print(pulsed(machine, running, words) if words[0] in PULSES else moved(machine, words))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
