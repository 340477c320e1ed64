"""How far long work is: one line on a terminal, drawn over until it's done."""

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
"""How long work has gone on when the time that is left is guessed."""

_MINUTE_S, _HOUR_S = 60.0, 3600.0


def spell_seconds(seconds: float) -> str:
    """Return a length of time in words, to the second below two minutes, else to the minute or the hour."""
    if seconds < 2 * _MINUTE_S:
        return f"{seconds:.0f} s"
    if seconds < 2 * _HOUR_S:
        return f"{seconds / _MINUTE_S:.0f} minutes"
    return f"{seconds / _HOUR_S:.0f} hours"


class StandingLine:
    """A line on a terminal that says how far work without a known end is, beneath what is printed."""

    def __init__(self) -> None:
        self._stands = False

    def draw(self, text: str) -> None:
        """Draw the line over the last one; nothing is drawn for a program that reads."""
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
    """How much of `total` is done, as a bar, in the words of `said`, and about how long the rest takes.

    On a terminal alone: who reads the output by a program gets none of it. With all done the line ends.
    """

    def __init__(
        self, total: float, said: Callable[[float], str], *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._total, self._said, self._clock = total, said, clock
        self._began = clock()
        self._last = ""
        self._line = StandingLine()

    def __call__(self, done: float) -> None:
        """Draw the line over the last one, where it reads otherwise."""
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
    """Return a function that draws how many matches are done; for one match, how much of it is."""

    def said(done: float) -> str:
        return f"{int(done)} of {total} matches" if total > 1 else f"{done:.0%} of the match"

    return ProgressLine(total, said)


class StandingClock:
    """A line that says how much of the usual time has passed, of work that can't say how far it is.

    A thread draws it each second, on a terminal alone. Other lines are printed `apart`.
    """

    def __init__(self, name: str, about_s: float) -> None:
        self._name, self._about_s = name, about_s
        self._line, self._drawing = StandingLine(), threading.Lock()
        self._over = threading.Event()
        self._began = time.monotonic()
        self._thread = threading.Thread(target=self._tick, name="standing clock", daemon=True)

    def __enter__(self) -> Self:
        """Draw from now on."""
        if sys.stderr.isatty():
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self._line.clear()

    @contextmanager
    def apart(self) -> Generator[None]:
        """Take the line away while something is printed."""
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
