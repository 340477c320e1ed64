"""The report of an assault: a row for each thing that was tried, within a time that it can't exceed."""

import contextlib
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

_LOOKS_EVERY_S = 0.1
_ENDS_WITHIN_S = 10.0
"""A program that is asked to end may take so long for it, s."""


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of assault."""

    what: str
    """The blow, in words."""
    tried: int
    """How often."""
    survived: int
    """How often nothing was lost and all went on."""
    lost: str = ""
    """The loss, or how it ended; empty: nothing was lost."""
    seen: str = ""
    """Further figures."""

    @property
    def holds(self) -> bool:
        """Tell whether nothing was lost."""
        return self.tried == self.survived and not self.lost and self.tried > 0


class Budget:
    """The time for a part; it ends early where the whole assault is ended."""

    def __init__(self, seconds: float, ending: threading.Event | None = None) -> None:
        self._ends, self._ending = time.monotonic() + seconds, ending or threading.Event()

    @property
    def left(self) -> bool:
        """Tell whether there is time for more."""
        return self.seconds_left > 0

    @property
    def seconds_left(self) -> float:
        """Return the time that is left, s; 0 where the assault is ended."""
        return 0.0 if self.is_ending else max(0.0, self._ends - time.monotonic())

    @property
    def is_ending(self) -> bool:
        """Tell whether somebody has ended the assault."""
        return self._ending.is_set()

    def times(self, most: int) -> Iterator[int]:
        """Yield numbers as long as there is time, `most` at most."""
        for number in range(most):
            if not self.left:
                return
            yield number

    def wait_for(self, process: "subprocess.Popen[str]", within_s: float) -> int | None:
        """Wait for a program that knows its time; return its status, None where it had to be ended."""
        ends = time.monotonic() + within_s
        while process.poll() is None and time.monotonic() < ends and not self.is_ending:
            time.sleep(_LOOKS_EVERY_S)
        if process.poll() is not None:
            return process.returncode
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(_ENDS_WITHIN_S)
        process.kill()
        process.wait()
        return None


class Report:
    """The rows so far. Each is printed and written when it comes, so that nothing ends them with a part."""

    def __init__(self, file: Path, parts: Sequence[str]) -> None:
        self._file, self._rows = file, dict[str, list[Row]]({name: [] for name in parts})
        self._lock = threading.Lock()

    def add(self, part: str, row: Row) -> None:
        """Add a row of a part; parts may run beside each other."""
        with self._lock:
            self._rows[part].append(row)
            self._write("It hasn't ended.")
            sys.stdout.write(f"{table_of([row]).splitlines()[-1]}\n")
            sys.stdout.flush()

    def end(self, about: str) -> None:
        """Print and write all rows, in the order of the parts, and how it went."""
        without = [name for name, rows in self._rows.items() if not rows]
        last = f"Without a row: {', '.join(without)}.\n\n{about}" if without else about
        with self._lock:
            sys.stdout.write(f"\n{self._write(last)}")
            sys.stdout.flush()

    @property
    def holds(self) -> bool:
        """Tell whether each part has rows, and nothing was lost."""
        return all(rows and all(row.holds for row in rows) for rows in self._rows.values())

    def _write(self, last: str) -> str:
        text = f"{table_of(row for rows in self._rows.values() for row in rows)}\n\n{last}\n"
        self._file.parent.mkdir(parents=True, exist_ok=True)
        new = self._file.with_suffix(".new")
        new.write_text(text, encoding="utf-8")
        new.replace(self._file)
        return text


def table_of(rows: Iterable[Row]) -> str:
    """Return the rows as a Markdown table."""
    lines = ["| what | tried | survived | lost | seen |", "| --- | --- | --- | --- | --- |"]
    lines += [
        f"| {row.what} | {row.tried:,} | {row.survived:,} | {row.lost or 'nothing'} | {row.seen} |"
        for row in rows
    ]
    return "\n".join(lines)


def quantile(values: list[float], share: float) -> float:
    """Return the value that this share of the values doesn't exceed; not a number without any."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")
