"""A board's microcontroller with its chips, connected as configured. It stands in for the module `machine`.

Tests act as people through `Machine` (`lay`, `press`, `cover`), and read from it what the board shows.
"""

from . import reader_mfrc522, reader_pn5180
from .miswiring import Miswiring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hardware.firmware.warden.shapes import Colour, Settings, Time

    Chip = reader_pn5180.Chip | reader_mfrc522.Chip

BYTE_US, LOOK_US = 2, 1
"""The time of a byte on a bus at 4 MHz, and of a look at a pin, for a simulated clock that counts them."""


class Machine:
    """One simulated board. `configuration` is as the firmware reads it; `time` is the clock of the chips."""

    SIMULATED = True

    def __init__(
        self, configuration: "Settings", time: "Time", identity: bytes = b"\xb0\xa2\x00\x01"
    ) -> None:
        self.lamps: list[Colour] = []
        self.tones: list[int] = []
        self.fed = 0
        self.blinked: list[tuple[int, int]] = []  # (pin, level) of outputs that belong to no chip
        self.readers: dict[str, Chip] = {}
        self.Pin = _Pins(self)
        self._identity = identity
        self._spend = getattr(time, "spend", _costs_nothing)
        self._driven: dict[int, int] = {}  # the level that the microcontroller outputs, by pin
        self._levels: dict[int, int] = {}  # the level that reaches each part, by its configured pin
        self._contacts: dict[int, int] = {}  # the level of each button's contact, by pin
        self._selects: dict[int, Chip] = {}
        self._resets: dict[int, Chip] = {}
        self._busy: dict[int, reader_pn5180.Chip] = {}
        self._latch = -1
        self._buses: dict[int, list[tuple[int, str, Chip]]] = {}
        self._buttons: dict[tuple[str, str], int] = {}
        self._order: tuple[str | None, ...] = ()
        self._covered: set[str] = set()
        self._tied_low: tuple[int, ...] = ()
        self._cut: tuple[int, int] | None = None
        self._chain = bytearray()
        self._pads = configuration.get("pads", ())
        for pad in self._pads:
            if "reader" in pad:
                chip: Chip
                if pad["reader"] == "pn5180":
                    chip = self._busy[pad["busy"]] = reader_pn5180.Chip(time)
                else:
                    chip = reader_mfrc522.Chip(time)
                self.readers[pad["pad"]] = chip
                self._selects[pad["select"]] = chip
                self._resets[pad["reset"]] = chip
                # Before the firmware sets its pins, the RP2040 pulls them down (its data sheet, 2.19.6.3). So
                # every reader is selected and held in reset.
                self._levels[pad["select"]] = self._levels[pad["reset"]] = 0
                self._buses.setdefault(int(pad["spi"]), []).append((pad["select"], pad["pad"], chip))
        for button in configuration.get("buttons", ()):
            self._buttons[button["pad"], button["button"]] = button["pin"]
        cells = configuration.get("cells")
        self._cells_bus = -1
        if cells is not None:
            self._order = tuple(cells["order"])
            self._tied_low = tuple(cells.get("sentinels", {}).get("low", ()))
            self._latch = cells["latch"]
            self._cells_bus = int(cells["spi"])
        self.miswired = Miswiring(self._order)

    # The actions of people.

    def lay(self, pad: str, uids: "tuple[bytes, ...]") -> None:
        """Put these tags on a pad, and take away those that were there."""
        self.readers[pad].lay(uids)

    def press(self, pad: str, button: str, *, down: bool) -> None:
        """Hold a button down, or let it go."""
        self._contacts[self._buttons[pad, button]] = 0 if down else 1

    def cover(self, cell: str, *, covered: bool) -> None:
        """Put a piece on a cell, or take it away."""
        if cell not in self._order:
            raise KeyError(cell)
        if covered:
            self._covered.add(cell)
        else:
            self._covered.discard(cell)

    def cut_chain(self, after: "int | None", reads: int = 0) -> None:
        """Cut the chain of switches behind the register with this number, 1 the nearest; None: mend it.

        0 is a cable that is off at the microcontroller, or a broken latch or clock wire. `reads` is the level
        that is read from the registers that are cut off, since their data input floats to it.
        """
        self._cut = None if after is None else (after, 0xFF if reads else 0)

    # The calls of the firmware.

    def SPI(self, number: int, **_settings: object) -> "_Bus":  # noqa: N802 # MicroPython's name
        """Return an SPI bus."""
        return _Bus(self, number)

    def PWM(self, _pin: object) -> "_Tone":  # noqa: N802 # MicroPython's name
        """Return the buzzer's output."""
        return _Tone(self)

    def WDT(self, timeout: int) -> "_Dog":  # noqa: N802 # MicroPython's name
        """Return the watchdog, which only counts how often it is fed."""
        return _Dog(self)

    def unique_id(self) -> bytes:
        """Return the microcontroller's own number."""
        return self._identity

    def level(self, number: int) -> int:
        """Return the level that a pin reads."""
        self._spend(LOOK_US)
        wires = self.miswired
        if number in wires.grounded_pins:
            return 0
        if number in wires.open_pins:
            return wires.open_pins[number]
        return min(self._given(wires.part_of(one)) for one in wires.pins_with(number))

    def _given(self, number: int) -> int:
        """Return the level that a part outputs to its configured pin."""
        if number in self._busy:
            return self._busy[number].busy()
        return self._contacts.get(number, self._driven.get(number, 1))

    def drive(self, number: int, level: int) -> None:
        """Drive a pin to a level."""
        self._spend(LOOK_US)
        self._driven[number] = level
        if number in self.miswired.open_pins:
            return
        together = self.miswired.pins_with(number)
        arriving = min(self._driven.get(one, 1) for one in together)
        for one in together:
            self._arrive(self.miswired.part_of(one), arriving)

    def _arrive(self, number: int, level: int) -> None:
        """Let a level reach the part that is configured at a pin."""
        before = self._levels.get(number, 1)
        self._levels[number] = level
        if before == level:
            return
        if number in self._selects:
            self._selects[number].select(not level)
        elif number in self._resets:
            self._resets[number].reset(not level)
        elif number == self._latch:
            if not level:
                self._load()
        else:
            self.blinked = (self.blinked + [(number, level)])[-256:]

    def exchange(self, number: int, byte: int) -> int:
        """Exchange one byte on a bus, and return the byte that comes in."""
        self._spend(BYTE_US)
        if number == self._cells_bus:
            first = self._chain[0] if self._chain else 0xFF
            self._chain = self._chain[1:]
            return first
        wires = self.miswired
        chosen = [
            (pad, chip)
            for select, pad, chip in self._buses.get(number, ())
            if select not in wires.open_pins and not self._levels[select]
        ]
        if len(chosen) > 1 and not wires.joined_pins:
            raise RuntimeError("two chips are selected on one bus")
        answer = 0xFF
        for pad, chip in chosen:
            if pad not in wires.unclocked:
                said = chip.exchange(wires.mosi.get(pad, byte))
                answer &= wires.miso.get(pad, said)
        return answer

    def neopixel(self, _pin: object, count: int) -> "_Chain":
        """Return the chain of lights."""
        return _Chain(self, count)

    def _load(self) -> None:
        size = (len(self._order) + 7) // 8
        chain = bytearray(b"\xff" * size)
        for place in self.miswired.lows(self._covered, self._tied_low):
            chain[place >> 3] &= ~(0x80 >> (place & 7)) & 0xFF
        if self._cut is not None:
            # The bits of the nearest register come first. Those behind the cut are shifted through it.
            after, level = self._cut
            chain = chain[:after] + bytes([level]) * (size - after)
        self._chain = chain


def _costs_nothing(_microseconds: int) -> None:
    """Take no time: real time passes by itself."""


class _Pins:
    """The stand-in for the class `Pin`: its constants, and the pins of this machine."""

    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def __call__(self, number: int, mode: int = 0, pull: int = 0, value: "int | None" = None) -> "_Pin":
        if value is not None:
            self._machine.drive(number, value)
        return _Pin(self._machine, number)


class _Pin:
    def __init__(self, machine: Machine, number: int) -> None:
        self._machine = machine
        self._number = number

    def __call__(self, level: "int | None" = None) -> "Any":
        if level is None:
            return self._machine.level(self._number)
        self._machine.drive(self._number, level)
        return None


class _Bus:
    def __init__(self, machine: Machine, number: int) -> None:
        self._machine = machine
        self._number = number

    def write(self, data: bytes) -> None:
        for byte in data:
            self._machine.exchange(self._number, byte)

    def read(self, count: int) -> bytes:
        return bytes([self._machine.exchange(self._number, 0) for _ in range(count)])

    def write_readinto(self, data: bytes, into: bytearray) -> None:
        for number, byte in enumerate(data):
            into[number] = self._machine.exchange(self._number, byte)


class _Tone:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._hertz = 0

    def freq(self, hertz: int) -> None:
        self._hertz = hertz

    def duty_u16(self, duty: int) -> None:
        if duty:
            self._machine.tones = (self._machine.tones + [self._hertz])[-64:]


class _Dog:
    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def feed(self) -> None:
        self._machine.fed += 1


class _Chain:
    def __init__(self, machine: Machine, count: int) -> None:
        self._machine = machine
        self._next = [(0, 0, 0)] * count
        machine.lamps = list(self._next)

    def __setitem__(self, place: int, colour: "Colour") -> None:
        self._next[place] = colour

    def write(self) -> None:
        self._machine.lamps = list(self._next)
