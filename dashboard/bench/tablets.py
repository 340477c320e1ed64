"""Many tablets without screens, in one process of their own: they take what comes and remember when it came.

`python -m dashboard.bench.tablets` reads a line of JSON, `{"url", "joins"}` (what each sends first, or null),
says `ready` when all are connected, and when standard input closes prints for each the times (wall clock, s)
at which a match came.
"""

import asyncio
import json
import sys
import time

from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

MATCH = b'{"channel":"match"'
"""In a text that tells of a match, alone or together with more."""


class Line(asyncio.Protocol):
    """One tablet's connection."""

    def __init__(self, url: str, join: object, opened: "asyncio.Future[None]") -> None:
        self.matches: list[float] = []
        self._protocol = ClientProtocol(parse_uri(url), max_size=None)
        self._join = join
        self._opened = opened
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Shake hands."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 # asyncio's type is wider than its promise
        self._transport = transport
        self._protocol.send_request(self._protocol.connect())
        self._send()

    def data_received(self, data: bytes) -> None:
        """Take what came; pings are answered."""
        now = time.time()
        self._protocol.receive_data(data)
        for event in self._protocol.events_received():
            if isinstance(event, Response):
                self._begin(event)
            elif isinstance(event, Frame) and event.opcode is Opcode.TEXT and MATCH in event.data:
                self.matches.append(now)
        self._send()

    def connection_lost(self, _error: Exception | None) -> None:
        """A line that is lost before it's open opens for nobody."""
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


async def follow(url: str, joins: list[object]) -> None:
    """Connect a tablet for each of `joins`, and stay until standard input closes."""
    loop, lines = asyncio.get_running_loop(), []
    host, port = parse_uri(url).host, parse_uri(url).port
    for join in joins:
        opened: asyncio.Future[None] = loop.create_future()
        line = Line(url, join, opened)
        await loop.create_connection(lambda one=line: one, host, port)  # type: ignore[misc] # made at once
        await opened
        lines.append(line)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    sys.stdout.write(json.dumps([line.matches for line in lines]))


if __name__ == "__main__":
    told = json.loads(sys.stdin.readline())
    asyncio.run(follow(told["url"], told["joins"]))
