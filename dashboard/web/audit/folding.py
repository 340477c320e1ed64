"""Folds repeated refusals into a line now and then, so that they don't push out what people did. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from dashboard.web.audit.lines import AuditKind, AuditLine, Doer, audit_line
from dashboard.web.seats.devices import Device
from engine.core.ids import Seconds

REFUSALS = frozenset({AuditKind.REFUSED_LINK, AuditKind.REFUSED, AuditKind.ANSWER})
"""The kinds of lines that are folded."""

WHOLE = 5
"""The first refusals of one sort that get a line each."""

FIRST_S = 60.0
"""The time until the next line of the same sort; it doubles with each line up to `LONGEST_S`."""

LONGEST_S = 6 * 3600.0
"""After so long without a refusal of a sort, the next one counts as the first."""

_SORT = ("address", "kind", "code")
"""The facts that make a sort: each has few values, whatever somebody sends."""

_Sort = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Waiting:
    """Refusals of one sort that have no line yet."""

    line: AuditLine
    """A line with the time of the last one, and with the device and the facts that they share."""
    since: Seconds
    """The time of the first one, wall clock, s."""
    count: int = 1
    """How many there are."""

    def and_another(self, line: AuditLine) -> "_Waiting":
        """Return these refusals with one more."""
        device, other = (Device(one.address, one.browser, one.system) for one in (self.line, line))
        shared = device if device == other else Device("")
        about = {name: text for name, text in line.about.items() if self.line.about.get(name) == text}
        both = replace(
            line, address=shared.address, browser=shared.browser, system=shared.system, about=about, id=""
        )
        return _Waiting(both, self.since, self.count + 1)

    def said(self) -> AuditLine:
        """Return the line for all of them."""
        if self.count == 1:
            return self.line
        return replace(
            self.line, about={**self.line.about, "n": str(self.count), "since": str(int(self.since))}
        )


@dataclass(frozen=True, slots=True)
class _Repeated:
    """The refusals of one sort so far."""

    last: Seconds
    """The time of the last one, wall clock, s."""
    due: float
    """The time when the next line may be written, wall clock, s."""
    pause_s: float = FIRST_S
    """The time between two lines, s."""
    whole: int = 0
    """How many of them got a line each at the beginning."""
    waiting: _Waiting | None = None
    """Those that have no line yet; None: each has one."""


class FoldedRefusals:
    """The refusals of one table, by sorts.

    Two are of one sort if their place, their kind and their facts `address`, `kind` and `code` are the same.
    """

    def __init__(self) -> None:
        self._sorts: dict[_Sort, _Repeated] = {}

    def take(
        self, doer: Doer, at: Seconds, what: str, about: Mapping[str, str], command: str = ""
    ) -> Iterator[AuditLine]:
        """Count a refusal; yield the lines to write now. Parameters as in `audit_line`."""
        sort: _Sort = (doer.place, what, *(about.get(fact, "") for fact in _SORT))
        before, line = self._sorts.get(sort), audit_line(doer, at, what, about, command)
        if before is None or not 0 <= at - before.last < LONGEST_S:
            if before is not None and before.waiting is not None:
                yield before.waiting.said()
            before = _Repeated(at, at + FIRST_S)
        if before.whole < WHOLE:
            self._sorts[sort] = replace(before, last=at, whole=before.whole + 1)
            yield line
            return
        waiting = _Waiting(line, at) if before.waiting is None else before.waiting.and_another(line)
        if at < before.due:
            self._sorts[sort] = replace(before, last=at, waiting=waiting)
            return
        pause_s = min(2 * before.pause_s, LONGEST_S)
        self._sorts[sort] = replace(before, last=at, due=at + pause_s, pause_s=pause_s, waiting=None)
        yield waiting.said()

    def waiting(self) -> tuple[AuditLine, ...]:
        """Return lines for the refusals that have none yet, the oldest first."""
        found = (one.waiting.said() for one in tuple(self._sorts.values()) if one.waiting is not None)
        return tuple(sorted(found, key=lambda one: one.at))

    def forget(self) -> None:
        """Begin again: what waited has been written."""
        self._sorts.clear()
