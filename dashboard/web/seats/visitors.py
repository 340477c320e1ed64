"""The place of a request over HTTP: the one that its link leads to, else that of its machine."""

from ipaddress import ip_address

from starlette.requests import HTTPConnection

from dashboard.web.seats.seating import ARBITER, SPECTATOR, Seating, TabletPlace
from dashboard.web.serving.origin import host_of, port_of
from engine.core.faults import InputFault

_PASSED_ON = (
    "forwarded",
    "via",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-forwarded-server",
    "x-real-ip",
    "x-client-ip",
    "true-client-ip",
    "cf-connecting-ip",
)
"""Headers that proxies use to say that a request is another's."""


def place_of_visitor(visitor: HTTPConnection, seating: Seating) -> TabletPlace:
    """Return the place of who asks, by `Authorization: Bearer LINK`, else by machine.

    Raises:
        InputFault: no such link was handed out at this table.
    """
    link = visitor.headers.get("authorization", "").removeprefix("Bearer ")
    return seating.place_of(link) if link else place_without_its_link(visitor, seating)


def place_or_spectator(visitor: HTTPConnection, seating: Seating) -> TabletPlace:
    """Return the place of who asks; a link whose time is over shows what everybody sees."""
    try:
        return place_of_visitor(visitor, seating)
    except InputFault:
        return SPECTATOR


def place_without_its_link(visitor: HTTPConnection, seating: Seating) -> TabletPlace:
    """Return the place of who asks, whatever link it may have: who sits at this machine keeps the table.

    Only where the pages are served to this machine alone, and to a browser that came directly: whatever a
    proxy or a forwarder passes on comes from this machine too.
    """
    return ARBITER if seating.kept_here and _came_directly(visitor) else SPECTATOR


def address_of(visitor: HTTPConnection) -> str:
    """Return the address that a visitor comes from; empty where the system doesn't say."""
    return visitor.client.host if visitor.client else ""


def _came_directly(visitor: HTTPConnection) -> bool:
    if any(header in visitor.headers for header in _PASSED_ON):
        return False
    # No browser of today speaks HTTP/1.0. Proxies do unless somebody configured them otherwise.
    if visitor.scope.get("http_version") == "1.0":
        return False
    reached = visitor.scope.get("server")
    asked = visitor.headers.get("host", "")
    if reached is None or port_of(asked) != reached[1]:
        return False
    return _is_loopback(address_of(visitor)) and (
        host_of(asked) == "localhost" or _is_loopback(host_of(asked))
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
