"""Who a tablet is: a seat's, by the link that only its player has; the arbiter's; a spectator's. Pure."""

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass, replace
from enum import StrEnum
from ipaddress import ip_address

from dashboard.web.texts import TEXTS
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.simulated import SimulatorOrder
from engine.bus.sealing import derived_key
from engine.core.faults import InputFault
from engine.core.ids import Seat

_MARK_BYTES = 16
"""128 bits: nobody guesses a link."""


class Role(StrEnum):
    """What a tablet may do.

    `spectator`: look. `seat`: play for its seat, settle questions. `arbiter`: all that's no secret, for
    everybody, hand out the links, and set up cameras.
    """

    SPECTATOR = "spectator"
    SEAT = "seat"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a tablet has its place. `seat` belongs to the role `seat` alone."""

    role: Role
    seat: Seat | None = None


ARBITER = Place(Role.ARBITER)
SPECTATOR = Place(Role.SPECTATOR)


class Seating:
    """The links of one table. They're made from its key, so they last as long as it does."""

    def __init__(self, key: bytes, *, table: str) -> None:
        self._key = derived_key(key, f"links of {table}")

    def link(self, place: Place) -> str:
        """Return what a link to a place ends with: `west.MARK`, `.MARK` for the arbiter's."""
        return f"{place.seat or ''}.{self._mark(place)}"

    def place_of(self, link: str) -> Place:
        """Return the place that a link leads to; inverse of `link`.

        Raises:
            InputFault: no such link was handed out at this table.
        """
        seat, _, mark = link.rpartition(".")
        place = Place(Role.SEAT, Seat(seat)) if seat else ARBITER
        if not hmac.compare_digest(mark.encode(), self._mark(place).encode()):
            raise InputFault(TEXTS.say("refused.link"))
        return place

    def place_shown(self, authorization: str, host: str | None) -> Place:
        """Return the place of who asks over HTTP: by the link in `Authorization: Bearer LINK`, else by host.

        Raises:
            InputFault: no such link was handed out at this table.
        """
        link = authorization.removeprefix("Bearer ")
        return self.place_of(link) if link else place_without_link(host)

    def _mark(self, place: Place) -> str:
        mark = hmac.digest(self._key, f"{place.role}/{place.seat or ''}".encode(), "sha256")
        return urlsafe_b64encode(mark[:_MARK_BYTES]).decode().rstrip("=")


def place_without_link(host: str | None) -> Place:
    """Return the place of a tablet that shows no link: whoever sits at this machine keeps the table."""
    try:
        return ARBITER if host is not None and ip_address(host).is_loopback else SPECTATOR
    except ValueError:
        return SPECTATOR


def expect_may_set_up(place: Place) -> None:
    """See that a place may set up cameras.

    Raises:
        InputFault: it's another's than the arbiter.
    """
    if place.role is not Role.ARBITER:
        raise InputFault(TEXTS.say("refused.setting_up"))


def permitted(place: Place, order: Command | SimulatorOrder) -> Command | SimulatorOrder:
    """Return what a tablet may ask for, signed with its seat: nobody speaks in another's name.

    Raises:
        InputFault: its place doesn't allow it; says whose does.
    """
    asks = isinstance(order, Command) and order.kind is CommandKind.ASK
    if place.role is Role.SPECTATOR and not asks:
        raise InputFault(TEXTS.say("refused.looks_on"))
    if isinstance(order, SimulatorOrder):
        return order
    if order.kind is CommandKind.OPEN and place.role is not Role.ARBITER:
        raise InputFault(TEXTS.say("refused.opening"))
    if order.kind is CommandKind.ENROL and place.role is not Role.ARBITER:
        raise InputFault(TEXTS.say("refused.enrolling"))
    return replace(order, seat=place.seat)
