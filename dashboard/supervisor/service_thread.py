"""A service that runs in a thread of this process, kept running by a supervisor as a process is."""

import logging
import threading
from collections.abc import Callable

from engine.core.exit_status import BAD_INPUT, DIDNT_HOLD, DONE, MISSING
from engine.core.faults import InputFault, MissingFault

log = logging.getLogger(__name__)


class ServiceThread:
    """A function that serves until its event is set, in a thread of its own.

    A fault ends the part and nothing else. A thread can't be ended from outside: a part that never comes back
    stays until the process ends.
    """

    on_bus = False

    def __init__(self, name: str, serve: Callable[[threading.Event], None]) -> None:
        self._name = name
        self._stop = threading.Event()
        self._ending: int | None = None
        self._thread = threading.Thread(target=self._run, args=(serve,), name=name, daemon=True)
        self._thread.start()

    def status(self) -> int | None:
        """Return a process's exit status for the same end; None while it runs."""
        return None if self._thread.is_alive() else self._ending

    def hangs(self) -> bool:
        """Return False. The bus reports a service that reads nothing any more."""
        return False

    def terminate(self) -> None:
        """Ask the part to stop."""
        self._stop.set()

    def kill(self) -> None:
        """Give up waiting for the part."""
        self._stop.set()
        if self._thread.is_alive():
            log.warning("%s doesn't stop", self._name)

    def _run(self, serve: Callable[[threading.Event], None]) -> None:
        self._ending = DIDNT_HOLD
        try:
            serve(self._stop)
        except MissingFault as fault:
            log.warning("%s: %s", self._name, fault)
            self._ending = MISSING
        except InputFault as fault:
            log.error("%s: %s", self._name, fault)  # noqa: TRY400 # a sentence for people, no traceback
            self._ending = BAD_INPUT
        except Exception:
            # A fault in one table must not end the others, which share this process.
            log.exception("%s broke", self._name)
        else:
            self._ending = DONE
