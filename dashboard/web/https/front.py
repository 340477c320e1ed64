"""One port for TLS and for plain HTTP: the first byte that a visitor sends tells which it is.

A visitor who speaks plain HTTP gets other pages there, which say how to go on. A silent one is let go.
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
"""The first byte of TLS (RFC 8446, 5.1: a record of a handshake)."""

_AGAIN_S = 1.0
"""The rest after the system had no file left for a connection (asyncio's own servers take as long)."""

_NO_ROOM = frozenset((errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM))

log = logging.getLogger(__name__)

Protocols = Callable[[], asyncio.Protocol]


class Front:
    """Accepts a socket's connections, and hands each to one of two makers of protocols.

    `pages` answer those that speak TLS, `in_clear` the others. `context` returns the newest certificates,
    `arriving` counts those whose first byte or handshake isn't through yet; each has `within_s` for both.
    Is closed and waited for as a server of asyncio's is.
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
        """Accept no more connections, and end those that aren't through."""
        for task in (self._accepting, *self._greeting):
            task.cancel()

    async def wait_closed(self) -> None:
        """Return once nothing is accepted any more."""
        await asyncio.gather(self._accepting, *self._greeting, return_exceptions=True)

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                found, address = await loop.sock_accept(self._listener)
            except OSError as error:
                if error.errno in _NO_ROOM:
                    log.warning("no room for another connection: %s", error.strerror)
                    await asyncio.sleep(_AGAIN_S)
                # Else whoever came has gone before being let in.
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
        # A socket that was detached is a protocol's now.
        found.close()

    async def _greet(self, found: socket.socket) -> None:
        """Find out what a visitor speaks; one who says nothing is let go without a word."""
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
                # A handshake fails where a device doesn't trust the table yet.
                await loop.connect_accepted_socket(
                    self._pages, theirs, ssl=self._context(), ssl_handshake_timeout=self._within_s
                )


async def _peek(found: socket.socket) -> bytes:
    """Return the first byte that comes, and leave it there; empty: nobody is there any more."""
    loop = asyncio.get_running_loop()
    readable = loop.create_future()
    loop.add_reader(found, lambda: None if readable.done() else readable.set_result(None))
    try:
        await readable
    finally:
        loop.remove_reader(found)
    return found.recv(1, socket.MSG_PEEK)
