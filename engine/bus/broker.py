"""The broker a table speaks through: a private one on this machine, or anybody's by URL.

A private broker listens on 127.0.0.1 only, so it is never offered to a network. It lets in every client that
has one of its accounts.
"""

import secrets
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from engine.bus.accounts import Accounts
from engine.bus.address import BrokerAddress, parse_broker_url
from engine.bus.private_broker import IotcoreBroker, MosquittoBroker, find_mosquitto, has_iotcore
from engine.bus.tls import trouble_of
from engine.core.faults import InputFault, MissingFault

REACH_SECONDS = 5.0
LOOPBACK = "127.0.0.1"

_OWN_PORTS = range(20_000, 32_768)
"""Ports that no system hands out by itself: Linux starts at 32,768, macOS and Windows at 49,152."""

_CONNECT_SECONDS = 1.0
_PAUSE_SECONDS = 0.05


class Broker(Protocol):
    """A broker that can be started and stopped."""

    @property
    def url(self) -> str:
        """The URL where it listens; it includes the user's password, if any."""

    @property
    def about(self) -> str:
        """Its description for people: `mosquitto on 127.0.0.1:18830`."""

    @property
    def running(self) -> bool:
        """Whether it seems to run; it isn't asked for an answer."""

    @property
    def pid(self) -> int | None:
        """Its process's id; None where it isn't ours, doesn't run, or the system doesn't say."""

    def start(self) -> None:
        """Start it and wait until it takes connections.

        Raises:
            MissingFault: it doesn't come up, or nothing listens there.
        """

    def stop(self) -> None:
        """Stop it; harmless when it isn't running."""


class RemoteBroker:
    """A broker that somebody else runs: starting and stopping it does nothing."""

    def __init__(self, url: str, *, reach_seconds: float = REACH_SECONDS) -> None:
        self._url = url
        self._address = parse_broker_url(url)
        self._reach_seconds = reach_seconds

    @property
    def url(self) -> str:
        """The URL where it listens."""
        return self._url

    @property
    def about(self) -> str:
        """Its description for people."""
        return f"the broker at {self._address}"

    @property
    def running(self) -> bool:
        """Always True: somebody else runs it."""
        return True

    @property
    def pid(self) -> int | None:
        """Always None: the process is somebody else's."""
        return None

    def start(self) -> None:
        """See that something listens there.

        Raises:
            MissingFault: nothing does.
        """
        if not wait_listening(self._address, seconds=self._reach_seconds):
            raise MissingFault(
                f"nothing answers at {self._address} (tried for {self._reach_seconds:g} s); "
                "start that broker, or leave --broker out to use a private one"
            )
        if self._address.certificates is not None and (trouble := trouble_of(self._address)):
            raise MissingFault(trouble)

    def stop(self) -> None:
        """Leave it running."""


def open_broker(
    choice: str, *, port: int = 0, folder: Path | None = None, accounts: Accounts | None = None
) -> Broker:
    """Return the broker that `--broker` names, not started yet.

    `embedded`: a private one, mosquitto where it is installed, else iotcore; `mosquitto`, `iotcore`: that
    one; `mqtt://…`: a broker that somebody else runs. `port` 0 takes a free one. `folder` is where a private
    broker puts its configuration (None: a temporary one). `accounts` may sign in there (None: anybody on
    this machine).

    Raises:
        InputFault: no such choice.
        MissingFault: that broker isn't installed; says how to install it.
    """
    if "://" in choice:
        return RemoteBroker(choice)
    makers: dict[str, Callable[[], Broker]] = {
        "mosquitto": lambda: MosquittoBroker(port=port or free_port(), folder=folder, accounts=accounts),
        "iotcore": lambda: IotcoreBroker(port=port or free_port(), folder=folder, accounts=accounts),
    }
    return makers[private_kind(choice)]()


def private_kind(choice: str) -> str:
    """Return the private broker that a choice means on this machine: `mosquitto` or `iotcore`.

    Raises:
        InputFault: no such choice.
        MissingFault: that broker isn't installed; says how to install it.
    """
    if choice not in ("embedded", "mosquitto", "iotcore"):
        raise InputFault(f"broker '{choice}': expected embedded, mosquitto, iotcore or mqtt://host:port")
    if choice != "iotcore" and find_mosquitto() is not None:
        return "mosquitto"
    if choice == "mosquitto":
        raise MissingFault("mosquitto isn't installed; on Debian: sudo apt install mosquitto")
    if not has_iotcore():
        other = "" if choice == "iotcore" else "; or mosquitto, on Debian: sudo apt install mosquitto"
        raise MissingFault(f"iotcore isn't installed: python -m pip install iotcore{other}")
    return "iotcore"


def free_port() -> int:
    """Return a loopback port that nobody listens on now.

    The system gives it to nobody who takes any port. A port of the system's choice could go to another
    program, or to any connection, in the seconds until a service of ours listens there.

    Raises:
        MissingFault: none was found.
    """
    for _ in _OWN_PORTS:
        # Not by a seeded generator: two processes with the same seed would choose the same.
        port = secrets.choice(_OWN_PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((LOOPBACK, port))
            return port
    raise MissingFault(f"no port from {_OWN_PORTS.start} to {_OWN_PORTS[-1]} was found free")


def wait_listening(address: BrokerAddress, *, seconds: float) -> bool:
    """Tell whether something takes connections at an address, waiting for it."""
    until = time.monotonic() + seconds
    while True:
        try:
            with socket.create_connection((address.host, address.port), timeout=_CONNECT_SECONDS):
                return True
        except OSError:
            if time.monotonic() >= until:
                return False
            time.sleep(_PAUSE_SECONDS)
