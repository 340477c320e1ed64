"""Runs a whole table for a measurement."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dashboard.commands.arbiters_page import ArbitersPage

_NAME = "bench"


@dataclass(frozen=True, slots=True)
class MeasuredTable:
    """A running table."""

    process: "subprocess.Popen[bytes]"
    """The process of `boardwarden play`."""
    arbiters_page: str
    """The address of the arbiter's page, with its link."""


@contextmanager
def running_table(page: str, *words: str) -> Iterator[MeasuredTable]:
    """Run a table with a private broker in a temporary folder until the block ends.

    `page` is the address of the pages, HOST:PORT. `words` are further options of `play`.
    """
    with tempfile.TemporaryDirectory(prefix="boardwarden-bench-") as folder:
        data = Path(folder) / "data"
        command = (
            *(sys.executable, "-m", "dashboard", "play", "--table", _NAME, *words),
            *("--http", page, "--data", str(data), "--broker", "embedded"),
        )
        process = subprocess.Popen(  # noqa: S603 # our own program
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )
        try:
            yield MeasuredTable(process, ArbitersPage(f"http://{page}/", data, _NAME).address)
        finally:
            process.terminate()
            process.wait()
