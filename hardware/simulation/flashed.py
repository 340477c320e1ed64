"""Runs a board's own `boot.py` and `main.py` under MicroPython's Unix port, from a folder as from its flash.

    cd FLASH && micropython .../hardware/simulation/flashed.py [TABLE [MOVE]]

The starting folder is the board's flash. Standard input and output are its USB port, as on a board. On the
terminal TABLE lines move the table as for `run.py`, and are answered. The line `product` is answered by the
board's name on USB. MOVE is a line that is done before the power comes: a button that is held, for instance.
If the board restarts, the program ends with the status RESET and is to be run again.
"""

import os
import select
import sys
import time

import loader

from hardware.firmware.warden import configuration
from hardware.simulation.machine import Machine
from hardware.simulation.run import moved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

RESET = 75
_DEVICE = 18
"""The length of a USB device descriptor (USB 2.0, table 9-8)."""


class Driver:
    """The built-in serial port of `machine.USBDevice`, as its own descriptors say."""

    desc_dev, desc_cfg, str_max = bytes(_DEVICE), b"", 5


class UsbDevice:
    """The only USB device. `product` is the name that it would show to a host."""

    BUILTIN_CDC = Driver
    product = "Board in FS mode"

    def active(self, _on: bool) -> None:  # noqa: FBT001 # MicroPython's own signature
        """Unplug from the host or come back."""

    def config(self, device: bytes, _configuration: bytes, words: "dict[int, str]") -> None:
        """Take other descriptors, and with them the product's name."""
        UsbDevice.product = words[device[15]]


class Chips(Machine):
    """A board's chips, as the module `machine` has them. Its restart ends the program."""

    USBDevice = UsbDevice

    def reset(self) -> None:
        """Start again."""
        sys.exit(RESET)

    def NeoPixel(self, pin: object, count: int) -> object:  # noqa: N802 # MicroPython's name
        """Return the chain of lights."""
        return self.neopixel(pin, count)


class Moves:
    """The lines that move the table. They are read whenever the board waits."""

    def __init__(self, chips: Chips, path: str) -> None:
        self._chips = chips
        self._file = open(path, "r+b") if path else None  # noqa: SIM115 # it lasts as long as the program
        self._poll = select.poll()
        if self._file is not None:
            self._poll.register(self._file, select.POLLIN)

    def look(self) -> None:
        """Do the lines that have come, and answer them."""
        while self._file is not None and self._poll.poll(0):
            words = self._file.readline().decode().split()
            if words:
                answer = UsbDevice.product if words == ["product"] else moved(self._chips, words)
                self._file.write(answer.encode() + b"\n")


class Clock:
    """MicroPython's module `time`, whose pauses also look for moves."""

    def __init__(self, moves: Moves) -> None:
        self._moves = moves
        self.ticks_us, self.ticks_ms, self.ticks_diff = time.ticks_us, time.ticks_ms, time.ticks_diff  # type: ignore[attr-defined]  # MicroPython has them

    def sleep_us(self, microseconds: int) -> None:
        """Wait, and let the table be moved."""
        time.sleep_us(microseconds)  # type: ignore[attr-defined]  # as above
        self._moves.look()


def settings_of(flash: str) -> "dict[str, Any]":
    """Return the board's file as the firmware that starts reads it; empty if it can't be used."""
    slot = loader.word_in(flash, "trial") or loader.word_in(flash, "slot")
    try:
        return configuration.read(loader.text_of(flash, slot))
    except configuration.Unusable:
        return {}


def run(path: str) -> None:
    """Run a program of the flash, as MicroPython does at its start."""
    with open(path) as file:
        exec(file.read(), {"__name__": "__main__"})  # noqa: S102 # it is the board's own


def main(table: str, move: str) -> None:
    """Start the board."""
    chips = Chips(settings_of(os.getcwd() + "/"), time)  # type: ignore[arg-type]  # MicroPython's module has ticks
    if move:
        moved(chips, move.split())
    modules: dict[str, Any] = {"machine": chips, "neopixel": chips, "time": Clock(Moves(chips, table))}
    sys.modules.update(modules)
    run("boot.py")
    run("main.py")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "", sys.argv[2] if len(sys.argv) > 2 else "")
