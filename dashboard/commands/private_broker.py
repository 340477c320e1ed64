"""A private broker of a command's own: its accounts, its process, and the note of where it is."""

import threading
import time
from pathlib import Path
from urllib.parse import quote

from dashboard.commands.plans import RunPlaces, broker_plan
from dashboard.supervisor.supervisor import Plan, Supervisor
from engine.bus.accounts import OWNER, Accounts
from engine.bus.address import parse_broker_url
from engine.bus.broker import LOOPBACK, wait_listening
from engine.core.faults import MissingFault

BROKER_SECONDS = 15.0

_TICK_SECONDS = 0.1


def bus_file_of(data: Path, table: str) -> Path:
    """Return the file that holds the private broker's URL while the table runs, for the user's programs."""
    return data / f".{quote(table, safe='')}.bus"


def private_broker(kind: str, folder: Path, *, port: int, stream: str = "") -> tuple[RunPlaces, Plan]:
    """Return the places of a run with a broker of its own, and the broker's plan; its accounts are written.

    `kind`: `mosquitto` or `iotcore`; `folder`: the run's folder; `stream`: as `RunPlaces` has it.

    Raises:
        OSError: the accounts can't be written.
    """
    accounts = Accounts.fresh()
    place = RunPlaces(accounts.url(OWNER, f"{LOOPBACK}:{port}"), folder, stream, accounts)
    accounts.write(place.accounts_file)
    return place, broker_plan(kind, place, port=port)


def wait_for_broker(place: RunPlaces, supervisor: Supervisor, stop: threading.Event, *, kind: str) -> None:
    """Wait until the broker that a supervisor keeps up listens, or until `stop` is set.

    Raises:
        MissingFault: it doesn't come up.
    """
    until = time.monotonic() + BROKER_SECONDS
    while not stop.is_set() and not wait_listening(parse_broker_url(place.broker_url), seconds=_TICK_SECONDS):
        supervisor.tick()
        if time.monotonic() < until:
            continue
        raise MissingFault(
            f"the {kind} broker doesn't come up in {BROKER_SECONDS:g} s; its messages are above; "
            "try the other of --broker mosquitto and --broker iotcore"
        )
