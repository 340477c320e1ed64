"""A tablet's place: a seat, by the link that only its player has, the arbiter's, or a spectator's. Pure."""

import hmac
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from dashboard.web.texts import TEXTS
from engine.bus.messages.commands import Command, CommandKind
from engine.bus.messages.simulated import SimulatorOrder
from engine.bus.sealing import derived_key
from engine.core.base64url import to_base64url
from engine.core.faults import InputFault
from engine.core.ids import Seat

_MARK_BYTES = 16
"""A link's length: with 128 bits nobody can guess it."""


class Role(StrEnum):
    """The rights of a tablet.

    `spectator`: it may look. `seat`: it may play for its seat and answer questions. `arbiter`: it may act for
    every seat where that needs no secret, hand out the links, and set up cameras.
    """

    SPECTATOR = "spectator"
    SEAT = "seat"
    ARBITER = "arbiter"


@dataclass(frozen=True, slots=True)
class TabletPlace:
    """The place that a tablet has."""

    role: Role
    """The tablet's rights."""
    seat: Seat | None = None
    """The seat of a tablet with the role `seat`; None for any other role."""

    @property
    def is_public(self) -> bool:
        """Whether the tablet may see only what everybody may see, after the delay."""
        return self.role is Role.SPECTATOR


ARBITER = TabletPlace(Role.ARBITER)
SPECTATOR = TabletPlace(Role.SPECTATOR)


class Seating:
    """The links of one table, made from its key.

    A place's link is valid as long as `era(place)` returns the same text. The text depends on the match, and
    on how often the link was taken back. Nobody has a place without a link, even at this machine.
    """

    def __init__(self, key: bytes, *, table: str, era: Callable[[TabletPlace], str] = lambda _: "") -> None:
        self._key = derived_key(key, f"links of {table}")
        self._era = era

    def link(self, place: TabletPlace) -> str:
        """Return the secret end of the link to a place: `west.MARK`, or `.MARK` for the arbiter's."""
        return f"{place.seat or ''}.{self._mark(place)}"

    def place_of(self, link: str) -> TabletPlace:
        """Return the place that a link gives; inverse of `link`.

        Raises:
            InputFault: the link isn't this table's, or isn't valid any more.
        """
        seat, _, mark = link.rpartition(".")
        place = TabletPlace(Role.SEAT, Seat(seat)) if seat else ARBITER
        if not hmac.compare_digest(mark.encode(), self._mark(place).encode()):
            raise InputFault(TEXTS.say("refused.link"))
        return place

    def phone_link(self, name: str) -> str:
        """Return the secret end of the link that makes a phone the camera of this name: `left.MARK`.

        It gives no place at the table, and is valid as long as the arbiter's link.
        """
        return self._named("phone", name)

    def phone_of(self, link: str) -> str:
        """Return the camera's name in a phone's link; inverse of `phone_link`.

        Raises:
            InputFault: the link isn't this table's, or isn't valid any more.
        """
        return self._name_in("phone", link)

    def film_link(self, name: str) -> str:
        """Return the secret end of the link that shows a film of this name: `NAME.MARK`.

        It gives no place at the table, and is valid as long as the arbiter's link.
        """
        return self._named("film", name)

    def film_of(self, link: str) -> str:
        """Return the film's name in a link; inverse of `film_link`.

        Raises:
            InputFault: the link isn't this table's, or isn't valid any more.
        """
        return self._name_in("film", link)

    def _named(self, what: str, name: str) -> str:
        """Return the secret end of a link to a phone or film (`what`): its name and a mark."""
        return f"{name}.{self._marked(what, name, self._era(ARBITER))}"

    def _name_in(self, what: str, link: str) -> str:
        """Return the name in such a link; raise an `InputFault` if its mark is another one."""
        name, _, _ = link.rpartition(".")
        if not hmac.compare_digest(link.encode(), self._named(what, name).encode()):
            raise InputFault(TEXTS.say(f"refused.{what}_link"))
        return name

    def _mark(self, place: TabletPlace) -> str:
        return self._marked(place.role, place.seat or "", self._era(place))

    def _marked(self, right: str, name: str, era: str) -> str:
        said = f"{right}/{name}{'/' if era else ''}{era}"
        mark = hmac.digest(self._key, said.encode(), "sha256")
        return to_base64url(mark[:_MARK_BYTES])


def expect_may_set_up(place: TabletPlace) -> None:
    """Check that a place may set up cameras.

    Raises:
        InputFault: the place isn't the arbiter's.
    """
    if place.role is not Role.ARBITER:
        raise InputFault(TEXTS.say("refused.setting_up"))


def expect_hands_out(place: TabletPlace) -> None:
    """Check that a place may hand out the links.

    Raises:
        InputFault: the place isn't the arbiter's.
    """
    if place.role is not Role.ARBITER:
        raise InputFault(TEXTS.say("refused.links"))


_SAID_BY_THE_SERVICE = (CommandKind.LOOK_ON, CommandKind.SHOW_HANDS, CommandKind.HIDE_HANDS)
"""The commands that only this service sends, because they carry an address that it sees, or its own delay."""


def permitted(place: TabletPlace, order: Command | SimulatorOrder) -> Command | SimulatorOrder:
    """Return a tablet's request with the tablet's own seat in it, whatever seat it named.

    Raises:
        InputFault: the place doesn't allow the request. The message says which place does.
    """
    asks = isinstance(order, Command) and order.kind is CommandKind.ASK
    if place.is_public and not asks:
        raise InputFault(TEXTS.say("refused.looks_on"))
    if isinstance(order, SimulatorOrder):
        return order
    if order.kind in _SAID_BY_THE_SERVICE:
        raise InputFault(TEXTS.say("refused.looks_on"))
    if order.kind is CommandKind.LAY and place.seat is None:
        raise InputFault(TEXTS.say("refused.tapping"))
    if place.role is not Role.ARBITER:
        _leave_to_the_arbiter(order.kind)
    return replace(order, seat=place.seat)


def _leave_to_the_arbiter(kind: CommandKind) -> None:
    match kind:
        case CommandKind.OPEN | CommandKind.TAKE_UP:
            raise InputFault(TEXTS.say("refused.opening"))
        case CommandKind.ADJUDICATE:
            raise InputFault(TEXTS.say("refused.adjudicating"))
        case CommandKind.CORRECT | CommandKind.PENALISE:
            raise InputFault(TEXTS.say("refused.arbitrating"))
        case CommandKind.ENROL:
            raise InputFault(TEXTS.say("refused.enrolling"))
