"""A service whose event loop runs in a thread of a test, until the test stops it."""

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

from tests.patience import PATIENCE_S


class ServiceThread:
    """Runs a service, as often as it is started again. `name` says in a failure what didn't stop."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def runs(self) -> bool:
        """Whether the service was started and hasn't been stopped."""
        return self._thread is not None

    def start(self, serving: Callable[[threading.Event], Coroutine[Any, Any, None]]) -> None:
        """Run the service that `serving` makes; the event asks it to stop."""
        self._stop = threading.Event()
        self._thread = threading.Thread(target=asyncio.run, args=(serving(self._stop),))
        self._thread.start()

    def stop(self) -> None:
        """Ask the service to stop, and wait until it has."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=PATIENCE_S)
            assert not self._thread.is_alive(), f"{self._name} didn't stop"
            self._thread = None
