"""One port for TLS and for plain HTTP. The first byte of a connection says which one it is.

A plain connection gets other pages, which say how to reach the encrypted ones. A silent one is closed.
"""

import asyncio
import errno
import logging
import socket
import ssl
from collections.abc import Callable
from contextlib import suppress

from dashboard.web.serving.limits import ConnectionCount
from engine.core.ids import Seconds

_HANDSHAKE = b"\x16"
"""The first byte of a TLS connection (RFC 8446, 5.1: a record of a handshake)."""

_AGAIN_S = 1.0
"""The wait after the system had no file descriptor left for a connection, as in asyncio's own servers."""

_NO_ROOM = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))

log = logging.getLogger(__name__)

Protocols = Callable[[], asyncio.Protocol]


class Front:
    """Accepts a socket's connections, and gives each to one of two makers of asyncio protocols.

    `pages` serves connections with TLS, `in_clear` the others. `context` returns the newest TLS settings.
    `arriving` counts the connections whose first byte or handshake is awaited; each has `within_s` for both.
    `close` and `wait_closed` are as in `asyncio.Server`.
    """

    def __init__(
        self,
        listener: socket.socket,
        *,
        pages: Protocols,
        in_clear: Protocols,
        context: Callable[[], ssl.SSLContext],
        arriving: ConnectionCount,
        within_s: float,
    ) -> None:
        self._listener = listener
        self._pages, self._in_clear, self._context = pages, in_clear, context
        self._arriving, self._within_s = arriving, within_s
        listener.settimeout(0)
        self._greeting: dict[asyncio.Task[None], socket.socket] = {}
        self._accepting = asyncio.create_task(self._accept())

    def close(self) -> None:
        """Accept no more connections, and end those that are still arriving."""
        for task in (self._accepting, *self._greeting):
            task.cancel()

    async def wait_closed(self) -> None:
        """Return when no connection is accepted or arriving any more."""
        await asyncio.gather(self._accepting, *self._greeting, return_exceptions=True)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                found, address = await loop.sock_accept(self._listener)
            except OSError as error:
                if error.errno in _NO_ROOM:
                    log.warning("another connection can't be accepted: %s", error.strerror)
                    await asyncio.sleep(_AGAIN_S)
                # For any other error the visitor hung up before the connection was accepted.
                continue
            self._let_in(found, str(address[0]))

    def _let_in(self, found: socket.socket, address: str) -> None:
        found.settimeout(0)
        task = asyncio.create_task(self._greet(found))
        self._greeting[task] = found
        task.add_done_callback(self._greeted)
        gives_way = self._arriving.enter(task, address, Seconds(asyncio.get_running_loop().time()))
        if isinstance(gives_way, asyncio.Task):
            gives_way.cancel()

    def _greeted(self, task: "asyncio.Task[None]") -> None:
        self._arriving.leave(task)
        found = self._greeting.pop(task)
        # This closes nothing after a detach: then the socket belongs to a protocol.
        found.close()

    async def _greet(self, found: socket.socket) -> None:
        """Find out whether a visitor speaks TLS, and pass the connection on; close a silent one."""
        loop = asyncio.get_running_loop()
        with suppress(OSError):
            async with asyncio.timeout(self._within_s):
                first = await _peek(found)
                if not first:
                    return
                theirs = socket.socket(fileno=found.detach())
                if first != _HANDSHAKE:
                    await loop.connect_accepted_socket(self._in_clear, theirs)
                    return
                # A handshake fails if the device doesn't trust the table's authority yet.
                await loop.connect_accepted_socket(
                    self._pages, theirs, ssl=self._context(), ssl_handshake_timeout=self._within_s
                )


async def _peek(found: socket.socket) -> bytes:
    """Return the first byte of a connection without taking it out; empty if the visitor hung up."""
    loop = asyncio.get_running_loop()
    readable = loop.create_future()
    loop.add_reader(found, lambda: None if readable.done() else readable.set_result(None))
    try:
        await readable
    finally:
        loop.remove_reader(found)
    return found.recv(1, socket.MSG_PEEK)
