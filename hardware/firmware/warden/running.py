"""The board at work: builds the parts that its configuration names, and goes round for ever.

`machine` is the module of that name, or its simulation; `chain` makes a `neopixel.NeoPixel`; `port` has
`read() -> bytes` and `write(bytes) -> count`, neither of which waits; `clock` gives milliseconds.
"""

import os

from . import configuration
from .board import Board
from .buttons import Buttons
from .buzzer import Buzzer
from .cells import Cells
from .lamps import Lamps
from .link import Link
from .messages import DICTIONARY
from .mfrc522 import Mfrc522
from .pn5180 import Pn5180
from .silence import Silent

VERSION = "1.1"

BUTTONS_EVERY, CELLS_EVERY, PADS_EVERY, LAMPS_EVERY = 2, 5, 40, 15
"""Milliseconds between two scans. A pad is read every PADS_EVERY times the number of pads."""

BUSY_WITHIN = 100

MISSES = 3
"""Readings without an answer after which a tag is gone: a tag that fails once hasn't moved."""

_OUT_MOST = 1024
_TRIES = 3


class _Selected:
    """A chip behind its select line on a bus that others share."""

    def __init__(self, spi: object, select: object) -> None:
        self._spi = spi
        self._select = select

    def write(self, data: bytes) -> None:
        self._select(0)
        self._spi.write(data)
        self._select(1)

    def exchange(self, data: bytes) -> bytes:
        answer = bytearray(len(data))
        self._select(0)
        self._spi.write_readinto(data, answer)
        self._select(1)
        return bytes(answer)


class _Pad:
    """One reader and what lay on it."""

    def __init__(self, name: str, reader: object) -> None:
        self.name = name
        self.reader = reader
        self.lying = ()
        self.misses = {}

    def read(self) -> "tuple[bytes, ...]":
        found = self.reader.read()
        uids = found if isinstance(found, tuple) else () if found is None else (found,)
        lying = set(uids)
        for uid in self.lying:
            missed = 0 if uid in uids else self.misses.get(uid, 0) + 1
            self.misses[uid] = missed
            if missed < MISSES:
                lying.add(uid)
        self.lying = tuple(sorted(lying))
        self.misses = {uid: self.misses.get(uid, 0) for uid in self.lying}
        return self.lying


class Running:
    """One board, from its configuration's text. `faults` names what the self-test missed.

    `dictionary` is another one's only in a test.
    """

    def __init__(
        self,
        machine: object,
        chain: object,
        port: object,
        clock: object,
        text: str,
        *,
        dictionary: int = DICTIONARY,
    ) -> None:
        found = configuration.read(text)
        self._port = port
        self._clock = clock
        self._started = clock()
        self.faults = []
        buses = {name: _bus(machine, int(name), bus) for name, bus in found.get("spi", {}).items()}
        self._pads = self._readers(machine, buses, found)
        self._buttons = Buttons(
            tuple(
                (one["pad"], one["button"], machine.Pin(one["pin"], machine.Pin.IN, machine.Pin.PULL_UP))
                for one in found.get("buttons", ())
            )
        )
        self._cells = None
        if "cells" in found:
            cells = found["cells"]
            latch = machine.Pin(cells["latch"], machine.Pin.OUT, value=1)
            order = tuple(cells["order"])
            self._cells = Cells(buses[str(cells["spi"])], latch, order, cells.get("steady", 3))
        self._lamps = None
        if "lamps" in found:
            lamps = found["lamps"]
            places = sum(lamps.get("pads", {}).values(), list(lamps.get("cells", {}).values()))
            count = 1 + max(places)
            self._lamps = Lamps(
                chain(machine.Pin(lamps["pin"], machine.Pin.OUT), count),
                lamps.get("cells", {}),
                lamps.get("pads", {}),
                lamps.get("brightness", 40),
                lamps.get("limit_ma", 2000),
            )
        self._buzzer = None
        if "buzzer" in found:
            self._buzzer = Buzzer(machine.PWM(machine.Pin(found["buzzer"]["pin"])))
        identity = "".join("%02x" % byte for byte in machine.unique_id())
        boot = int.from_bytes(os.urandom(4), "little")
        pads = tuple(pad["pad"] for pad in found.get("pads", ()))
        greeting = (
            found["board"],
            VERSION,
            self._abilities(found, getattr(machine, "SIMULATED", False)),
            pads,
            identity[-63:],
            configuration.number_of(text),
            tuple(self.faults),
        )
        self.board = Board(
            Link(boot, greeting, dictionary), self._light, self._sound, self._dim, self._content
        )
        wait = found.get("watchdog_ms", 0)
        self._watchdog = machine.WDT(timeout=wait) if wait else None
        self.scans = {"buttons": 0, "cells": 0, "pads": 0}
        self._next_pad = 0
        self._due = [0, 0, 0, 0]
        self._unsent = b""
        self._look()

    @property
    def busy(self) -> bool:
        """Whether something is under way that time alone will bring on."""
        due_at = self.board.next_timeout(self._clock() - self._started)
        soon = due_at is not None and due_at - (self._clock() - self._started) < BUSY_WITHIN
        return bool(self._unsent) or soon or (self._buzzer is not None and self._buzzer.playing)

    def turn(self) -> int:
        """Do what is due; the milliseconds until something is due again."""
        now = self._clock() - self._started
        if self._watchdog is not None:
            self._watchdog.feed()
        data = self._port.read()
        if data:
            self.board.receive(data, now)
        if now >= self._due[0]:
            self._due[0] = now + BUTTONS_EVERY
            self.scans["buttons"] += 1
            for pad, button in self._buttons.scan():
                self.board.press(pad, button, now)
        if self._cells is not None and now >= self._due[1]:
            self._due[1] = now + CELLS_EVERY
            self.scans["cells"] += 1
            for cell, covered in self._cells.scan():
                self.board.cell(cell, covered, now)
        if self._pads and now >= self._due[2]:
            self._due[2] = now + PADS_EVERY
            self.scans["pads"] += 1
            pad = self._pads[self._next_pad]
            self._next_pad = (self._next_pad + 1) % len(self._pads)
            self.board.tags(pad.name, pad.read(), now)
        if self._lamps is not None and now >= self._due[3] and self._lamps.show():
            self._due[3] = now + LAMPS_EVERY
        if self._buzzer is not None:
            self._buzzer.tick(now)
        self._write(now)
        return max(0, min(self._due[0], self._due[1] or self._due[0]) - now)

    def _look(self) -> None:
        # Before anyone asks: a picture without what lies there would say that it has gone.
        now = self._clock() - self._started
        for pad in self._pads:
            self.board.tags(pad.name, pad.read(), now)
        if self._cells is not None:
            for _ in range(self._cells.steady):
                for cell, covered in self._cells.scan():
                    self.board.cell(cell, covered, now)

    def _write(self, now: int) -> None:
        # What the host doesn't take is kept only so far: it asks anew and is told again.
        if len(self._unsent) < _OUT_MOST:
            self._unsent += self.board.data_to_send(now)
        if self._unsent:
            self._unsent = self._unsent[self._port.write(self._unsent) :]

    def _readers(self, machine: object, buses: dict, found: dict) -> list:
        pads = []
        for one in found.get("pads", ()):
            if "reader" not in one:
                continue
            machine.Pin(one["reset"], machine.Pin.OUT, value=1)
            chip = _Selected(buses[str(one["spi"])], machine.Pin(one["select"], machine.Pin.OUT, value=1))
            if one["reader"] == "pn5180":
                reader = Pn5180(chip, machine.Pin(one["busy"], machine.Pin.IN))
            else:
                reader = Mfrc522(chip)
            if reader.start():
                pads.append(_Pad(one["pad"], reader))
            else:
                self.faults.append(one["pad"] + ": no " + one["reader"] + " answers")
        return pads

    def _abilities(self, found: dict, simulated: bool) -> "tuple[str, ...]":  # noqa: FBT001 # MicroPython calls faster so
        has = (
            ("buttons", bool(found.get("buttons"))),
            ("tags", bool(self._pads)),
            ("cells", self._cells is not None),
            ("lights", self._lamps is not None),
            ("sound", self._buzzer is not None),
            ("simulated", simulated),
        )
        return tuple(name for name, there in has if there)

    def _light(self, pad: str, cells: tuple, colour: tuple) -> None:
        if self._lamps is not None:
            self._lamps.want(pad, cells, colour)

    def _sound(self, pad: str, name: str) -> None:
        if self._buzzer is not None:
            self._buzzer.play(pad, name)

    def _dim(self, percent: int) -> None:
        if self._lamps is not None:
            self._lamps.dim(percent)

    def _content(self, pad: str, uid: bytes, data: bytes) -> "tuple[bytes, str]":
        for one in self._pads:
            if one.name != pad:
                continue
            for _ in range(_TRIES):
                try:
                    return one.reader.content(uid, data), ""
                except Silent:
                    continue
            return b"", "it can't be written" if data else "it can't be read"
        return b"", "no reader works at this pad"


def _bus(machine: object, number: int, bus: dict) -> object:
    return machine.SPI(
        number,
        baudrate=bus.get("baud", 4_000_000),
        polarity=0,
        phase=0,
        sck=machine.Pin(bus["sck"]),
        mosi=machine.Pin(bus["mosi"]),
        miso=machine.Pin(bus["miso"]),
    )
