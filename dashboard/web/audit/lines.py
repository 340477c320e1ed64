"""The lines of the audit log as values, and their JSON. Pure.

A line has no link, no key, and nothing that only one seat may know. A play's line names the device, but not
the play; the journal has the play.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec

from dashboard.web.seats.devices import Device
from dashboard.web.seats.seating import Role, TabletPlace
from engine.bus.messages.commands import QUESTIONS, Command, CommandKind
from engine.core.bounded_json import parse_typed
from engine.core.ids import Seat, Seconds


class AuditKind(StrEnum):
    """The kinds of lines that aren't commands to the engine. A command's line has the command's own kind."""

    JOINED = "joined"
    """A device showed a place's link for the first time."""
    REFUSED_LINK = "refused_link"
    """A device showed a link that isn't valid."""
    REFUSED = "refused"
    """A device asked for something that its place doesn't allow."""
    ASKED = "asked"
    """A device changed something by an address of the pages, such as the links or a camera."""
    ANSWER = "answer"
    """The engine refused an earlier command."""
    LOOKED_ON = "looked_on"
    """A device without a seat follows the page `thing` of the match. Public records name it by the `mark`."""
    PASSED_OVER = "passed_over"
    """The number of lines that came too fast to be kept."""


@dataclass(frozen=True, slots=True)
class Doer:
    """A person who did something: their place and the device that they use."""

    place: TabletPlace
    """The place at the table, such as a seat."""
    device: Device
    """The device, as it describes itself."""


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One line of the audit log."""

    at: Seconds
    """The time, wall clock, s."""
    role: Role
    """The doer's role."""
    seat: Seat | None
    """The doer's seat; None without one."""
    address: str
    """The device's network address; empty if the system doesn't say."""
    browser: str
    """The browser's name; empty for another program."""
    system: str
    """The name of the device's system; empty if it isn't known."""
    what: str
    """An `AuditKind`, or the kind of a command."""
    about: dict[str, str] = field(default_factory=dict)
    """The facts by their names, such as a seat, a reason or an address of the pages."""
    id: str = ""
    """The id of the command; its answer's line has the same. Empty for other lines."""


_ITS_PLAYS = frozenset({CommandKind.ACT, CommandKind.CHOOSE, CommandKind.LAY})
_UNLOGGED = QUESTIONS | {CommandKind.LOOK_ON}
_LONGEST = 300
"""The most characters of a fact that somebody wrote."""


def is_logged(command: Command) -> bool:
    """Tell whether a command gets a line. Questions get none, because they change nothing."""
    return command.kind not in _UNLOGGED


def refusals_are_logged(command: Command) -> bool:
    """Tell whether a command's refusal gets a line. A refused play gets none: it could reveal the hand."""
    return is_logged(command) and (command.seat is None or command.kind not in _ITS_PLAYS)


def about_command(command: Command) -> dict[str, str]:
    """Return a command's facts for the log, without anything that only one seat may know."""
    if command.kind in _ITS_PLAYS or command.kind is CommandKind.ENROL:
        return {}
    facts = {
        "thing": command.thing,
        "name": command.name,
        "reason": command.reason,
        "player": command.player or "",
        "piece": command.piece or "",
        "place": command.place,
        "winners": ", ".join(command.winners),
        "choice": str(command.choice) if command.choice != -1 else "",
    }
    return {name: text[:_LONGEST] for name, text in facts.items() if text}


def audit_line(doer: Doer, at: Seconds, what: str, about: Mapping[str, str], command: str = "") -> AuditLine:
    """Return the line for what a doer did at a time (wall clock, s); other parameters as in `Audit.did`."""
    place, device = doer.place, doer.device
    return AuditLine(
        at,
        place.role,
        place.seat,
        device.address,
        device.browser,
        device.system,
        what,
        dict(about),
        command,
    )


def dump_line(one: AuditLine) -> bytes:
    """Return a line as one line of JSON, with its line end."""
    return msgspec.json.encode(one) + b"\n"


def load_line(line: bytes) -> AuditLine | None:
    """Return the value of one line of the file; None if the line is torn or damaged."""
    try:
        return parse_typed(line, AuditLine)
    except msgspec.DecodeError:
        return None


def as_json(one: AuditLine) -> dict[str, Any]:
    """Return a line as the pages receive it."""
    found: dict[str, Any] = msgspec.to_builtins(one)
    return found
