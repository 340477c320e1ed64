"""Who asks over HTTP: the place that a request's link leads to, else that of the machine it comes from."""

from starlette.requests import HTTPConnection

from dashboard.web.seats.seating import Place, Seating, place_without_link


def place_of_visitor(visitor: HTTPConnection, seating: Seating) -> Place:
    """Return the place of who asks, by `Authorization: Bearer LINK`, else by host.

    Raises:
        InputFault: no such link was handed out at this table.
    """
    return seating.place_shown(visitor.headers.get("authorization", ""), _host(visitor))


def place_without_its_link(visitor: HTTPConnection) -> Place:
    """Return the place of who asks, whatever link it may have."""
    return place_without_link(_host(visitor))


def _host(visitor: HTTPConnection) -> str | None:
    return visitor.client.host if visitor.client else None
