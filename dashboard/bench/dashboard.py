"""How soon what the bus tells is painted on a tablet, beside how many others, and a move's bytes.

Everything is real: a private broker, the dashboard's process, Chromium; the other tablets are connections in
a process of their own that take what comes. What is told are the messages of a match between bots. A bare
WebSocket server passes the same texts on to as many, in the same run.
"""

import json
import os
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import zlib
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from websockets.sync.client import connect

from dashboard.bench.bots_match import BotsMatch
from dashboard.bench.tablets import MATCH
from dashboard.bench.usage import expect_usage_is_told, machine_s, usage_of
from dashboard.web.seats.seating import Place, Role, Seating
from dashboard.web.telling.feed import WANTED, Feed
from dashboard.web.telling.hub import Hub
from dashboard.web.words.speaking import encoded
from engine.bus.broker import LOOPBACK, open_broker
from engine.bus.channels import Service
from engine.bus.client import BusClient, Connected, Received
from engine.bus.nobody import Nobody
from engine.bus.sealing import KEY_BYTES, KEY_VARIABLE, Seal
from engine.core.faults import MissingFault
from engine.core.ids import Seat
from engine.core.phrase import LANGUAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page

TABLETS = (1, 20, 100, 300)
MOVES = 100
A_MOVE_EVERY_S = 0.4
BARE_EVERY_S = 0.1
GOAL_TABLETS, GOAL_MS = 100, 100

_TABLE = "bench"
_SEATS = ("west", "south", "east", "north")
_LOOKS_S = 2.4
_SETTLE_S = 1.0
_LONGEST_S = 60.0

_WATCH = """
window.painted = { drawn: {}, advised: {} };
const after = new MessageChannel();
after.port1.onmessage = ({ data }) => {
  for (const what in painted) painted[what][data[what]] ??= performance.timeOrigin + performance.now();
};
addEventListener("DOMContentLoaded", () => new MutationObserver(() => after.port2.postMessage(
  { ...document.body.dataset })).observe(document.body, { attributeFilter: ["data-drawn", "data-advised"] }));
"""
"""The page writes what it has drawn while a frame is made; a message then comes once the frame is painted."""

Move = list[Received]


@dataclass(slots=True)
class _Heard(Nobody):
    """A bus whose one listener remembers."""

    told: Move = field(default_factory=list)

    def publish(self, channel_name: str, message: object, name: str = "") -> None:
        """Remember what a dashboard reads."""
        if channel_name in WANTED:
            self.told.append(Received(channel_name, name, message))


def bench_dashboard() -> list[dict[str, Any]]:
    """Return the rows. Takes four minutes.

    Raises:
        MissingFault: no Linux, broker, Playwright or Chromium here, or a process doesn't start.
    """
    expect_usage_is_told("dashboard")
    key = secrets.token_bytes(KEY_BYTES)
    moves = _moves(Seal(key, table=_TABLE))
    texts = _texts(moves, key, steps=True)
    rows = _bytes(texts, _texts(moves, key, steps=False))
    seating = Seating(key, table=_TABLE)
    links = [seating.link(Place(Role.SEAT, Seat(seat))) for seat in _SEATS]
    with ExitStack() as running:
        folder = running.enter_context(tempfile.TemporaryDirectory(prefix="boardwarden-bench-"))
        broker = open_broker("embedded")
        broker.start()
        running.callback(broker.stop)
        service, address = running.enter_context(_service(broker.url, key, folder))
        engine = BusClient(url=broker.url, table=_TABLE, service=Service.ENGINE, wanted=("command",))
        engine.start()
        running.callback(engine.stop)
        page = running.enter_context(_chromium())
        bare = running.enter_context(_bare_server())
        table = _Table(service.pid, address, engine, page, moves, links)
        table.seat_the_page()
        for count in TABLETS:
            rows += _rows(count, table.round(count), _bare_round(bare, count, texts))
    return rows


@dataclass(frozen=True, slots=True)
class _Round:
    """Seconds from the bus to the page and to the last tablet, a move each; what the service used.

    `advised`: until the advice is painted too, which the bus is told last, after all seats' sheets.
    `overtaken`: moves that were never painted alone, because the next came before.
    """

    painted: list[float]
    advised: list[float]
    overtaken: int
    last: list[float]
    cpu_s: float
    rss_mb: float
    others: float


@dataclass(frozen=True, slots=True)
class _Table:
    pid: int
    address: str
    engine: BusClient
    page: "Page"
    moves: list[Move]
    links: list[str]

    def seat_the_page(self) -> None:
        """Open the page at the first seat, with the match on it."""
        self._tell(self.moves[0])
        self.page.goto(f"http://{self.address}/#join={self.links[0]}")
        self._wait_drawn()

    def round(self, count: int) -> _Round:
        """Play the match once to `count` tablets, of which the page is one."""
        joins = [{"join": {"link": self.links[n % len(self.links)]}} for n in range(count - 1)]
        with _tablets(f"ws://{self.address}/ws?steps=1", joins) as others:
            self._tell(self.moves[0])
            self._wait_drawn()
            time.sleep(_SETTLE_S)
            self.page.evaluate("painted = { drawn: {}, advised: {} }")
            before, busy, began = usage_of("dashboard", self.pid), machine_s(), time.time()
            told = []
            for move in self.moves[1:]:
                told.append(time.time())
                self._tell(move)
                time.sleep(max(0.0, began + len(told) * A_MOVE_EVERY_S - time.time()))
            time.sleep(_SETTLE_S)
            after, busy, spent = usage_of("dashboard", self.pid), machine_s() - busy, time.time() - began
            came = others.came()
        painted = self.page.evaluate("painted")
        revisions = [_revision(move) for move in self.moves[1:]]
        return _Round(
            _painted(told, revisions, painted["drawn"]),
            _painted(told, revisions, painted["advised"]),
            sum(str(revision) not in painted["drawn"] for revision in revisions),
            _last(told, came),
            after.cpu_s - before.cpu_s,
            after.rss_mb,
            busy / spent,
        )

    def _tell(self, move: Move) -> None:
        for one in move:
            self.engine.publish(one.channel, one.message, one.name)

    def _wait_drawn(self) -> None:
        first = _revision(self.moves[0])
        drawn = f"body[data-drawn='{first}'][data-advised='{first}']"
        self.page.wait_for_selector(drawn, state="attached", timeout=1000 * _LONGEST_S)


def _moves(seal: Seal) -> list[Move]:
    """Return what an engine tells a dashboard: as it opens a match, then action by action."""
    heard = _Heard()
    with tempfile.TemporaryDirectory() as folder:
        match = BotsMatch(Path(folder), heard, seal=seal)
        match.service.take(Connected())
        while len([one for one in heard.told if one.channel == "match"]) <= MOVES:
            match.play_on(_LOOKS_S)
        match.service.close()
    begins = [at for at, one in enumerate(heard.told) if one.channel == "match"][: MOVES + 1]
    ends = [*begins[1:], None]
    moves = [heard.told[begin:end] for begin, end in zip(begins, ends, strict=True)]
    moves[0] = heard.told[: begins[1]]
    return moves[: MOVES + 1]


def _revision(move: Move) -> int:
    return next(int(one.message.revision) for one in move if one.channel == "match")


def _texts(moves: list[Move], key: bytes, *, steps: bool) -> list[list[str]]:
    """Return what a tablet of the first seat is sent, move by move."""
    hub = Hub(render=encoded, languages=LANGUAGES)
    feed = Feed(Nobody(), hub, table=_TABLE, seal=Seal(key, table=_TABLE))
    tablet = hub.join(steps=steps)
    hub.seat(tablet, Place(Role.SEAT, Seat(_SEATS[0])))
    sent = []
    for move in moves:
        for event in move:
            feed.take(event)
        sent.append(list(iter(tablet.take, None)))
    return sent


def _bytes(steps: list[list[str]], whole: list[list[str]]) -> list[dict[str, Any]]:
    rows = [{"what": f"the first picture of a tablet, bytes (deflated {_deflated(whole)[0]})",
             "value": sum(len(text.encode()) for text in whole[0])}]  # fmt: skip
    for name, texts in (("a move as whole states", whole), ("a move as steps", steps)):
        a_move = [sum(len(text.encode()) for text in move) for move in texts[1:]]
        deflated = _deflated(texts)[1:]
        rows += [
            {"what": f"{name}, bytes to a tablet, mean", "value": round(sum(a_move) / MOVES)},
            {"what": f"{name}, bytes to a tablet, most", "value": max(a_move)},
            {"what": f"{name}, bytes deflated as permessage-deflate does, mean",
             "value": round(sum(deflated) / MOVES)},
        ]  # fmt: skip
    return rows


def _deflated(texts: list[list[str]]) -> list[int]:
    """Return each move's bytes through one compressor that remembers what it has sent (RFC 7692)."""
    squeeze = zlib.compressobj(wbits=-15)
    return [
        sum(len(squeeze.compress(text.encode()) + squeeze.flush(zlib.Z_SYNC_FLUSH)) for text in move)
        for move in texts
    ]


def _rows(count: int, ours: _Round, bare: list[float]) -> Iterator[dict[str, Any]]:
    goal = f" (goal: at most {GOAL_MS})" if count == GOAL_TABLETS else ""
    beside = f"{count} tablet{'s' if count > 1 else ''}"
    yield {"what": f"{beside}: bus to painted page, ms, p50", "value": _ms(ours.painted, 0.5)}
    yield {"what": f"{beside}: bus to painted page, ms, p99{goal}", "value": _ms(ours.painted, 0.99)}
    yield {"what": f"{beside}: until the advice is painted too, ms, p50", "value": _ms(ours.advised, 0.5)}
    yield {"what": f"{beside}: until the advice is painted too, ms, p99", "value": _ms(ours.advised, 0.99)}
    yield {"what": f"{beside}: moves painted only with the next", "value": ours.overtaken}
    if count > 1:
        yield {"what": f"{beside}: bus to the last tablet's line, ms, p50", "value": _ms(ours.last, 0.5)}
        yield {"what": f"{beside}: bus to the last tablet's line, ms, p99", "value": _ms(ours.last, 0.99)}
        yield {"what": f"{beside}: a bare server to the last line, ms, p50", "value": _ms(bare, 0.5)}
        yield {"what": f"{beside}: a bare server to the last line, ms, p99", "value": _ms(bare, 0.99)}
        yield {"what": f"{beside}: ratio, p50", "value": round(_at(ours.last, 0.5) / _at(bare, 0.5), 1)}
    yield {"what": f"{beside}: the service's CPU, ms a move", "value": round(1000 * ours.cpu_s / MOVES, 1)}
    yield {"what": f"{beside}: the service's resident MB", "value": round(ours.rss_mb)}
    yield {"what": f"{beside}: the whole machine's load, % of {os.cpu_count()} cores",
           "value": round(100 * ours.others / (os.cpu_count() or 1))}  # fmt: skip


def _ms(times: list[float], share: float) -> float:
    return round(1000 * _at(times, share), 1)


def _at(times: list[float], share: float) -> float:
    return sorted(times)[ceil(share * len(times)) - 1]


def _painted(told: list[float], revisions: list[int], drawn: dict[str, float]) -> list[float]:
    """Return how long after each telling the page showed that or what overtook it; `drawn` is in ms.

    Raises:
        MissingFault: it showed nothing of the last.
    """
    if str(revisions[-1]) not in drawn:
        raise MissingFault("the page didn't draw the last move within a second; the machine is too busy")
    found, since = [], drawn[str(revisions[-1])]
    for at, revision in zip(reversed(told), reversed(revisions), strict=True):
        since = drawn.get(str(revision), since)
        found.append(since / 1000 - at)
    return found


def _last(told: list[float], came: Sequence[list[float]]) -> list[float]:
    """Return how long after each telling the last of the tablets had that or what overtook it."""
    found = []
    for at in told:
        firsts = [times[bisect_left(times, at)] for times in came if times and times[-1] >= at]
        if firsts:
            found.append(max(firsts) - at)
    return found


@contextmanager
def _process(*words: str, **more: Any) -> Iterator[subprocess.Popen[str]]:
    """Run one of ours until the end, however that comes: who loses its standard input stops by itself."""
    process = subprocess.Popen(  # noqa: S603 # our own program
        (sys.executable, "-m", *words), stdin=subprocess.PIPE, text=True, **more
    )
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


@contextmanager
def _service(broker: str, key: bytes, folder: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run the dashboard; yields it and the address that it printed."""
    words = ("dashboard", "dashboard", "--broker", broker, "--table", _TABLE, "--supervised")
    where = ("--http", f"{LOOPBACK}:0", "--data", folder)
    environment = os.environ | {KEY_VARIABLE: key.hex()}
    with _process(*words, *where, stderr=subprocess.PIPE, env=environment) as process:
        assert process.stderr is not None  # noqa: S101 # for the type: it's a pipe
        line = process.stderr.readline()
        if "http://" not in line:
            raise MissingFault(f"the dashboard didn't start: {line.strip()}")
        yield process, line.rpartition("http://")[2].strip().rstrip("/")


class _Others:
    """The tablets' process."""

    def __init__(self, process: subprocess.Popen[str] | None) -> None:
        self._process = process

    def came(self) -> list[list[float]]:
        """End them; return when what came to each."""
        if self._process is None:
            return []
        found: list[list[float]] = json.loads(self._process.communicate(timeout=_LONGEST_S)[0])
        return found


@contextmanager
def _tablets(url: str, joins: Sequence[object]) -> Iterator[_Others]:
    if not joins:
        yield _Others(None)
        return
    with _process("dashboard.bench.tablets", stdout=subprocess.PIPE) as process:
        assert process.stdin is not None  # noqa: S101 # for the type: it's a pipe
        assert process.stdout is not None  # noqa: S101 # for the type: it's a pipe
        process.stdin.write(json.dumps({"url": url, "joins": joins}) + "\n")
        process.stdin.flush()
        if process.stdout.readline() != "ready\n":
            raise MissingFault(f"{len(joins)} tablets couldn't connect to {url}")
        yield _Others(process)


@contextmanager
def _bare_server() -> Iterator[str]:
    with _process("dashboard.bench.bare_server", stdout=subprocess.PIPE) as process:
        assert process.stdout is not None  # noqa: S101 # for the type: it's a pipe
        yield f"ws://{LOOPBACK}:{process.stdout.readline().strip()}/"


def _bare_round(url: str, count: int, texts: list[list[str]]) -> list[float]:
    """Pass the same texts on to as many tablets by a server that does nothing else."""
    if count == 1:
        return []
    with _tablets(url, [None] * (count - 1)) as others, connect(url, max_queue=None) as sender:
        told, began = [], time.time()
        for move in texts[1:]:
            told.append(time.time())
            for text in sorted(move, key=lambda text: not text.startswith(MATCH.decode())):
                sender.send(text)
            time.sleep(max(0.0, began + len(told) * BARE_EVERY_S - time.time()))
        time.sleep(_SETTLE_S)
        return _last(told, others.came())


@contextmanager
def _chromium() -> Iterator["Page"]:
    """Open a browser with one page as large as a tablet, that remembers when it painted what."""
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415 # only the tests' requirements bring it
    except ImportError as error:
        raise MissingFault("bench dashboard needs Playwright: pip install 'boardwarden[test]'") from error
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise MissingFault("bench dashboard needs Chromium, found none; on Debian: sudo apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path)
        page = browser.new_page(viewport={"width": 1024, "height": 768})
        page.add_init_script(_WATCH)
        yield page
        browser.close()
