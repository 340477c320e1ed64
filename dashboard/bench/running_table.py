"""A whole table of its own, for as long as it's measured."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def running_table(page: str, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a table of its own, with a private broker, in a folder that is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="boardwarden-bench-") as folder:
        command = (
            *(sys.executable, "-m", "dashboard", "play", "--table", "bench", *words),
            *("--http", page, "--data", str(Path(folder) / "data"), "--broker", "embedded"),
        )
        process = subprocess.Popen(  # noqa: S603 # our own program
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )
        try:
            yield process
        finally:
            process.terminate()
            process.wait()
