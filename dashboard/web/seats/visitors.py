"""The place of an HTTP request: its link's, or without a link a spectator's.

The machine of the sender gives no place. Requests through a proxy come from this machine too, and a visitor
can write any `Host` header.
"""

from starlette.requests import HTTPConnection

from dashboard.web.seats.seating import SPECTATOR, Seating, TabletPlace
from engine.core.faults import InputFault


def place_of_visitor(visitor: HTTPConnection, seating: Seating) -> TabletPlace:
    """Return the place of a request's sender, by the header `Authorization: Bearer LINK`.

    Raises:
        InputFault: the link isn't this table's, or isn't valid any more.
    """
    link = shown_link(visitor)
    return seating.place_of(link) if link else SPECTATOR


def shown_link(visitor: HTTPConnection) -> str:
    """Return the link of a request, valid or not; empty without one."""
    return visitor.headers.get("authorization", "").removeprefix("Bearer ")


def place_or_spectator(visitor: HTTPConnection, seating: Seating) -> TabletPlace:
    """Return the place of a request's sender; a spectator's if the link isn't valid."""
    try:
        return place_of_visitor(visitor, seating)
    except InputFault:
        return SPECTATOR


def address_of(visitor: HTTPConnection) -> str:
    """Return a visitor's network address; empty if the system doesn't say."""
    return visitor.client.host if visitor.client else ""
