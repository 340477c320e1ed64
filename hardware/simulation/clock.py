"""The time that the simulated microcontroller lives in: stands for MicroPython's module `time`.

Its ticks go round as MicroPython's do on a Pico or an ESP32, after 2^30 (MICROPY_PY_TIME_TICKS_PERIOD).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from hardware.firmware.warden.shapes import Time

PERIOD = 1 << 30


class Ticks:
    """Ticks of a clock that gives microseconds; `sleep` waits for a number of microseconds."""

    def __init__(
        self, microseconds: "Callable[[], int]", sleep: "Callable[[int], None]", starts_at_ms: int = 0
    ) -> None:
        self._microseconds = microseconds
        self._sleep = sleep
        self._ahead = starts_at_ms * 1000 - microseconds()

    def ticks_us(self) -> int:
        """Microseconds, going round."""
        return (self._microseconds() + self._ahead) % PERIOD

    def ticks_ms(self) -> int:
        """Milliseconds, going round."""
        return (self._microseconds() + self._ahead) // 1000 % PERIOD

    def ticks_diff(self, later: int, earlier: int) -> int:
        """How much later, taken the short way round: from -2^29 to 2^29 - 1."""
        return (later - earlier + PERIOD // 2) % PERIOD - PERIOD // 2

    def sleep_us(self, microseconds: int) -> None:
        """Do nothing for so long."""
        self._sleep(microseconds)


class Passing:
    """Microseconds since it was made, which only grow: what stands for a chip has no ticks that go round.

    `time` is what the microcontroller lives in. A moment kept by its ticks lies in the future again 2^29
    microseconds later, 8.9 minutes: a chip would no longer have been started.
    """

    def __init__(self, time: "Time") -> None:
        self._time = time
        self._before = time.ticks_us()
        self._now = 0

    def now(self) -> int:
        """Microseconds; to be asked for at least once in eight minutes."""
        ticks = self._time.ticks_us()
        self._now += self._time.ticks_diff(ticks, self._before)
        self._before = ticks
        return self._now


class Bench(Ticks):
    """A clock that stands still but for what is done: each look at it, pin and byte takes its time."""

    LOOK_US = 1

    def __init__(self, starts_at_ms: int = 0) -> None:
        self._us = 0
        Ticks.__init__(self, self._looked_at, self.spend, starts_at_ms)

    @property
    def passed_ms(self) -> int:
        """Milliseconds since it was made, whatever its ticks say."""
        return self._us // 1000

    def spend(self, microseconds: int) -> None:
        """Let this time pass."""
        self._us += microseconds

    def _looked_at(self) -> int:
        self._us += self.LOOK_US
        return self._us
