"""The server uvicorn as a table runs it: its caller stops it, and one port can take TLS and plain HTTP."""

import asyncio
import socket
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn

from dashboard.web.https.encryption import Encryption
from dashboard.web.https.front import Front, Protocols
from dashboard.web.serving.limits import ConnectionCount


@dataclass(frozen=True, slots=True)
class EncryptedServing:
    """The parts of a server that speaks TLS."""

    encryption: Encryption
    """The certificates."""
    in_clear: uvicorn.Config
    """The server's settings for visitors with plain HTTP. Its protocol class is that of the other pages."""
    arriving: ConnectionCount
    """Counts the connections whose first byte or handshake is awaited."""
    within_s: float
    """The time that each of them has, s."""


class Server(uvicorn.Server):
    """uvicorn without its signal handling, because the service handles signals."""

    def __init__(self, config: uvicorn.Config, encrypted: EncryptedServing | None = None) -> None:
        super().__init__(config)
        self._encrypted = encrypted

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave the signals alone."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve at these sockets."""
        if self._encrypted is None:
            await super().startup(sockets)
            return
        await super().startup([])
        encrypted = self._encrypted
        fronts = [
            Front(
                one,
                pages=self._protocols(self.config),
                in_clear=self._protocols(encrypted.in_clear),
                context=lambda: encrypted.encryption.context,
                arriving=encrypted.arriving,
                within_s=encrypted.within_s,
            )
            for one in sockets or ()
        ]
        self.servers = fronts  # type: ignore[assignment] # uvicorn closes them, and waits until they are

    def _protocols(self, config: uvicorn.Config) -> Protocols:
        """Return a function that makes the protocol of a connection, as uvicorn's own does."""
        if not config.loaded:
            config.load()

        def made() -> asyncio.Protocol:
            return config.http_protocol_class(  # type: ignore[call-arg] # uvicorn's own arguments
                config=config, server_state=self.server_state, app_state={}
            )

        return made
