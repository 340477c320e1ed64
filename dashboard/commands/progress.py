"""The progress of long work, as one line on a terminal. It's redrawn until the work is done."""

import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from dashboard.commands.plain_output import steered
from engine.core.plain_text import plain_text

_BAR = 30
_LEFT_AFTER_S = 3.0
"""The time after which the rest of the time is estimated, in seconds."""

_MINUTE_S, _HOUR_S = 60.0, 3600.0


def spell_seconds(seconds: float) -> str:
    """Return a length of time as text: seconds up to two minutes, minutes up to two hours, else hours."""
    if seconds < 2 * _MINUTE_S:
        return f"{seconds:.0f} s"
    if seconds < 2 * _HOUR_S:
        return f"{seconds / _MINUTE_S:.0f} minutes"
    return f"{seconds / _HOUR_S:.0f} hours"


class StandingLine:
    """A line on a terminal about the progress of work; it stands below all printed lines."""

    def __init__(self) -> None:
        self._stands = False

    def draw(self, text: str) -> None:
        """Draw the line over the last one; nothing is drawn where standard error is no terminal."""
        if sys.stderr.isatty():
            end = "\n" if text.endswith("\n") else ""
            line = f"\r{plain_text(text.removesuffix(end))}\x1b[K"
            print(line, end=end, file=steered(sys.stderr), flush=True)
            self._stands = not end

    def clear(self) -> None:
        """Take the line away: what is printed next begins a line of its own."""
        if self._stands:
            print("\r\x1b[K", end="", file=steered(sys.stderr), flush=True)
            self._stands = False


class ProgressLine:
    """A line with a bar, the text that `said` makes, and an estimate of the time that is left.

    It's drawn on a terminal only. The line ends when `total` is done.
    """

    def __init__(
        self, total: float, said: Callable[[float], str], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._total, self._said, self._clock = total, said, clock
        self._began = clock()
        self._last = ""
        self._line = StandingLine()

    def __call__(self, done: float) -> None:
        """Draw the line for this amount of work; the same text isn't drawn twice."""
        if self._total <= 0 or self._last.endswith("\n"):
            return
        full = int(_BAR * min(1.0, done / self._total))
        text = f"[{'#' * full:.<{_BAR}}] {self._said(done)}{self._left(done)}"
        if done >= self._total:
            text += "\n"
        if text != self._last:
            self._last = text
            self._line.draw(text)

    def clear(self) -> None:
        """Take the line away: what is printed next begins a line of its own."""
        if not self._last.endswith("\n"):
            self._line.clear()
            self._last = ""

    def _left(self, done: float) -> str:
        passed = self._clock() - self._began
        if not 0 < done < self._total or passed < _LEFT_AFTER_S:
            return ""
        return f", about {spell_seconds(passed / done * (self._total - done))} left"


def progress_of_matches(total: int) -> ProgressLine:
    """Return a line about the number of matches that are done; for a single match, the share of it."""

    def said(done: float) -> str:
        return f"{int(done)} of {total} matches" if total > 1 else f"{done:.0%} of the match"

    return ProgressLine(total, said)


class StandingClock:
    """A line that shows the passed time and the usual time, for work that can't report its progress.

    A thread draws it each second, on a terminal only. Other lines must be printed within `apart`.
    """

    def __init__(self, name: str, about_s: float) -> None:
        self._name, self._about_s = name, about_s
        self._line, self._drawing = StandingLine(), threading.Lock()
        self._over = threading.Event()
        self._began = time.monotonic()
        self._thread = threading.Thread(target=self._tick, name="standing clock", daemon=True)

    def __enter__(self) -> Self:
        """Start to draw the line."""
        if sys.stderr.isatty():
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Remove the line."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self._line.clear()

    @contextmanager
    def apart(self) -> Generator[None]:
        """Remove the line while other lines are printed."""
        with self._drawing:
            self._line.clear()
            yield

    def _tick(self) -> None:
        while True:
            with self._drawing:
                passed = spell_seconds(time.monotonic() - self._began)
                self._line.draw(f"{self._name}: {passed} of about {spell_seconds(self._about_s)}")
            if self._over.wait(1.0):
                return
