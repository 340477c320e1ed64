"""How long a link is good: for one match or for the table's life, until it's taken back.

A file in the data folder keeps how often links were taken back: all at once, and each place's own.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated
from urllib.parse import quote

import msgspec

from dashboard.web.seats.link_life import LinkLife
from dashboard.web.seats.seating import Role, TabletPlace
from dashboard.web.texts import TEXTS
from engine.bus.accounts import write_private
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seat
from engine.core.unusable import system_words

_Renewals = Annotated[int, msgspec.Meta(ge=0, lt=10**9)]


@dataclass(frozen=True, slots=True)
class _TakenBack:
    """How often links were taken back."""

    all: _Renewals = 0
    """The number of times that all links were."""
    arbiter: _Renewals = 0
    """The number of times that the arbiter's alone was."""
    seats: dict[Seat, _Renewals] | None = None
    """The number of times that each seat's alone was; None: no seat's ever was."""

    def of(self, place: TabletPlace) -> int:
        """Return how often one place's link alone was taken back."""
        return self.arbiter if place.seat is None else (self.seats or {}).get(place.seat, 0)

    def after(self, place: TabletPlace | None) -> "_TakenBack":
        """Return how often they were once a place's was taken back too; None: all were."""
        if place is None:
            return replace(self, all=self.all + 1)
        if place.seat is None:
            return replace(self, arbiter=self.arbiter + 1)
        return replace(self, seats={**(self.seats or {}), place.seat: self.of(place) + 1})


class LinkEra:
    """The eras of a table's links; calling it returns a place's. `match()`: what is played now."""

    def __init__(
        self,
        life: LinkLife,
        *,
        match: Callable[[], str],
        folder: Path | None,
        table: str,
        renewed: Callable[[], None] = lambda: None,
    ) -> None:
        """Go on with the eras; `folder` keeps how often links were taken back, None: only this run does.

        `renewed` is called after each time.

        Raises:
            InputFault: the folder's file can't be read: links that were taken back would be good again.
        """
        self._renewed = renewed
        self.life = life
        self._match = match
        self._path = None if folder is None else folder / f".{quote(table, safe='')}.links"
        self._taken = _TakenBack() if self._path is None else _read(self._path)

    def __call__(self, place: TabletPlace) -> str:
        """Return the name of a place's era; empty where its link has lasted since the table's key was made.

        No match ends the arbiter's.
        """
        of_match = self._match() if self.life is LinkLife.MATCH and place.role is Role.SEAT else ""
        own, of_all = self._taken.of(place), self._taken.all
        shared = (
            f"{of_all}:{of_match}" if of_match or (of_all and place.role is Role.SEAT) else str(of_all or "")
        )
        # Own ones before a semicolon, which no number has: no two eras have one name.
        return f"{own};{shared}" if own else shared

    def renew(self, place: TabletPlace | None = None) -> None:
        """End the era of a place: its link leads nowhere from now on. None: that of every place.

        Raises:
            MissingFault: the disk refuses to keep it; the links lead where they led.
        """
        taken = self._taken.after(place)
        if self._path is not None:
            try:
                write_private(self._path, msgspec.json.encode(taken).decode())
            except OSError as error:
                raise MissingFault(TEXTS.say("refused.renewal", why=system_words(error))) from error
        self._taken = taken
        self._renewed()


def _read(path: Path) -> _TakenBack:
    try:
        found = msgspec.json.decode(path.read_bytes(), type=_TakenBack | _Renewals)
    except FileNotFoundError:
        return _TakenBack()
    except (OSError, msgspec.DecodeError) as error:
        raise InputFault(
            f"{path} can't be read: {error}. It says which links were taken back; put its copy back, or "
            "remove it: then links that were taken back are good again"
        ) from error
    # Before single links could be taken back it was the number for all.
    return _TakenBack(found) if isinstance(found, int) else found
