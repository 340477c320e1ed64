"""HTTP as the tests ask it: with their patience."""

from functools import partial

import httpx

from tests.patience import PATIENCE_S

get = partial(httpx.get, timeout=PATIENCE_S)
post = partial(httpx.post, timeout=PATIENCE_S)
stream = partial(httpx.stream, timeout=PATIENCE_S)
client = partial(httpx.Client, timeout=PATIENCE_S)
