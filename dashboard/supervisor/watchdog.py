"""When a process that runs but says nothing is ended, to be started again. Pure: times come in."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

PATIENCE_SECONDS = 30.0
"""How long a service that was there may be away from the bus while its process runs."""


class Watchdog:
    """Follows which of the supervisor's processes are on the bus."""

    def __init__(self, *, patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._patience = patience_seconds
        self._was_online: dict[str, int] = {}
        self._away_since: dict[str, float] = {}

    def stuck(
        self, pids: Mapping[str, int], online: AbstractSet[str], *, now: float, is_connected: bool
    ) -> tuple[str, ...]:
        """Return the services to be ended now, by name.

        One that has never been on the bus is still starting. While the bus itself is away (`is_connected`),
        nobody can be on it, and nobody's time runs. `now` in seconds, on a monotonic clock.
        """
        found = []
        for name, pid in pids.items():
            if name in online:
                self._was_online[name] = pid
                self._away_since.pop(name, None)
            elif not is_connected or self._was_online.get(name) != pid:
                self._away_since.pop(name, None)
            elif now - self._away_since.setdefault(name, now) >= self._patience:
                del self._was_online[name], self._away_since[name]
                found.append(name)
        return tuple(found)
