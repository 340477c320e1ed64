"""HTTP connections with limits: a slow request is ended, and nobody can use up all connections."""

import asyncio
import resource
import time
from collections.abc import Callable
from typing import Any, cast

import h11
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol

from dashboard.web.serving.gates import is_stream
from dashboard.web.serving.limits import ConnectionCount, Limits
from engine.core.ids import Seconds

_KEPT_FILES = 128
"""The files and sockets that the rest of the process needs, such as the bus. Tablets are counted apart."""

_ENOUGH_FILES = 8192

_BODY_HEADERS = (b"content-length", b"transfer-encoding")
"""The headers that announce a request's body."""


def raise_file_limit() -> int:
    """Raise the process's limit of open files up to 8192, if the system allows it; return the limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def patient_protocol(  # noqa: C901  # a protocol's methods stand together
    limits: Limits, *, files: int, passes_on: Callable[[str], bool] = lambda _: False
) -> type[asyncio.Protocol]:
    """Return uvicorn's HTTP/1.1 protocol with these limits, for a process that may open `files` files.

    `passes_on` returns whether an address is a proxy's, which many visitors share.
    """
    streams = limits.streams.unlinked + limits.streams.kept
    openings = ConnectionCount(limits, most=max(32, files - limits.tablets - streams - _KEPT_FILES))

    class _Patient(H11Protocol):
        def __init__(self, config: Config, server_state: Any, app_state: dict[str, Any], **more: Any) -> None:
            super().__init__(config, server_state, app_state, **more)
            self._deadline: asyncio.TimerHandle | None = None

        def connection_made(  # type: ignore[override] # as uvicorn has it: its transports are streams
            self, transport: asyncio.Transport
        ) -> None:
            super().connection_made(transport)
            address = self.client[0] if self.client else ""
            gives_way = openings.enter(self, address, _now(), passes_on=passes_on(address))
            if gives_way is self:
                transport.abort()
                return
            if gives_way is not None:
                cast("_Patient", gives_way).give_up()
            self._arm()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.transport.get_protocol() is not self:
                # The connection has become a tablet's WebSocket.
                self._disarm()
                openings.leave(self)
            elif self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
                # The deadline is set once for a request, so a slow sender can't extend it.
                openings.waits(self)
                self._arm()
            else:
                self._disarm()
                if is_stream(self.scope["path"]):
                    # A stream has no end, and is counted with the streams.
                    openings.leave(self)
                else:
                    openings.has_asked(self, _now())

        def on_response_complete(self) -> None:
            openings.waits(self)
            super().on_response_complete()

        def _should_upgrade(self) -> bool:
            # A tablet's handshake is a GET without a body. Uvicorn would wait for a body without any limit.
            lengths = [value for name, value in self.headers if name in _BODY_HEADERS]
            if self.scope["method"] != "GET" or any(value != b"0" for value in lengths):
                return False
            return super()._should_upgrade()

        def connection_lost(self, exc: Exception | None) -> None:
            self._disarm()
            openings.leave(self)
            super().connection_lost(exc)

        def give_up(self) -> None:
            """Close the connection, because its request doesn't come."""
            self._disarm()
            openings.leave(self)
            self.transport.abort()

        def _arm(self) -> None:
            if self._deadline is None:
                self._deadline = self.loop.call_later(limits.request_within_s, self.give_up)

        def _disarm(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

    return _Patient


def _now() -> Seconds:
    return Seconds(time.monotonic())
