"""HTTP and WebSockets as the tests ask by them: with their patience."""

from functools import partial

import httpx
from websockets.sync.client import connect as connect_in_10_s

from tests.patience import PATIENCE_S

_TRUST = httpx.create_ssl_context()
"""Read once: by itself each question reads all the world's certificates first."""

get = partial(httpx.get, timeout=PATIENCE_S, verify=_TRUST)
post = partial(httpx.post, timeout=PATIENCE_S, verify=_TRUST)
stream = partial(httpx.stream, timeout=PATIENCE_S, verify=_TRUST)
client = partial(httpx.Client, timeout=PATIENCE_S, verify=_TRUST)
connect = partial(connect_in_10_s, open_timeout=PATIENCE_S)
