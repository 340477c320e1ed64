"""The tables of the network that a hall hasn't: who they are, and how they come to its broker.

Knows no sockets. Anybody in the network may announce a table, so their number has a limit.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from urllib.parse import urlsplit

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from dashboard.web.hall.link import refused
from dashboard.web.hall.tables import SeenHall
from dashboard.web.seats.seating import Seating
from dashboard.web.texts import TEXTS
from dashboard.web.words.speaking import encoded, language_asked, said
from engine.bus.address import BrokerAddress

NEARBY_LIMIT = 200
"""The most tables that are kept."""

_HERE = frozenset(("localhost", "127.0.0.1", "::1"))


@dataclass(frozen=True, slots=True)
class AnnouncedTable:
    """A table as it announces itself in the network."""

    table: str
    """Its name."""
    host: str
    """The name of its machine in the network, such as `boardwarden-2.local`."""
    addresses: tuple[str, ...]
    """The addresses of its machine; the first one leads to its pages."""
    port: int
    """The port of its pages."""
    encrypted: bool = False
    """Whether they are served by HTTPS."""

    @property
    def pages(self) -> str:
        """The address of its pages."""
        return f"{'https' if self.encrypted else 'http'}://{self.addresses[0]}:{self.port}/"


@dataclass(frozen=True, slots=True)
class NearbyTable:
    """A table of the network that isn't in the hall."""

    table: str
    """Its name."""
    host: str
    """The name of its machine in the network."""
    pages: str
    """The address of its pages."""


@dataclass(frozen=True, slots=True)
class NearbyTables:
    """The tables of the network that aren't in the hall, and how they come there."""

    tables: tuple[NearbyTable, ...]
    """Those tables, by their names."""
    option: str
    """The option that brings them to the hall's broker; empty: the broker is the hall's own alone."""


class Nearby:
    """The tables that announce themselves in the network now. Used from several threads."""

    def __init__(self, option: str) -> None:
        self._option = option
        self._lock = threading.Lock()
        self._announced: dict[str, AnnouncedTable] = {}
        self._hall = SeenHall()
        self._known = NearbyTables((), option)
        self._differs = False

    def came(self, name: str, table: AnnouncedTable) -> None:
        """Take a table that announces itself, or whose announcement is another now. `name`: the service's."""
        with self._lock:
            if name in self._announced or len(self._announced) < NEARBY_LIMIT:
                self._announced[name] = table
                self._differs = True

    def went(self, name: str) -> None:
        """Forget a table whose announcement has ended."""
        with self._lock:
            self._differs |= self._announced.pop(name, None) is not None

    def hear(self, hall: SeenHall) -> None:
        """Take the present tables of the hall."""
        with self._lock:
            self._hall, self._differs = hall, True

    def now(self) -> NearbyTables:
        """Return the tables that aren't in the hall."""
        with self._lock:
            self._differs = False
            found = outside(self._hall, self._announced.values())
        tables = {NearbyTable(one.table, one.host, one.pages) for one in found}
        return NearbyTables(tuple(sorted(tables, key=lambda one: (one.table, one.pages))), self._option)

    def was_changed(self) -> bool:
        """Tell whether `now` returns something else than when this was last asked."""
        if not self._differs:
            return False
        before, self._known = self._known, self.now()
        return before != self._known


def outside(hall: SeenHall, announced: Iterable[AnnouncedTable]) -> list[AnnouncedTable]:
    """Return the tables of the network that the hall hasn't.

    Tables of several machines may have one name; then the machine's address decides, where the table in the
    hall says one.
    """
    hosts: dict[str, set[str]] = {}
    for place, seen in hall.tables.items():
        if seen.is_there:
            pages = "" if seen.claim is None else seen.claim.pages
            hosts.setdefault(place.table, set()).add(urlsplit(pages).hostname or "")
    return [
        one
        for one in announced
        if not any(host in one.addresses or not _is_address(host) for host in hosts.get(one.table, ()))
    ]


def _is_address(host: str) -> bool:
    """Tell whether a host is an address that leads to one machine of the network."""
    return host not in _HERE and host.replace(".", "").isdigit()


def option_of(broker: BrokerAddress, own: str) -> str:
    """Return the option that has a table join a broker.

    `own`: the address of this machine in the network, for a broker that is called by a name that only this
    machine has; empty where there's none. Users and passwords are left out: each table has its own.
    """
    host = own if own and broker.host in _HERE else broker.host
    return f"--broker {BrokerAddress(host, broker.port, certificates=broker.certificates)}"


def nearby_pages(nearby: Nearby, seating: Seating) -> APIRouter:
    """Return the route of the tables nearby, for the arbiter of the hall alone.

    Addresses of a network are nobody else's matter, and pages of a hall may be read from outside.
    """
    router = APIRouter()

    @router.get("/nearby")
    async def _nearby(request: Request, lang: str = "en") -> Response:
        if (no := refused(request, seating, TEXTS.say("hall.refused_nearby"))) is not None:
            return JSONResponse({"text": said(no, language_asked(lang))}, HTTPStatus.FORBIDDEN)
        return Response(encoded(nearby.now(), language_asked(lang)), media_type="application/json")

    return router
