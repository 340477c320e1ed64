"""The time that a link is valid: for one match, or as long as the table's key, until it is taken back.

A file in the data folder counts how often links were taken back: all at once, and each place's alone.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import msgspec

from dashboard.web.kept_values import file_of, keep
from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.seating import Role, TabletPlace
from engine.core.bounded_json import parse_typed
from engine.core.faults import InputFault
from engine.core.ids import Seat

_Renewals = Annotated[int, msgspec.Meta(ge=0, lt=10**9)]


@dataclass(frozen=True, slots=True)
class _TakenBack:
    """Counts how often links were taken back."""

    all: _Renewals = 0
    """How often all links were taken back at once."""
    arbiter: _Renewals = 0
    """How often the arbiter's link alone was taken back."""
    seats: dict[Seat, _Renewals] | None = None
    """How often each seat's link alone was taken back; None if this never happened."""

    def of(self, place: TabletPlace) -> int:
        """Return how often a place's link alone was taken back."""
        return self.arbiter if place.seat is None else (self.seats or {}).get(place.seat, 0)

    def after(self, place: TabletPlace | None) -> "_TakenBack":
        """Return the counts after a place's link is taken back once more; None: after all links are."""
        if place is None:
            return replace(self, all=self.all + 1)
        if place.seat is None:
            return replace(self, arbiter=self.arbiter + 1)
        return replace(self, seats={**(self.seats or {}), place.seat: self.of(place) + 1})


class LinkEra:
    """The eras of a table's links. A link is valid during one era; a call returns the name of a place's era.

    `match` returns the present match's id.
    """

    def __init__(
        self,
        life: LinkLife,
        *,
        match: Callable[[], str],
        folder: Path | None,
        table: str,
        renewed: Callable[[], None] = lambda: None,
    ) -> None:
        """Read the counts of the folder's file. Without a `folder` they are lost when the program ends.

        `renewed` is called each time after links were taken back.

        Raises:
            InputFault: the file can't be read. Going on would make links valid that were taken back.
        """
        self._renewed = renewed
        self.life = life
        self._match = match
        self._path = file_of(folder, table, "links")
        self._written = _writing_of(self._path)
        self._taken = _TakenBack() if self._path is None else _read(self._path)

    def __call__(self, place: TabletPlace) -> str:
        """Return the name of a place's era; empty if its link is valid since the table's key was made.

        A new match doesn't end the era of the arbiter's link.
        """
        of_match = self._match() if self.life is LinkLife.MATCH and place.role is Role.SEAT else ""
        own, of_all = self._taken.of(place), self._taken.all
        shared = (
            f"{of_all}:{of_match}" if of_match or (of_all and place.role is Role.SEAT) else str(of_all or "")
        )
        # The place's own count stands before a semicolon, which no number has, so each name is unique.
        return f"{own};{shared}" if own else shared

    def look_again(self) -> None:
        """Read the file again, if another process has written it. One that is gone changes nothing.

        Raises:
            InputFault: the file can't be read.
        """
        written = _writing_of(self._path)
        if self._path is not None and written not in (None, self._written):
            self._taken, self._written = _read(self._path), written

    def renew(self, place: TabletPlace | None = None) -> None:
        """End the era of a place, or of every place (None): its link isn't valid from now on.

        Raises:
            MissingFault: the disk refuses to keep it. The links stay valid.
        """
        taken = self._taken.after(place)
        keep(self._path, taken, "refused.renewal")
        self._taken, self._written = taken, _writing_of(self._path)
        self._renewed()


def _writing_of(path: Path | None) -> tuple[int, int, int] | None:
    """Return three numbers that differ after each writing of a file; None: there's none to ask for."""
    if path is None:
        return None
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _read(path: Path) -> _TakenBack:
    try:
        found = parse_typed(path.read_bytes(), _TakenBack | _Renewals)
    except FileNotFoundError:
        return _TakenBack()
    except (OSError, msgspec.DecodeError) as error:
        raise InputFault(
            f"{path} can't be read: {error}. It says which links were taken back; put its copy back, or "
            "remove it: then links that were taken back are good again"
        ) from error
    # Files of older versions have one number: how often all links were taken back.
    return _TakenBack(found) if isinstance(found, int) else found
