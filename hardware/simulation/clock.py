"""The clock of the simulated microcontroller. It stands in for MicroPython's module `time`.

Its ticks wrap around at 2^30, as MicroPython's do on a Pico or an ESP32 (MICROPY_PY_TIME_TICKS_PERIOD).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.firmware.warden.shapes import Time

PERIOD = 1 << 30


class Ticks:
    """The ticks of a clock that counts microseconds; `sleep` waits for a number of microseconds."""

    def __init__(
        self, microseconds: "Callable[[], int]", sleep: "Callable[[int], None]", starts_at_ms: int = 0
    ) -> None:
        self._microseconds = microseconds
        self._sleep = sleep
        self._ahead = starts_at_ms * 1000 - microseconds()

    def ticks_us(self) -> int:
        """Return microseconds, which wrap around."""
        return (self._microseconds() + self._ahead) % PERIOD

    def ticks_ms(self) -> int:
        """Return milliseconds, which wrap around."""
        return (self._microseconds() + self._ahead) // 1000 % PERIOD

    def ticks_diff(self, later: int, earlier: int) -> int:
        """Return how much later `later` is, taken the short way round: from -2^29 to 2^29 - 1."""
        return (later - earlier + PERIOD // 2) % PERIOD - PERIOD // 2

    def sleep_us(self, microseconds: int) -> None:
        """Wait for this many microseconds."""
        self._sleep(microseconds)


class Passing:
    """Microseconds since it was made. They only grow: a simulated chip has no ticks that wrap around.

    `time` is the microcontroller's clock. If a chip kept a moment as its ticks, that moment would be in the
    future again after 2^29 microseconds, 8.9 minutes, and the chip would seem not to have started.
    """

    def __init__(self, time: "Time") -> None:
        self._time = time
        self._before = time.ticks_us()
        self._now = 0

    def now(self) -> int:
        """Return microseconds. It has to be called at least once in eight minutes."""
        ticks = self._time.ticks_us()
        self._now += self._time.ticks_diff(ticks, self._before)
        self._before = ticks
        return self._now


class Bench(Ticks):
    """A clock that stands still until something is done.

    Each look at it, each pin and each byte takes time.
    """

    LOOK_US = 1

    def __init__(self, starts_at_ms: int = 0) -> None:
        self._us = 0
        Ticks.__init__(self, self._looked_at, self.spend, starts_at_ms)

    @property
    def passed_ms(self) -> int:
        """The milliseconds since it was made, which don't wrap around."""
        return self._us // 1000

    def spend(self, microseconds: int) -> None:
        """Let this time pass."""
        self._us += microseconds

    def _looked_at(self) -> int:
        self._us += self.LOOK_US
        return self._us
