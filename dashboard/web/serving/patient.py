"""HTTP connections that don't wait for ever: half-sent requests end, and none can use up all there are."""

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
"""Files and sockets that everything else of the process needs: bus, tablets' room is counted apart."""

_ENOUGH_FILES = 8192

_BODY_HEADERS = (b"content-length", b"transfer-encoding")
"""The headers that announce a body after a request."""


def raise_file_limit() -> int:
    """Ask the system for as many open files as it may give, up to enough; return how many that is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH_FILES)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return wanted
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted


def patient_protocol(  # noqa: C901  # a protocol's methods stand together
    limits: Limits, *, files: int, passes_on: Callable[[str], bool] = lambda _: False
) -> type[asyncio.Protocol]:
    """Return uvicorn's HTTP/1.1 protocol with these limits, for one server that may open `files` files.

    `passes_on` tells of an address whether a proxy is there, which many visitors share.
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
                # It is a tablet's now.
                self._disarm()
                openings.leave(self)
            elif self.conn.their_state in (h11.IDLE, h11.SEND_BODY):
                # Armed once for a request, however slowly it drips.
                openings.waits(self)
                self._arm()
            else:
                self._disarm()
                if is_stream(self.scope["path"]):
                    # It has no end of its own, and is counted with its like.
                    openings.leave(self)
                else:
                    openings.has_asked(self, _now())

        def on_response_complete(self) -> None:
            openings.waits(self)
            super().on_response_complete()

        def _should_upgrade(self) -> bool:
            # A tablet's handshake is a GET without a body. For a body uvicorn would wait beyond all limits.
            lengths = [value for name, value in self.headers if name in _BODY_HEADERS]
            if self.scope["method"] != "GET" or any(value != b"0" for value in lengths):
                return False
            return super()._should_upgrade()

        def connection_lost(self, exc: Exception | None) -> None:
            self._disarm()
            openings.leave(self)
            super().connection_lost(exc)

        def give_up(self) -> None:
            """End the connection: its request doesn't come."""
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
