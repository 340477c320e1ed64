"""Keeps what is changed by an address of the pages, and what was refused there."""

import re
from http import HTTPStatus

from starlette.requests import Request

from dashboard.web.audit.audit import Audit
from dashboard.web.audit.lines import AuditKind, Doer
from dashboard.web.seats.devices import device_of
from dashboard.web.seats.seating import Seating
from dashboard.web.seats.visitors import place_or_spectator

_FACTS = ("of", "allowed", "shown")
"""The parts of a query that say what is changed. No other is kept."""
_WORD = re.compile(r"[a-z]{1,20}")
"""A seat, or yes and no: nothing else that a visitor writes is kept, for it may be a link."""


def keep_asked(audit: Audit, request: Request, status: int, seating: Seating) -> None:
    """Keep a request that changes something, or that its place doesn't allow.

    An address is kept as the routes have it: what a visitor put in its place may be a secret.
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
