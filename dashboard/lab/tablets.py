"""Many tablets without screens in one process; they receive messages, and record the times of arrival.

`python -m dashboard.lab.tablets` reads a line of JSON, `{"url", "joins", "longest_s"}`; `joins` has each
tablet's first message, or null. It prints `ready` when all are connected, or why one isn't. For each further
line with a revision it prints `came` when that is every tablet's newest, or after the longest time, how many
tablets lack it. When standard input closes, it prints each tablet's arrivals as time (wall clock, s) and
revision.
"""

import asyncio
import json
import re
import sys
import time

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

MATCH = b'{"channel":"match"'
"""The beginning of the match's message in a text, which may hold further messages."""

_NEXT = b'{"channel":"'
_REVISION = re.compile(rb'"revision":(\d+)')
_LOOK_EVERY_S = 0.02


def revision_in(text: bytes) -> int | None:
    """Return the match's revision in a text with a whole state or with steps; None: the text has none.

    A match's message also names earlier revisions, so the largest counts. The text isn't parsed as JSON: for
    all tablets that would take longer than the measured times.
    """
    begin = text.find(MATCH)
    if begin < 0:
        return None
    end = text.find(_NEXT, begin + 1)
    revisions = _REVISION.findall(text, begin, end if end >= 0 else len(text))
    return max(map(int, revisions), default=None)


class TabletLine(asyncio.Protocol):
    """One tablet's connection; `came` has the arrivals of the match's revisions, as time and revision."""

    def __init__(self, url: str, join: object, opened: "asyncio.Future[None]") -> None:
        self.came: list[tuple[float, int]] = []
        self._protocol = ClientProtocol(parse_uri(url), max_size=None)
        self._join = join
        self._opened = opened
        self._transport: asyncio.Transport | None = None

    @property
    def newest(self) -> int | None:
        """The newest revision that came; None: none has come."""
        return self.came[-1][1] if self.came else None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request that opens the WebSocket."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 # asyncio's type is wider than its promise
        self._transport = transport
        self._protocol.send_request(self._protocol.connect())
        self._send()

    def data_received(self, data: bytes) -> None:
        """Record the revisions in the received data, and answer pings."""
        now = time.time()
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self._begin(event)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT:
                revision = revision_in(bytes(event.data))
                if revision is not None:
                    self.came.append((now, revision))
        self._send()

    def connection_lost(self, _error: Exception | None) -> None:
        """Report the error if the connection is lost before it's open."""
        if not self._opened.done():
            self._opened.set_exception(ConnectionError("the server closed the line"))

    def _begin(self, answer: Response) -> None:
        if self._protocol.handshake_exc is not None:
            self._opened.set_exception(ConnectionError(f"status {answer.status_code}"))
            return
        if self._join is not None:
            self._protocol.send_text(json.dumps(self._join).encode())
        self._opened.set_result(None)

    def _send(self) -> None:
        if self._transport is not None:
            self._transport.write(b"".join(self._protocol.data_to_send()))


async def follow(url: str, joins: list[object], longest_s: float) -> None:
    """Connect a tablet for each of `joins`, and stay until standard input closes."""
    try:
        lines = [await _connected(url, join) for join in joins]
    except OSError as error:
        _say(str(error))
        return
    _say("ready")
    while asked := await asyncio.to_thread(sys.stdin.readline):
        missing = await _missing(lines, int(asked), longest_s)
        _say(f"{missing} of {len(lines)}" if missing else "came")
    sys.stdout.write(json.dumps([line.came for line in lines]))


async def _connected(url: str, join: object) -> TabletLine:
    loop, uri = asyncio.get_running_loop(), parse_uri(url)
    opened: asyncio.Future[None] = loop.create_future()
    line = TabletLine(url, join, opened)
    await loop.create_connection(lambda: line, uri.host, uri.port)
    await opened
    return line


def _say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


async def _missing(lines: list[TabletLine], revision: int, longest_s: float) -> int:
    """Wait until a revision is every tablet's newest; return the number of tablets without it at the end."""
    until = time.monotonic() + longest_s
    while missing := sum(line.newest != revision for line in lines):
        if time.monotonic() > until:
            break
        await asyncio.sleep(_LOOK_EVERY_S)
    return missing


if __name__ == "__main__":
    orders = json.loads(sys.stdin.readline())
    asyncio.run(follow(orders["url"], orders["joins"], orders["longest_s"]))
