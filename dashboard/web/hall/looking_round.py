"""Looks for tables in the local network, by multicast DNS, as long as a hall runs."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ipaddress import ip_address

from zeroconf import Error as ZeroconfError
from zeroconf import InterfaceChoice, IPVersion, ServiceBrowser, ServiceInfo, ServiceListener, Zeroconf

from dashboard.web.hall.nearby import AnnouncedTable, Nearby
from dashboard.web.serving.announced import SERVICE

_ASK_MS = 3_000
_LONGEST_NAME = 80

log = logging.getLogger(__name__)


@contextmanager
def looking_round(nearby: Nearby, interfaces: Sequence[str] = ()) -> Iterator[None]:
    """Tell `nearby` which tables come and go in the network.

    `interfaces`: the addresses of this machine that are used; all of them if none is given. A network that
    can't be asked is only logged, because the tables of the broker need none.
    """
    try:
        opened = Zeroconf(list(interfaces) or InterfaceChoice.All, ip_version=IPVersion.V4Only)
    except OSError as error:
        log.warning("no tables are looked for in the network: %s", error.strerror or error)
        yield
        return
    try:
        ServiceBrowser(opened, SERVICE, listener=_Listener(nearby))
        yield
    finally:
        # Ends the browser, too.
        opened.close()


class _Listener(ServiceListener):
    """Takes the announcements. It's called in the browser's thread."""

    def __init__(self, nearby: Nearby) -> None:
        self._nearby = nearby

    def add_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        try:
            found = zc.get_service_info(type_, name, _ASK_MS)
        except (OSError, ZeroconfError) as error:
            log.debug("no answer from %s: %s", name, error)
            return
        table = None if found is None else table_of(found)
        if table is not None:
            self._nearby.came(name, table)

    update_service = add_service

    def remove_service(self, zc: Zeroconf, type_: str, name: str) -> None:
        del zc, type_
        self._nearby.went(name)


def table_of(info: ServiceInfo) -> AnnouncedTable | None:
    """Return the table of an announcement; None where it isn't one of ours, or lacks what leads there."""
    said = {key: (value or b"").decode(errors="replace") for key, value in info.properties.items()}
    table = said.get(b"table", "").strip()
    # An address that a machine gave itself for want of a network leads nowhere from another machine.
    addresses = sorted(info.parsed_addresses(), key=lambda one: (ip_address(one).is_link_local, one))
    if not table or len(table) > _LONGEST_NAME or not table.isprintable() or not addresses or not info.port:
        return None
    host = (info.server or "").removesuffix(".")
    return AnnouncedTable(table, host, tuple(addresses), info.port, encrypted=said.get(b"scheme") == "https")
