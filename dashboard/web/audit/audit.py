"""The audit log of a table: who did what. A person who does too much can't push out other people's lines.

Repeated refusals share a line, and a device or a place that does too much is only counted.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Protocol

from dashboard.web.audit.folding import REFUSALS, FoldedRefusals
from dashboard.web.audit.lines import (
    AuditKind,
    AuditLine,
    Doer,
    about_command,
    audit_line,
    dump_line,
    is_logged,
    refusals_are_logged,
)
from dashboard.web.seats.devices import Device
from dashboard.web.seats.seating import SPECTATOR
from engine.bus.messages.commands import Answer, AnswerCode, Command
from engine.core.ids import Seconds

EACH_A_MINUTE = 60
"""The most lines a minute of one device at one place, without refusals. All visitors count as one device."""

EACH_AN_HOUR = 600
"""The most lines an hour of one place, from whatever devices. Nobody plays a card every six seconds."""

_MINUTE_S, _HOUR_S = 60.0, 3600.0
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


class _Allowance:
    """Counts each one's lines in a period, in seconds; `most` of them are written."""

    def __init__(self, most: int, period_s: float) -> None:
        self._most, self._period_s = most, period_s
        self._periods: OrderedDict[Hashable, tuple[Seconds, int]] = OrderedDict()

    def take(self, whose: Hashable, now: Seconds) -> tuple[bool, int]:
        """Count a line; return whether it's written, and how many weren't in a period that has just ended."""
        (since, count), passed_over = self._periods.get(whose, (now, 0)), 0
        if not 0 <= now - since < self._period_s:
            passed_over = max(0, count - self._most)
            since, count = now, 0
        self._periods[whose] = (since, count + 1)
        self._periods.move_to_end(whose)
        if len(self._periods) > _DOERS_KEPT:
            self._periods.popitem(last=False)
        return count < self._most, passed_over


class Audit:
    """The audit log of a table. `kept`: None if the table has no data folder; `wall`: the wall clock, s."""

    def __init__(self, kept: AuditFolder | None, wall: Callable[[], float] = time.time) -> None:
        self._kept, self._wall = kept, wall
        self._refusals = FoldedRefusals()
        self._devices = _Allowance(EACH_A_MINUTE, _MINUTE_S)
        self._places = _Allowance(EACH_AN_HOUR, _HOUR_S)
        self._given: OrderedDict[str, tuple[Doer, Command]] = OrderedDict()

    def did(self, doer: Doer, what: str, about: Mapping[str, str] | None = None, command: str = "") -> None:
        """Add a line, unless its doer has too many: then only their number is added. Refusals are folded.

        `what` is an `AuditKind` or the kind of a command, `about` its facts, `command` the command's id.
        """
        now = Seconds(self._wall())
        if what in REFUSALS:
            for line in self._refusals.take(doer, now, what, about or {}, command):
                self._add(line)
            return
        whose = _LOOKING_ON if doer.place.is_public else doer
        is_written, passed_over = self._devices.take(whose, now)
        if is_written:
            is_written, further = self._places.take(doer.place, now)
            passed_over += further
        if passed_over:
            self._add(audit_line(whose, now, AuditKind.PASSED_OVER, {"n": str(passed_over)}))
        if is_written:
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
        if self._kept is None:
            return ()
        return (*reversed(self._refusals.waiting()), *self._kept.newest(most))[:most]

    def whole(self) -> bytes:
        """Return all lines as JSON Lines, the oldest first."""
        if self._kept is None:
            return b""
        return b"".join((self._kept.whole(), *map(dump_line, self._refusals.waiting())))

    def end(self) -> None:
        """Write the lines that wait, before the program ends."""
        for line in self._refusals.waiting():
            self._add(line)
        self._refusals.forget()

    def _add(self, one: AuditLine) -> None:
        if self._kept is not None:
            self._kept.add(one)


NO_AUDIT = Audit(None)
"""A log that drops every line."""
