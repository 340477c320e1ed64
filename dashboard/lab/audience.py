"""The processes that the dashboard's bench starts: the dashboard, many tablets, and a bare server."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

from dashboard.lab.match_messages import TABLE
from dashboard.lab.measurement import LONGEST_S
from dashboard.web.seats.seating import ARBITER, Seating
from engine.bus.broker import LOOPBACK
from engine.bus.sealing import KEY_VARIABLE
from engine.core.faults import MissingFault


@contextmanager
def dashboard_process(broker: str, key: bytes, folder: str) -> Iterator[tuple[int, str]]:
    """Run the dashboard until the block ends; yield its process id and its address, HOST:PORT.

    Raises:
        MissingFault: the dashboard doesn't start.
    """
    words = ("dashboard", "dashboard", "--broker", broker, "--table", TABLE, "--supervised")
    where = ("--http", f"{LOOPBACK}:0", "--data", folder)
    environment = os.environ | {KEY_VARIABLE: key.hex()}
    with _process(*words, *where, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stderr is not None  # noqa: S101 # for the type: it's a pipe
        line = process.stderr.readline()
        if "http://" not in line:
            raise MissingFault(f"bench dashboard: the dashboard didn't start: {line.strip()}")
        yield process.pid, line.rpartition("http://")[2].strip().rstrip("/")


def seat_page(address: str, seat: str, key: bytes) -> str:
    """Return the address of a seat's page with its link, as the arbiter gets it; `key` is the table's.

    Raises:
        MissingFault: the dashboard at this address doesn't answer, or has no such seat in time.
    """
    bearer = {"Authorization": f"Bearer {Seating(key, table=TABLE).link(ARBITER)}"}
    asked = Request(f"http://{address}/links", headers=bearer)
    until, found = time.monotonic() + LONGEST_S, list[str]()
    while not found and time.monotonic() < until:
        try:
            with urlopen(asked, timeout=LONGEST_S) as answer:  # noqa: S310 # as above
                found = [one["url"] for one in json.load(answer)["links"] if one["name"] == seat]
        except (OSError, HTTPException) as error:
            raise MissingFault(f"bench: the dashboard at {address} hands out no links: {error}") from error
        time.sleep(0.05)
    if not found:
        raise MissingFault(f"bench: the dashboard at {address} has no seat '{seat}' within {LONGEST_S:g} s")
    return found[0]


@contextmanager
def bare_server() -> Iterator[str]:
    """Run a server that only passes messages on, until the block ends; yield its URL."""
    with _process("dashboard.lab.bare_server", stdout=subprocess.PIPE) as process:
        assert process.stdout is not None  # noqa: S101 # for the type: it's a pipe
        yield f"ws://{LOOPBACK}:{process.stdout.readline().strip()}/"


class Audience:
    """Tablets without screens, in a process of their own; with the process None, no tablets."""

    def __init__(self, process: subprocess.Popen[str] | None) -> None:
        self._process = process

    def wait_for(self, revision: int) -> None:
        """Wait until a revision of the match is each tablet's newest.

        Raises:
            MissingFault: a tablet doesn't get it in time.
        """
        if self._process is None:
            return
        answer = _asked(self._process, str(revision))
        if answer != "came":
            raise MissingFault(
                f"bench dashboard: expected revision {revision} on every tablet, it didn't come to "
                f"{answer or 'any: their process ended'}; is the machine too busy?"
            )

    def came(self) -> list[list[tuple[float, int]]]:
        """Disconnect the tablets; return for each the arrivals: time (wall clock, s) and revision.

        Raises:
            MissingFault: their process ended earlier.
        """
        if self._process is None:
            return []
        said = self._process.communicate()[0]
        if not said:
            raise MissingFault("bench dashboard: the tablets' process ended while it was measured")
        arrivals = json.loads(said)
        return [[(at, revision) for at, revision in tablet] for tablet in arrivals]


@contextmanager
def audience(url: str, joins: Sequence[object], *, longest_s: float = LONGEST_S) -> Iterator[Audience]:
    """Connect tablets until the block ends.

    Args:
        url: The URL of the dashboard's or the bare server's WebSocket.
        joins: For each tablet the first message that it sends; None: it sends none.
        longest_s: The longest wait for a revision, in seconds.

    Raises:
        MissingFault: the tablets couldn't connect.
    """
    if not joins:
        yield Audience(None)
        return
    with _process("dashboard.lab.tablets", stdout=subprocess.PIPE) as process:
        answer = _asked(process, json.dumps({"url": url, "joins": joins, "longest_s": longest_s}))
        if answer != "ready":
            raise MissingFault(f"bench dashboard: {len(joins)} tablets couldn't connect to {url}: {answer}")
        yield Audience(process)


def _asked(process: subprocess.Popen[str], line: str) -> str:
    assert process.stdin is not None  # noqa: S101 # for the type: it's a pipe
    assert process.stdout is not None  # noqa: S101 # for the type: it's a pipe
    with suppress(BrokenPipeError):  # a process that has ended answers with an empty line
        process.stdin.write(f"{line}\n")
        process.stdin.flush()
    return process.stdout.readline().strip()


@contextmanager
def _process(*words: str, **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Run a module of ours until the block ends; it also stops by itself when its standard input closes."""
    process = subprocess.Popen(  # noqa: S603 # our own program
        (sys.executable, "-m", *words), stdin=subprocess.PIPE, text=True, **more
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()
