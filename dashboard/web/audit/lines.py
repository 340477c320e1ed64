"""The lines that the audit log keeps, and how one is written. Pure.

A line names no link, no key, and nothing that a seat alone may know: a play has a line
with its device, and without what was played. The journal has the play itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import msgspec

from dashboard.web.seats.devices import Device
from dashboard.web.seats.seating import Role, TabletPlace
from engine.bus.messages.commands import QUESTIONS, Command, CommandKind
from engine.core.ids import Seat, Seconds


class AuditKind(StrEnum):
    """The lines that aren't commands to the engine; a command has its own kind's word.

    `joined`: a device showed a place's link for the first time. `refused_link`: it showed one that leads
    nowhere. `refused`: it asked for something that its place doesn't allow. `asked`: it changed something by
    an address of the pages, such as the links or a camera. `answer`: the engine refused an earlier command.
    `passed_over`: lines that came too fast to be kept, by their number.
    """

    JOINED = "joined"
    REFUSED_LINK = "refused_link"
    REFUSED = "refused"
    ASKED = "asked"
    ANSWER = "answer"
    PASSED_OVER = "passed_over"


@dataclass(frozen=True, slots=True)
class Doer:
    """Somebody at a place, with the device that they use."""

    place: TabletPlace
    """The place at the table."""
    device: Device
    """The device, as it describes itself."""


@dataclass(frozen=True, slots=True)
class AuditLine:
    """One line of the audit log."""

    at: Seconds
    """When it was done, wall clock, s."""
    role: Role
    """The role of who did it."""
    seat: Seat | None
    """The seat of who did it; None without one."""
    address: str
    """The address that it came from; empty where the system doesn't say."""
    browser: str
    """The browser's name; empty for another program."""
    system: str
    """The name of the device's system; empty where it isn't known."""
    what: str
    """The line: a `AuditKind`, or the kind of a command."""
    about: dict[str, str] = field(default_factory=dict)
    """Its facts by name: a seat, a fact, a reason, an address of the pages."""
    id: str = ""
    """The command's id, which its answer names too; empty for other lines."""


_ITS_PLAYS = frozenset({CommandKind.ACT, CommandKind.CHOOSE, CommandKind.LAY})
_UNTOLD = QUESTIONS | {CommandKind.LOOK_ON}
_LONGEST = 300
"""The most characters that are kept of a fact that somebody wrote."""


def is_told(command: Command) -> bool:
    """Tell whether the log keeps that a command was given: questions change nothing."""
    return command.kind not in _UNTOLD


def answers_are_told(command: Command) -> bool:
    """Tell whether the log keeps a refusal of a command: that of a seat's play would tell of its hand."""
    return is_told(command) and (command.seat is None or command.kind not in _ITS_PLAYS)


def about_command(command: Command) -> dict[str, str]:
    """Return the subject of a command for the log, without anything that only a seat may know."""
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
    """Return a line of the log."""
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
    """Return a line as a line of the file."""
    return msgspec.json.encode(one) + b"\n"


def load_line(line: bytes) -> AuditLine | None:
    """Return the line of a line; None for a line that is torn or isn't one."""
    try:
        return msgspec.json.decode(line, type=AuditLine)
    except msgspec.DecodeError:
        return None


def as_json(one: AuditLine) -> dict[str, Any]:
    """Return a line as pages have it."""
    found: dict[str, Any] = msgspec.to_builtins(one)
    return found
