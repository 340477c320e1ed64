"""The place of a request over HTTP: the one that its link leads to; without one, a spectator's.

The machine that somebody asks from gives no place: whatever a proxy or a forwarder passes on comes from this
machine too, and its `Host` header is the visitor's to write.
"""

from starlette.requests import HTTPConnection

from dashboard.web.seats.seating import SPECTATOR, Seating, TabletPlace
from engine.core.faults import InputFault


def place_of_visitor(visitor: HTTPConnection, seating: Seating) -> TabletPlace:
    """Return the place of the request's sender, by `Authorization: Bearer LINK`.

    Raises:
        InputFault: no such link was handed out at this table.
    """
    link = shown_link(visitor)
    return seating.place_of(link) if link else SPECTATOR


def shown_link(visitor: HTTPConnection) -> str:
    """Return the link of a request, good or not; empty: it has none."""
    return visitor.headers.get("authorization", "").removeprefix("Bearer ")


def place_or_spectator(visitor: HTTPConnection, seating: Seating) -> TabletPlace:
    """Return the place of the request's sender; a link whose time is over makes it a spectator."""
    try:
        return place_of_visitor(visitor, seating)
    except InputFault:
        return SPECTATOR


def address_of(visitor: HTTPConnection) -> str:
    """Return the address that a visitor comes from; empty where the system doesn't say."""
    return visitor.client.host if visitor.client else ""
