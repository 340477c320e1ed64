"""The audit log of a table: who did what. A device that does too much can't push out other devices' lines."""

import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Protocol

from dashboard.web.audit.lines import (
    AuditKind,
    AuditLine,
    Doer,
    about_command,
    audit_line,
    is_logged,
    refusals_are_logged,
)
from dashboard.web.seats.devices import Device
from dashboard.web.seats.seating import SPECTATOR
from engine.bus.messages.commands import Answer, AnswerCode, Command
from engine.core.ids import Seconds

EACH_A_MINUTE = 60
"""The most lines a minute of one device at one place. All visitors together count as one device."""

_MINUTE = 60.0
_DOERS_KEPT = 256
_COMMANDS_KEPT = 256

_LOOKING_ON = Doer(SPECTATOR, Device(""))


class AuditFolder(Protocol):
    """The place that the lines are written to."""

    def add(self, line: AuditLine) -> None:
        """Add a line."""

    def newest(self, most: int) -> tuple[AuditLine, ...]:
        """Return the last `most` lines, the newest first."""

    def whole(self) -> bytes:
        """Return all lines as JSON Lines, the oldest first."""


class Audit:
    """The audit log of a table. `kept`: None if the table has no data folder; `wall`: the wall clock, s."""

    def __init__(self, kept: AuditFolder | None, wall: Callable[[], float] = time.time) -> None:
        self._kept, self._wall = kept, wall
        self._minutes: OrderedDict[Doer, tuple[float, int]] = OrderedDict()
        self._given: OrderedDict[str, tuple[Doer, Command]] = OrderedDict()

    def did(self, doer: Doer, what: str, about: Mapping[str, str] | None = None, command: str = "") -> None:
        """Add a line, unless its doer has too many in this minute: then only their number is added.

        `what` is an `AuditKind` or the kind of a command, `about` its facts, `command` the command's id.
        """
        now = Seconds(self._wall())
        whose = _LOOKING_ON if doer.place.is_public else doer
        since, count = self._minutes.get(whose, (now, 0))
        if not 0 <= now - since < _MINUTE:
            if count > EACH_A_MINUTE:
                self._add(audit_line(whose, now, AuditKind.PASSED_OVER, {"n": str(count - EACH_A_MINUTE)}))
            since, count = now, 0
        self._minutes[whose] = (since, count + 1)
        self._minutes.move_to_end(whose)
        if len(self._minutes) > _DOERS_KEPT:
            self._minutes.popitem(last=False)
        if count < EACH_A_MINUTE:
            self._add(audit_line(doer, now, what, about or {}, command))

    def looked_on(self, address: str, follows: str, mark: str) -> None:
        """Add a line for a device that follows the match.

        No other lines displace it: its caller counts the devices, and the mark in the match's record would
        mean nobody without it.
        """
        about = {"thing": follows, "mark": mark}
        doer = Doer(SPECTATOR, Device(address))
        self._add(audit_line(doer, Seconds(self._wall()), AuditKind.LOOKED_ON, about))

    def gave(self, doer: Doer, command: Command) -> None:
        """Add a line for a command that was given; `command` has its sender's seat."""
        if not is_logged(command):
            return
        if refusals_are_logged(command):
            self._given[command.id] = (doer, command)
            if len(self._given) > _COMMANDS_KEPT:
                self._given.popitem(last=False)
        self.did(doer, command.kind, about_command(command), command.id)

    def answered(self, answer: Answer) -> None:
        """Add a line if the engine refused a command. A command that was done gets no second line."""
        doer, command = self._given.pop(answer.command, (None, None))
        if doer is None or command is None or answer.code is AnswerCode.DONE or answer.seat != command.seat:
            return
        about = {"kind": str(command.kind), "code": str(answer.code)}
        self.did(doer, AuditKind.ANSWER, about, answer.command)

    def newest(self, most: int) -> tuple[AuditLine, ...]:
        """Return the last `most` lines, the newest first."""
        return () if self._kept is None else self._kept.newest(most)

    def whole(self) -> bytes:
        """Return all lines as JSON Lines, the oldest first."""
        return b"" if self._kept is None else self._kept.whole()

    def _add(self, one: AuditLine) -> None:
        if self._kept is not None:
            self._kept.add(one)


NO_AUDIT = Audit(None)
"""A log that drops every line."""
