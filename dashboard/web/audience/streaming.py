"""A stream of server-sent events to one follower. It ends when the follower leaves or the table stops."""

import asyncio
from collections.abc import AsyncIterator

from dashboard.web.telling.tablet import Tablet
from engine.core.ids import Seconds

KEEP_ALIVE = Seconds(15.0)
"""The time between two signs of life on a quiet stream. Without them a proxy closes it."""


async def streamed(
    follower: Tablet, ended: asyncio.Event, *, keep_alive: Seconds = KEEP_ALIVE
) -> AsyncIterator[str]:
    """Yield a follower's messages as server-sent events; stop at once when `ended` is set."""
    ending = asyncio.create_task(ended.wait())
    try:
        while not ending.done():
            told = asyncio.create_task(follower.next())
            try:
                await asyncio.wait((told, ending), timeout=keep_alive, return_when=asyncio.FIRST_COMPLETED)
                if ending.done():
                    return
                yield f"data: {told.result()}\n\n" if told.done() else ": nothing new\n\n"
            finally:
                told.cancel()
    finally:
        ending.cancel()
