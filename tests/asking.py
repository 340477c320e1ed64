"""HTTP and WebSockets as the tests ask by them: with their patience."""

import asyncio
import json
import ssl
from functools import partial

import httpx
from websockets.asyncio.client import connect as connect_in_a_loop
from websockets.sync.client import connect as connect_in_10_s
from websockets.typing import Origin

from tests.patience import PATIENCE_S

_TRUST = httpx.create_ssl_context()
"""Read once: by itself each question reads all the world's certificates first."""

get = partial(httpx.get, timeout=PATIENCE_S, verify=_TRUST)
post = partial(httpx.post, timeout=PATIENCE_S, verify=_TRUST)
stream = partial(httpx.stream, timeout=PATIENCE_S, verify=_TRUST)
client = partial(httpx.Client, timeout=PATIENCE_S, verify=_TRUST)
connect = partial(connect_in_10_s, open_timeout=PATIENCE_S)


def place_over_tls(name: str, port: int, link: str, trust: ssl.SSLContext, *, origin: str | None) -> str:
    """Return the place that a tablet of this machine gets by a link, at a port, from a server of that name.

    An event loop asks: the client with threads reads and writes one TLS line at the same time, which Python
    3.11's `ssl` doesn't bear. Once in a while its request was never sent.
    """
    return asyncio.run(asyncio.wait_for(_place(name, port, link, trust, origin), PATIENCE_S))


async def _place(name: str, port: int, link: str, trust: ssl.SSLContext, origin: str | None) -> str:
    own = None if origin is None else Origin(origin)
    async with connect_in_a_loop(
        f"wss://{name}/ws", ssl=trust, origin=own, open_timeout=PATIENCE_S, host="127.0.0.1", port=port
    ) as tablet:
        await tablet.send(json.dumps({"join": {"link": link}}))
        async for text in tablet:
            message = json.loads(text)
            if message["channel"] == "place" and message["data"]["role"] != "spectator":
                return str(message["data"]["role"])
    raise AssertionError("the table gave no place")
