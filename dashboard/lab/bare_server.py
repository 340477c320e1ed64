"""A minimal WebSocket server that sends each message to all, as a reference for the dashboard.

`python -m dashboard.lab.bare_server` prints its port and serves until standard input closes.
"""

import asyncio
import sys
from contextlib import suppress

from websockets.asyncio.server import ServerConnection, broadcast, serve
from websockets.exceptions import ConnectionClosed

from dashboard.lab.breaking import keep_websockets_quiet
from engine.bus.broker import LOOPBACK


async def serve_all() -> None:
    """Serve until standard input closes."""
    everybody: set[ServerConnection] = set()

    async def one(connection: ServerConnection) -> None:
        everybody.add(connection)
        # A bench may cut a connection without closing it.
        with suppress(ConnectionClosed):
            async for message in connection:
                broadcast(everybody, message)
        everybody.discard(connection)

    async with serve(one, LOOPBACK, 0, compression=None) as server:
        (socket,) = server.sockets
        sys.stdout.write(f"{socket.getsockname()[1]}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    keep_websockets_quiet()
    asyncio.run(serve_all())
