"""Brings the bus's events to an event loop, one after another."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

EventOrNone = TypeVar("EventOrNone")

_WAIT_S = 0.25


async def arriving(
    receive: Callable[[float | None], EventOrNone], *, thread: str
) -> AsyncGenerator[EventOrNone, None]:
    """Yield each event as it comes, without end; None after all that came, and every quarter of a second.

    `receive` returns the next event, waiting for it up to some seconds; None: none came. If the loop is busy,
    events wait where they are received. A separate thread, named `thread`, waits, because pages may use all
    threads of the default pool.
    """
    loop = asyncio.get_running_loop()
    listening = ThreadPoolExecutor(max_workers=1, thread_name_prefix=thread)
    try:
        while True:
            event = await loop.run_in_executor(listening, receive, _WAIT_S)
            while event is not None:
                yield event
                event = receive(0)
            yield event
            await asyncio.sleep(0)
    finally:
        # Wait for the thread to end: left behind, it would take the next listener's event and lose it.
        await asyncio.to_thread(listening.shutdown)
