"""Replays the device reports of a footage folder, at the wall clock times that they belong to."""

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from queue import Full, Queue
from typing import Any

from engine.core.device_events import DeviceEvent
from engine.core.footage import load_device_events
from engine.core.ids import Seconds

FORGIVEN = 1.0
"""How late, in seconds, an event may still be sent when a bridge starts in the middle of footage."""


def scheduled(events: tuple[DeviceEvent, ...], *, start: float, now: float) -> Iterator[DeviceEvent]:
    """Yield the events that are still to be sent, with their wall clock times, for footage begun at `start`.

    Each carries a mark, so that an event that two runs of a bridge send can be taken once.
    """
    for number, event in enumerate(events, start=1):
        at = Seconds(start + event.taken_at)
        if at >= now - FORGIVEN:
            yield replace(event, taken_at=at, mark=f"footage-{start:.3f}-{number}")


class FootagePlayer:
    """Puts a footage folder's device events into a queue, each at its time.

    Raises:
        InputFault: `devices.jsonl` is broken; names file and line.
    """

    def __init__(self, folder: Path, queue: "Queue[Any]", *, start: float) -> None:
        self.name = folder.name
        self._events = load_device_events(folder)
        self._queue = queue
        self._start = start
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="footage devices", daemon=True)

    @property
    def devices(self) -> tuple[str, ...]:
        """The devices that report something in this footage."""
        return tuple(sorted({event.device for event in self._events}))

    def start(self) -> None:
        """Begin, in a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread; events that weren't sent stay unsent."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        for event in scheduled(self._events, start=self._start, now=time.time()):
            if self._stopping.wait(max(0.0, event.taken_at - time.time())):
                return
            while not self._stopping.is_set():
                try:
                    self._queue.put(event, timeout=0.5)
                    break
                except Full:
                    continue
