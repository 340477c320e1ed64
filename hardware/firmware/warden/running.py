"""Runs the board: builds the parts that its configuration names, and serves them for ever.

`machine` and `time` are the modules of these names, or their simulation; `chain` makes a `neopixel.NeoPixel`;
`port` has `read() -> bytes` and `write(bytes) -> count`. Neither waits.
"""

import os

from . import configuration
from .blinks import CHAIN, READER, Blinks
from .board import Board
from .buttons import Buttons
from .buzzer import Buzzer
from .cells import Cells
from .chips import CHIPS
from .clock import Clock
from .lamps import Lamps
from .link import Link
from .messages import DICTIONARY
from .mfrc522 import Mfrc522
from .pads import FAILS, Pad, Selected
from .pn5180 import Pn5180
from .selftest import SelfTest, chain_fault, reader_faults
from .silence import Dead, Silent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .shapes import Bus, Colour, Fault, Machine, MakeChain, Port, Reader, Settings, Steps, Time
    from .updating import Updating

VERSION = "1.6"

BUTTONS_EVERY, CELLS_EVERY, PADS_EVERY, LAMPS_EVERY = 2, 5, 40, 15
"""Milliseconds between two scans. A pad is read every PADS_EVERY times the number of pads."""

BUSY_WITHIN = 100

_OUT_MOST = 1024
STARTS = 3
_TRIES = 3


class Running:
    """One board, from its configuration's text.

    `dictionary` is another only in a test. `updating` takes new firmware; None: it takes none.
    """

    def __init__(  # noqa: PLR0913  # a board's parts, put together once
        self,
        machine: "Machine",
        chain: "MakeChain",
        port: "Port",
        time: "Time",
        text: str,
        *,
        dictionary: int = DICTIONARY,
        updating: "Updating | None" = None,
    ) -> None:
        found = configuration.read(text)
        self._port = port
        self._clock = Clock(time)
        buses = {name: _bus(machine, int(name), bus) for name, bus in found.get("spi", {}).items()}
        self._pads = self._readers(machine, buses, found)
        self._buttons = Buttons(
            tuple(
                (one["pad"], one["button"], machine.Pin(one["pin"], machine.Pin.IN, machine.Pin.PULL_UP))
                for one in found.get("buttons", ())
            )
        )
        self._cells: Cells | None = None
        switched: tuple[str, ...] = ()
        if found.get("cells") is not None:
            cells = found["cells"]
            latch = machine.Pin(cells["latch"], machine.Pin.OUT, value=1)
            order = tuple(cells["order"])
            switched = tuple(cell for cell in order if cell is not None)
            ties = cells.get("sentinels", {})
            self._cells = Cells(
                buses[str(cells["spi"])],
                latch,
                order,
                cells.get("steady", 3),
                low=tuple(ties.get("low", ())),
                high=tuple(ties.get("high", ())),
            )
        self._lamps: Lamps | None = None
        if found.get("lamps") is not None:
            lamps = found["lamps"]
            places = sum(lamps.get("pads", {}).values(), list(lamps.get("cells", {}).values()))
            self._lamps = Lamps(
                chain(machine.Pin(lamps["pin"], machine.Pin.OUT), 1 + max(places)),
                lamps.get("cells", {}),
                lamps.get("pads", {}),
                lamps.get("brightness", 40),
                lamps.get("limit_ma", 2000),
            )
        self._buzzer: Buzzer | None = None
        if found.get("buzzer") is not None:
            self._buzzer = Buzzer(machine.PWM(machine.Pin(found["buzzer"]["pin"])))
        led = CHIPS[found["chip"]].get("led") if "chip" in found else None
        self._blinks = None if led is None else Blinks(machine.Pin(led, machine.Pin.OUT, value=0))
        identity = "".join("%02x" % byte for byte in machine.unique_id())
        boot = int.from_bytes(os.urandom(4), "little")
        pads = self._pad_names = tuple(pad["pad"] for pad in found.get("pads", ()))
        greeting = (
            found["board"],
            VERSION,
            self._abilities(found, getattr(machine, "SIMULATED", False)),
            pads,
            identity[-63:],
            configuration.number_of(text),
            self._faults(),
        )
        self.board = Board(
            Link(boot, greeting, dictionary),
            self._light,
            self._sound,
            self._dim,
            self._content,
            switched=switched,
            update=None if updating is None else updating.obey,
        )
        wait = found.get("watchdog_ms", 0)
        self._watchdog = machine.WDT(timeout=wait) if wait else None
        self.scans = {"buttons": 0, "cells": 0, "pads": 0}
        self._tested: list[tuple[int, ...]] = []
        self._next_pad = 0
        # The pad whose reader is at work, its steps, and the beginning and length of their wait.
        self._reading: tuple[Pad, Steps[tuple[bytes, ...]], int, int] | None = None
        self._due = [0, 0, 0, 0]
        self._unsent = b""
        self._look()

    @property
    def busy(self) -> bool:
        """Whether something is under way that goes on by time alone."""
        now = self._clock.now()
        due_at = self.board.next_timeout(now)
        soon = due_at is not None and due_at - now < BUSY_WITHIN
        sounds = self._buzzer is not None and self._buzzer.playing
        doubtful = self._cells is not None and self._cells.doubtful
        return bool(self._unsent) or soon or sounds or doubtful or self._reading is not None

    def turn(self) -> int:
        """Do everything that is due. Return the milliseconds until something is due again."""
        now = self._clock.now()
        self.feed()
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
            self._scan_cells(self._cells, now)
        if self._reading is None and self._pads and now >= self._due[2]:
            self._due[2] = now + PADS_EVERY
            self._begin(self._pads[self._next_pad], now)
            self._next_pad = (self._next_pad + 1) % len(self._pads)
        waits = self._step(now)
        if self._lamps is not None and now >= self._due[3] and self._lamps.show():
            self._due[3] = now + LAMPS_EVERY
        if self._buzzer is not None:
            self._buzzer.tick(now)
        if self._blinks is not None:
            self._blinks.show(() if self.board.link.ready else self._standing())
            self._blinks.tick(now)
        self._write(now)
        return max(0, min(self._due[0] - now, (self._due[1] or self._due[0]) - now, waits))

    def selftest(self) -> SelfTest:
        """Return the self-test of this board's parts, before the first turn. No host is heard during it."""
        return SelfTest(self._pads, self._buttons, self._cells, self._lamps, self._pad_names, self._lying)

    def found(self, faults: "list[Fault]") -> None:
        """Keep the faults that the self-test found. They are blinked until a host comes."""
        self._tested = [numbers for numbers, _, _ in faults if numbers[0] not in (READER, CHAIN)]

    def feed(self) -> None:
        """Restart the watchdog's time while something other than `turn` is under way."""
        if self._watchdog is not None:
            self._watchdog.feed()

    def _standing(self) -> "tuple[tuple[int, ...], ...]":
        """The board's present faults, as numbers to blink while no host shows them."""
        alone = [numbers for numbers, _, _ in reader_faults(self._pads) + chain_fault(self._cells)]
        return tuple(alone + self._tested)

    def _scan_cells(self, cells: Cells, now: int) -> None:
        before, stray = cells.fault, cells.stray
        for cell, covered in cells.scan():
            self.board.cell(cell, covered, now)
        if cells.fault != before:
            self.board.reader(configuration.CHAIN, cells.fault, self._faults())
        if cells.stray != stray:
            self.board.reader(configuration.FREE_INPUT, cells.stray_words, self._faults())

    def _begin(self, pad: Pad, now: int) -> None:
        """Begin a reader's next reading, or try to start a dead reader again."""
        if pad.fault:
            if now < pad.revived_at:
                return
            fault = pad.fault
            pad.start(1, now)
            if pad.fault != fault:
                self._tell_faults(pad)
        if pad.answers:
            self._reading = (pad, pad.reader.reading(), self._clock.mark(), 0)

    def _step(self, now: int) -> int:
        """Go on with the reading under way if its time has come. Return the milliseconds until then."""
        if self._reading is None:
            return BUTTONS_EVERY
        pad, steps, mark, wait = self._reading
        left = wait - self._clock.since(mark)
        if left > 0:
            return left // 1000
        try:
            wait = next(steps)
        except StopIteration as done:
            self._reading = None
            self.scans["pads"] += 1
            fault = pad.fault
            self.board.tags(pad.name, pad.found(done.value), now)
            if fault:
                self._tell_faults(pad)
            return BUTTONS_EVERY
        except Dead as why:
            # Nobody knows now whether the tags are still there, so their departure isn't reported either.
            self._reading = None
            fault = pad.fault
            pad.failed(why, now)
            if pad.fault != fault:
                self._tell_faults(pad)
            return BUTTONS_EVERY
        self._reading = (pad, steps, self._clock.mark(), wait)
        return wait // 1000

    def _tell_faults(self, pad: Pad) -> None:
        self.board.reader(pad.name, pad.fault, self._faults())

    def _faults(self) -> "tuple[str, ...]":
        faults = [pad.name + ": " + pad.fault for pad in self._pads if pad.fault]
        if self._cells is not None and self._cells.fault:
            faults.append(configuration.CHAIN + ": " + self._cells.fault)
        if self._cells is not None and self._cells.stray is not None:
            faults.append(configuration.FREE_INPUT + ": " + self._cells.stray_words)
        return tuple(faults)

    def _look(self) -> None:
        # The first reading precedes the first question: a report without the tags would say they have gone.
        now = self._clock.now()
        for pad in self._pads:
            for _ in range(FAILS):
                if not pad.answers:
                    break
                try:
                    self.board.tags(pad.name, pad.found(self._clock.whole(pad.reader.reading())), now)
                    break
                except Dead as why:
                    pad.failed(why, now)
        if self._cells is not None:
            for _ in range(self._cells.steady):
                self._scan_cells(self._cells, now)
        self.board.link.greet_with(self._faults())

    def _lying(self, place: int) -> "tuple[bytes, ...]":
        """Return the tags on the pad at this place now; none if its reader fails. It's for the self-test."""
        try:
            return self._clock.whole(self._pads[place].reader.reading())
        except Dead:
            return ()

    def _write(self, now: int) -> None:
        # Bytes that the host doesn't take are kept up to a limit. Later events are sent again when it asks.
        if len(self._unsent) < _OUT_MOST:
            self._unsent += self.board.data_to_send(now)
        if self._unsent:
            self._unsent = self._unsent[self._port.write(self._unsent) :]

    def _readers(self, machine: "Machine", buses: "dict[str, Bus]", found: "Settings") -> "list[Pad]":
        wired = [one for one in found.get("pads", ()) if "reader" in one]
        # All pins are set first. Until they are driven, they are pulled down, and every reader is selected. A
        # reader in reset doesn't answer; that would hide a wire that is taken for another's.
        selects = [machine.Pin(one["select"], machine.Pin.OUT, value=1) for one in wired]
        resets = [machine.Pin(one["reset"], machine.Pin.OUT, value=1) for one in wired]
        pads = []
        for one, select, reset in zip(wired, selects, resets):  # noqa: B905 # MicroPython's zip knows no `strict`
            spi = buses[str(one["spi"])]
            if one["reader"] == "pn5180":
                busy = machine.Pin(one["busy"], machine.Pin.IN)
                reader: Reader = Pn5180(spi, select, busy, reset, self._clock)
            else:
                reader = Mfrc522(Selected(spi, select), reset, self._clock)
            pad = Pad(one["pad"], one["reader"], reader)
            pad.start(STARTS, 0)
            pads.append(pad)
        return pads

    def _abilities(self, found: "Settings", simulated: bool) -> "tuple[str, ...]":  # noqa: FBT001 # MicroPython calls faster so
        has = (
            ("buttons", bool(found.get("buttons"))),
            ("tags", any(not pad.fault for pad in self._pads)),
            ("cells", self._cells is not None),
            ("lights", self._lamps is not None),
            ("sound", self._buzzer is not None),
            ("simulated", simulated),
        )
        return tuple(name for name, there in has if there)

    def _light(self, pad: str, cells: "tuple[str, ...]", colour: "Colour") -> None:
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
            if one.fault:
                break
            if self._reading is not None:
                # A bus serves one at a time. The reading that this breaks off begins again in its turn.
                self._reading[1].close()
                self._reading = None
            for _ in range(_TRIES):
                try:
                    return one.reader.content(uid, data), ""
                except Silent:
                    continue
                except Dead:
                    break
            return b"", "it can't be written" if data else "it can't be read"
        return b"", "no reader works at this pad"


def _bus(machine: "Machine", number: int, bus: "Settings") -> "Bus":
    return machine.SPI(
        number,
        baudrate=bus.get("baud", 4_000_000),
        polarity=0,
        phase=0,
        sck=machine.Pin(bus["sck"]),
        mosi=machine.Pin(bus["mosi"]),
        miso=machine.Pin(bus["miso"]),
    )
