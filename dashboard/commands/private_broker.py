"""A private broker of a command's own: its accounts, its process, and the note of where it is."""

import logging
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

from dashboard.commands.plans import RunPlaces, broker_plan
from dashboard.supervisor.supervisor import SAID_TIMES, Supervisor
from engine.bus.accounts import OWNER, Accounts
from engine.bus.address import parse_broker_url
from engine.bus.broker import LOOPBACK, free_port, wait_listening
from engine.core.faults import MissingFault
from engine.core.whole_file import put_whole

BROKER_SECONDS = 90.0
"""How long a broker may take to come up, in seconds: a busy machine starts a process late."""

_SAID_SECONDS = 10.0
"""After this time people read that the broker is waited for."""

_TICK_SECONDS = 0.1

log = logging.getLogger(__name__)


def bus_file_of(data: Path, table: str) -> Path:
    """Return the file that holds the private broker's URL while the table runs, for the user's programs."""
    return data / f".{quote(table, safe='')}.bus"


@dataclass(frozen=True, slots=True)
class OwnBroker:
    """A private broker that a command starts for its tables."""

    kind: str
    """`mosquitto` or `iotcore`."""
    note: Path
    """The file that holds its URL while it runs (`bus_file_of`). Its user removes it afterwards."""
    port: int = field(default_factory=free_port)
    """Its port on this machine."""

    def prepared(self, folder: Path, *, stream: str = "") -> RunPlaces:
        """Return the places of a run with this broker; its accounts and the note are written.

        `folder`: the run's folder; `stream`: as `RunPlaces` has it.

        Raises:
            OSError: they can't be written.
        """
        accounts = Accounts.fresh()
        place = RunPlaces(accounts.url(OWNER, f"{LOOPBACK}:{self.port}"), folder, stream, accounts)
        accounts.write(place.accounts_file)
        put_whole(self.note, f"{place.broker_url}\n".encode())
        return place

    def start(self, place: RunPlaces, supervisor: Supervisor, stop: threading.Event) -> None:
        """Let a supervisor keep it up, and wait until it listens or `stop` is set.

        Raises:
            MissingFault: it ends again and again, or doesn't come up in time.
        """
        plan = broker_plan(self.kind, place, port=self.port)
        supervisor.add(plan)
        address = parse_broker_url(place.broker_url)
        began, said = time.monotonic(), False
        while not stop.is_set() and not wait_listening(address, seconds=_TICK_SECONDS):
            given_up, waited = supervisor.tick(), time.monotonic() - began
            if given_up is not None or supervisor.failures(plan.name) >= SAID_TIMES:
                raise self._missing("ends as soon as it's started")
            if waited >= BROKER_SECONDS:
                raise self._missing(f"doesn't come up in {BROKER_SECONDS:g} s")
            if waited >= _SAID_SECONDS and not said:
                said = True
                log.warning(
                    "the %s broker isn't up after %.0f s: the machine is busy; waiting for up to %.0f s",
                    self.kind,
                    waited,
                    BROKER_SECONDS,
                )

    def _missing(self, what: str) -> MissingFault:
        return MissingFault(
            f"the {self.kind} broker {what}; its messages are above; "
            "try the other of --broker mosquitto and --broker iotcore"
        )
