"""A thousand sockets and floods: the pace of an action by a seat's tablet, as a ratio to its quiet time."""

import itertools
import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from tests.asking import connect
from tests.assault.live import LiveTable, Pilot, live_table
from tests.assault.report import Budget, Row, quantile
from tests.assault.rights import links_of

SOCKETS = 1000
ACTIONS = 15
LIMIT = 2.0
"""The time that an action may take beside a flood, in times of its quiet time."""

_SLACK_S = 0.25
"""The least that an action beside a flood is given: quiet ones take a few hundredths of a second."""


def floods(folder: Path, budget: Budget) -> Iterator[Row]:
    """Measure a player's actions in quiet, then beside each flood."""
    with live_table(folder, "--serial", "/dev/null") as table:
        arbiter = Pilot(table)
        arbiter.acts("Before")
        arbiter.end()
        pilot = Pilot(table, links_of(table)[arbiter.seats[0]])
        try:
            quiet = _paces(pilot, "Q")
            for name, flood in FLOODS.items():
                if not budget.left:
                    return
                with flooded(table, flood) as count:
                    beside = _paces(pilot, name.split()[0])
                p50, limit = quantile(beside, 0.5), LIMIT * quantile(quiet, 0.5) + _SLACK_S
                ratio = p50 / quantile(quiet, 0.5)
                lost = "" if len(beside) == ACTIONS and p50 <= limit else "too slow"
                seen = f"{ratio:.1f} times the quiet {quantile(quiet, 0.5):.3f} s, p95 "
                seen += f"{quantile(beside, 0.95):.3f} s; {count[0]} beside it, load {os.getloadavg()[0]:.0f}"
                yield Row(f"a seat's actions beside {name}", ACTIONS, len(beside), lost, seen)
        finally:
            pilot.end()


def _paces(pilot: Pilot, name: str) -> list[float]:
    took = [pilot.acts(f"{name}{number}", within_s=30) for number in range(ACTIONS)]
    return [one for one in took if one is not None]


class flooded:  # noqa: N801 # a context, called as a function
    """Floods a table as long as its block runs."""

    def __init__(
        self, table: LiveTable, flood: Callable[[LiveTable, threading.Event, list[int]], None]
    ) -> None:
        self._ended, self._count = threading.Event(), [0]
        self._threads = [
            threading.Thread(target=flood, args=(table, self._ended, self._count), daemon=True)
            for _ in range(4)
        ]

    def __enter__(self) -> list[int]:
        for one in self._threads:
            one.start()
        time.sleep(1)
        return self._count

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        for one in self._threads:
            one.join(30)


def _asking(path: str) -> Callable[[LiveTable, threading.Event, list[int]], None]:
    request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{{port}}\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n"

    def run(table: LiveTable, ended: threading.Event, count: list[int]) -> None:
        match = next(iter(sorted(path.parent.name for path in table.data.glob("*/journal.jsonl"))))
        while not ended.is_set():
            with suppress(OSError), socket.create_connection(("127.0.0.1", table.port), 5) as line:
                line.sendall(request.format(port=table.port, match=match).encode())
                line.recv(4096)
                count[0] += 1

    return run


def _silent(table: LiveTable, ended: threading.Event, count: list[int]) -> None:
    """Hold a quarter of a thousand sockets that never finish their request."""
    with ExitStack() as stack:
        for _ in range(SOCKETS // 4):
            with suppress(OSError):
                line = stack.enter_context(socket.create_connection(("127.0.0.1", table.port), 5))
                line.sendall(b"GET / HTTP/1.1\r\n")
                count[0] += 1
        ended.wait()


LINES = 5
"""The tablets of one thread: twenty in all."""


def _saying(made: Callable[[int], dict[str, Any]]) -> Callable[[LiveTable, threading.Event, list[int]], None]:
    """Return a flood of messages by visitors' tablets, each as fast as the line takes it."""

    def run(table: LiveTable, ended: threading.Event, count: list[int]) -> None:
        while not ended.is_set():
            with suppress(OSError, WebSocketException), ExitStack() as stack:
                address = f"ws://127.0.0.1:{table.port}/ws"
                lines = [
                    stack.enter_context(connect(address, origin=None, max_size=None, close_timeout=0.1))
                    for _ in range(LINES)
                ]
                for number in itertools.count():
                    if ended.is_set():
                        return
                    lines[number % LINES].send(json.dumps(made(count[0])))
                    count[0] += 1

    return run


def _question(kind: str) -> Callable[[int], dict[str, Any]]:
    return lambda number: {
        "command": {"id": f"f{number}", "kind": kind, "revision": 0, "piece": "w.inf.1", "place": "e5"}
    }


FLOODS = {
    "1,000 silent sockets": _silent,
    "the page": _asking("/"),
    "the health page": _asking("/health"),
    "matches": _asking("/matches"),
    "players": _asking("/players"),
    "printing": _asking("/print/board.pdf"),
    "event streams": _asking("/api/v1/events"),
    "the running match": _asking("/matches/{match}"),
    "pictures of the running match": _asking("/matches/{match}/moments/0/board.png"),
    "questions": _saying(_question("ask")),
    "asks for advice": _saying(_question("suggest")),
    "wishes for everything again": _saying(lambda _: {"again": {}}),
    "changes of language": _saying(lambda number: {"hello": {"language": ("vi", "ja")[number % 2]}}),
    "guesses at a link": _saying(lambda _: {"join": {"link": "west." + "A" * 22}}),
    "messages that are none": _saying(lambda _: {"x": "y" * 60_000}),
}
