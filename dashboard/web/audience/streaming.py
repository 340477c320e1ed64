"""A stream of server-sent events to one follower. It ends when the follower leaves or the table stops."""

import asyncio
from collections.abc import AsyncIterator
from typing import Protocol

from dashboard.web.telling.tablet import Tablet
from engine.core.ids import Seconds

KEEP_ALIVE = Seconds(15.0)
"""The time between two signs of life on a quiet stream. Without them a proxy closes it."""


class FollowedFeed(Protocol):
    """Messages that pages follow, for instance a broadcast or a hall."""

    ended: asyncio.Event
    """Set once no more messages come."""

    def join(self, language: str) -> Tablet:
        """Add a follower who reads a language."""

    def leave(self, follower: Tablet) -> None:
        """Forget a follower."""


async def followed(
    feed: FollowedFeed, language: str, *, first: str = "", keep_alive: Seconds = KEEP_ALIVE
) -> AsyncIterator[str]:
    """Yield a new follower's messages as server-sent events, until the reader leaves or the feed ends.

    `first`: sent as soon as the follower has joined; empty: nothing is.
    """
    follower = feed.join(language)
    try:
        if first:
            yield first
        async for text in _streamed(follower, feed.ended, keep_alive):
            yield text
    finally:
        feed.leave(follower)


async def _streamed(follower: Tablet, ended: asyncio.Event, keep_alive: Seconds) -> AsyncIterator[str]:
    ending = asyncio.create_task(ended.wait())
    try:
        while not ending.done():
            next_text = asyncio.create_task(follower.next())
            try:
                await asyncio.wait(
                    (next_text, ending), timeout=keep_alive, return_when=asyncio.FIRST_COMPLETED
                )
                if ending.done():
                    return
                yield f"data: {next_text.result()}\n\n" if next_text.done() else ": nothing new\n\n"
            finally:
                next_text.cancel()
    finally:
        ending.cancel()
