"""Logs the requests to the pages' addresses that change something, and those that are refused."""

import re
from http import HTTPStatus

from starlette.requests import Request

from dashboard.web.audit.audit import Audit
from dashboard.web.audit.lines import AuditKind, Doer
from dashboard.web.seats.devices import device_of
from dashboard.web.seats.seating import Seating
from dashboard.web.seats.visitors import place_or_spectator

_FACTS = ("of", "allowed", "shown")
"""The parts of a query that say what is changed. No other part is logged."""
_WORD = re.compile(r"[a-z]{1,20}")
"""A seat's name, `true` or `false`. Nothing else that a visitor writes is logged: it may be a link."""


def keep_asked(audit: Audit, request: Request, status: int, seating: Seating) -> None:
    """Log a request that changes something, or that was refused because of its sender's place.

    The line has the route, such as `/cameras/{name}/order`, and not the address that the visitor wrote, which
    may contain a secret. `status` is the answer's HTTP status.
    """
    refused = status == HTTPStatus.FORBIDDEN
    changes = request.method not in ("GET", "HEAD", "OPTIONS") and status < HTTPStatus.BAD_REQUEST
    path = getattr(request.scope.get("route"), "path", "")
    if not path or not (refused or changes):
        return
    given = request.query_params
    said = {name: given[name] for name in _FACTS if name in given and _WORD.fullmatch(given[name])}
    doer = Doer(place_or_spectator(request, seating), device_of(request))
    audit.did(doer, AuditKind.REFUSED if refused else AuditKind.ASKED, {"address": path, **said})
