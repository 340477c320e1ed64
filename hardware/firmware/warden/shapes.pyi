"""The shapes of what the firmware is given: MicroPython's modules or what stands for them, pins, readers.

For mypy alone. A board has no `typing`, and this file never goes onto one.
"""

from collections.abc import Callable, Generator
from typing import Any, Protocol, TypeAlias, TypeVar, overload

_Result = TypeVar("_Result")

Steps: TypeAlias = Generator[int, None, _Result]
"""A slow step: it yields how long to wait, in microseconds; the self-test yields milliseconds."""

Colour: TypeAlias = tuple[int, int, int]
Fault: TypeAlias = tuple[tuple[int, ...], str, str]
"""What is wrong, as (numbers to blink, the part's name, words)."""
Values: TypeAlias = tuple[Any, ...]
"""A message's values, as the table in `messages.py` says."""
Settings: TypeAlias = dict[str, Any]
"""A part of a `board.json`."""

class Time(Protocol):
    """MicroPython's module `time`."""

    def ticks_ms(self) -> int: ...
    def ticks_us(self) -> int: ...
    def ticks_diff(self, later: int, earlier: int, /) -> int: ...
    def sleep_us(self, microseconds: int, /) -> object: ...

class Pin(Protocol):
    """A pin: called without a level it gives its own, with one it is driven."""

    @overload
    def __call__(self) -> int: ...
    @overload
    def __call__(self, level: int, /) -> None: ...

_Pin = Pin

class Pins(Protocol):
    """The class `machine.Pin`."""

    @property
    def IN(self) -> int: ...
    @property
    def OUT(self) -> int: ...
    @property
    def PULL_UP(self) -> int: ...
    def __call__(self, number: int, mode: int = ..., pull: int = ..., *, value: int = ...) -> Pin: ...

class Bus(Protocol):
    """A `machine.SPI`."""

    def write(self, data: bytes, /) -> object: ...
    def read(self, count: int, /) -> bytes: ...
    def write_readinto(self, data: bytes, into: bytearray, /) -> object: ...

class SelectedChip(Protocol):
    """A chip behind its select line."""

    def write(self, data: bytes) -> None: ...
    def exchange(self, data: bytes) -> bytes: ...

class Tone(Protocol):
    """A `machine.PWM`."""

    def freq(self, hertz: int, /) -> object: ...
    def duty_u16(self, duty: int, /) -> object: ...

class Dog(Protocol):
    """A `machine.WDT`."""

    def feed(self) -> object: ...

class Machine(Protocol):
    """MicroPython's module `machine`."""

    def SPI(
        self, number: int, *, baudrate: int, polarity: int, phase: int, sck: _Pin, mosi: _Pin, miso: _Pin
    ) -> Bus: ...
    def PWM(self, pin: _Pin, /) -> Tone: ...
    def WDT(self, *, timeout: int) -> Dog: ...
    def unique_id(self) -> bytes: ...
    @property
    def Pin(self) -> Pins: ...

class Restarting(Protocol):
    """MicroPython's module `machine`, as what starts the board again."""

    def reset(self) -> object: ...

class Chain(Protocol):
    """A `neopixel.NeoPixel`."""

    def __setitem__(self, place: int, colour: Colour, /) -> object: ...
    def write(self) -> object: ...

MakeChain: TypeAlias = Callable[[Pin, int], Chain]

class Port(Protocol):
    """A port that never waits: `write` says how much it took."""

    def read(self) -> bytes: ...
    def write(self, data: bytes, /) -> int: ...

class Reader(Protocol):
    """A pad's reader."""

    def start(self, tries: int = ...) -> str: ...
    def reading(self) -> Steps[tuple[bytes, ...]]: ...
    def content(self, uid: bytes, data: bytes = ...) -> bytes: ...

class Pad(Protocol):
    """A pad with a reader, as the self-test looks at it."""

    @property
    def name(self) -> str: ...
    @property
    def fault(self) -> str: ...
