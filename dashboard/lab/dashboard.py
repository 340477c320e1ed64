"""Measures how soon a move on the bus is painted on a tablet, beside many other tablets, and its bytes.

The broker, the dashboard's process and Chromium are real. The other tablets are mere connections in a process
of their own. The messages are those of a match between bots. As a reference, a bare WebSocket server passes
the same texts on to as many tablets at the same pace, in the same run.
"""

import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from websockets.sync.client import connect

from dashboard.lab.audience import audience, bare_server, dashboard_process, seat_page
from dashboard.lab.first_visit import first_visit_rows
from dashboard.lab.lateness import share_at, share_ms, until_last, until_painted
from dashboard.lab.match_messages import (
    SEATS,
    TABLE,
    Move,
    byte_rows,
    messages_of_moves,
    revision_of,
    texts_sent,
)
from dashboard.lab.measurement import LONGEST_S, judged
from dashboard.lab.painted_page import PaintedPage, painted_page
from dashboard.lab.tablets import MATCH
from dashboard.lab.usage import expect_usage_known, machine_s, usage_of
from engine.bus.broker import open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient
from engine.bus.proofs import MessageProofs
from engine.bus.sealing import KEY_BYTES
from engine.core.counting import counted
from engine.core.faults import MissingFault

GOAL_TABLETS, GOAL_MS = 100, 100


@dataclass(frozen=True, slots=True)
class Extent:
    """The extent of a measurement."""

    tablets: tuple[int, ...] = (1, 20, 100, 300)
    """The numbers of tablets, each measured in a round of its own."""
    moves: int = 100
    """The number of moves in a round."""
    a_move_every_s: float = 0.4
    """The time between two moves, in seconds."""
    settle_s: float = 1.0
    """The pause before the first move, in seconds."""
    visits: int = 5
    """The number of first visits by a slow line."""


WHOLE, QUICK = Extent(), Extent(tablets=(1, 20), moves=15, visits=1)


def bench_dashboard(extent: Extent = WHOLE) -> Iterator[dict[str, Any]]:
    """Yield the measured rows. The whole extent takes five minutes.

    Raises:
        MissingFault: this machine lacks Linux, a broker, Playwright or Chromium, a process doesn't start, or
        the
            machine is so busy that a move isn't shown in time.
    """
    expect_usage_known("dashboard")
    with ExitStack() as running:
        broker = open_broker("embedded")
        page = running.enter_context(painted_page())
        key = secrets.token_bytes(KEY_BYTES)
        moves = messages_of_moves(extent.moves, key)
        texts = texts_sent(moves, key, steps=True)
        folder = running.enter_context(tempfile.TemporaryDirectory(prefix="boardwarden-bench-"))
        broker.start()
        running.callback(broker.stop)
        pid, address = running.enter_context(dashboard_process(broker.url, key, folder))
        engine = BusClient(
            url=broker.url,
            table=TABLE,
            service=Service.ENGINE,
            wanted=("command",),
            proofs=MessageProofs(key, table=TABLE),
        )
        engine.start()
        running.callback(engine.stop)
        if not engine.wait_connected(LONGEST_S):
            raise MissingFault(f"bench dashboard: the engine didn't reach the broker: {engine.problem}")
        bare = running.enter_context(bare_server())
        table = _Table(extent, pid, address, engine, page, moves, key)
        table.seat_the_page()
        yield from first_visit_rows(page, table.pages[0], table.revisions[0], extent.visits)
        yield from byte_rows(texts, texts_sent(moves, key, steps=False))
        for count in extent.tablets:
            ours = table.round(count)
            yield from _rows(count, ours, _bare_round(bare, count, table.revisions, texts, extent))


@dataclass(frozen=True, slots=True)
class _Round:
    """The results of one round; each list has one time for each move."""

    painted: list[float]
    """The seconds from the bus to the painted page."""
    advised: list[float]
    """The seconds from the bus to the painted advice. It comes last on the bus, after the seats' sheets."""
    overtaken: int
    """The number of moves that were never painted alone, because the next one came earlier."""
    last: list[float]
    """The seconds from the bus to the arrival at the last tablet."""
    cpu_s: float
    """The CPU time of the dashboard, in seconds."""
    rss_mb: float
    """The memory of the dashboard, in MB."""
    others: float
    """The mean number of the machine's busy cores."""


@dataclass(frozen=True, slots=True)
class _Table:
    extent: Extent
    """The extent of the measurement."""
    pid: int
    """The dashboard's process id."""
    address: str
    """The dashboard's host and port."""
    engine: BusClient
    """The client of the bus that takes the engine's place."""
    page: PaintedPage
    """The page whose painting is timed."""
    moves: list[Move]
    """The messages of the match's opening and of each move."""
    key: bytes
    """The table's key."""
    links: list[str] = field(default_factory=list)
    """The links of the seats."""

    @property
    def revisions(self) -> list[int]:
        """The match's revisions, from the opening to the last move."""
        return [revision_of(move) for move in self.moves]

    def seat_the_page(self) -> None:
        """Open the page of the first seat, after publishing the match: a seat's link holds for one match."""
        self._tell(self.moves[0])
        self.links.extend(page.partition("#join=")[2] for page in self.pages)
        self.page.open(self.pages[0], self.revisions[0])

    @property
    def pages(self) -> list[str]:
        """The addresses of the seats' own pages."""
        return [seat_page(self.address, seat, self.key) for seat in SEATS]

    def round(self, count: int) -> _Round:
        """Publish the match once to `count` tablets, the page included, and return the results."""
        joins = [{"join": {"link": self.links[n % len(self.links)]}} for n in range(count - 1)]
        opening, *revisions = self.revisions
        with audience(f"ws://{self.address}/ws?steps=1", joins) as others:
            self._tell(self.moves[0])
            self.page.wait_painted(opening)
            others.wait_for(opening)
            time.sleep(self.extent.settle_s)
            self.page.forget()
            before, busy, began = usage_of("dashboard", self.pid), machine_s(), time.time()
            sent_at = []
            for move in self.moves[1:]:
                sent_at.append(time.time())
                self._tell(move)
                time.sleep(max(0.0, began + len(sent_at) * self.extent.a_move_every_s - time.time()))
            others.wait_for(revisions[-1])
            self.page.wait_painted(revisions[-1])
            after, busy, spent = usage_of("dashboard", self.pid), machine_s() - busy, time.time() - began
            came = others.came()
        painted = self.page.painted()
        return _Round(
            until_painted(sent_at, revisions, painted["drawn"]),
            until_painted(sent_at, revisions, painted["advised"]),
            sum(str(revision) not in painted["drawn"] for revision in revisions),
            until_last(sent_at, revisions, came),
            after.cpu_s - before.cpu_s,
            after.rss_mb,
            busy / spent,
        )

    def _tell(self, move: Move) -> None:
        for one in move:
            self.engine.publish(one.channel, one.message, one.name)


def _rows(count: int, ours: _Round, bare: list[float]) -> Iterator[dict[str, Any]]:
    goal = GOAL_MS if count <= GOAL_TABLETS else None
    beside = counted(count, "tablet")
    moves = len(ours.painted)
    yield {"what": f"{beside}: bus to painted page, ms, p50", "value": share_ms(ours.painted, 0.5)}
    yield judged(f"{beside}: bus to painted page, ms, p99", share_ms(ours.painted, 0.99), at_most=goal)
    yield {"what": f"{beside}: until the advice is painted too, ms, p50",
           "value": share_ms(ours.advised, 0.5)}  # fmt: skip
    yield {"what": f"{beside}: until the advice is painted too, ms, p99",
           "value": share_ms(ours.advised, 0.99)}  # fmt: skip
    yield {"what": f"{beside}: moves painted only with the next", "value": ours.overtaken}
    if count > 1:
        yield {"what": f"{beside}: bus to the last tablet's line, ms, p50", "value": share_ms(ours.last, 0.5)}
        yield {"what": f"{beside}: bus to the last tablet's line, ms, p99",
               "value": share_ms(ours.last, 0.99)}  # fmt: skip
        yield {"what": f"{beside}: a bare server to the last line, ms, p50", "value": share_ms(bare, 0.5)}
        yield {"what": f"{beside}: a bare server to the last line, ms, p99", "value": share_ms(bare, 0.99)}
        yield {"what": f"{beside}: ratio, p50",
               "value": round(share_at(ours.last, 0.5) / share_at(bare, 0.5), 1)}  # fmt: skip
    yield {"what": f"{beside}: the service's CPU, ms a move", "value": round(1000 * ours.cpu_s / moves, 1)}
    yield {"what": f"{beside}: the service's resident MB", "value": round(ours.rss_mb)}
    yield {"what": f"{beside}: the whole machine's load, % of {os.cpu_count()} cores",
           "value": round(100 * ours.others / (os.cpu_count() or 1))}  # fmt: skip


def _bare_round(
    url: str, count: int, revisions: list[int], texts: list[list[str]], extent: Extent
) -> list[float]:
    """Send the same texts through the bare server at the same pace; return the seconds to the last tablet."""
    if count == 1:
        return []
    with (
        audience(url, [None] * (count - 1)) as others,
        connect(url, max_queue=None, ping_timeout=LONGEST_S) as sender,
    ):
        sent_at, began = [], time.time()
        for move in texts[1:]:
            sent_at.append(time.time())
            for text in sorted(move, key=lambda text: not text.startswith(MATCH.decode())):
                sender.send(text)
            time.sleep(max(0.0, began + len(sent_at) * extent.a_move_every_s - time.time()))
        others.wait_for(revisions[-1])
        return until_last(sent_at, revisions[1:], others.came())
