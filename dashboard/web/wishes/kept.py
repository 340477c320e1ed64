"""How people want their pages, and the file that keeps it.

A person is known by the name that a seat's player has given. A player without a name is known by the seat's
link. The file says who plays here, so only its owner can read it.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from dashboard.web.kept_values import digest_of, file_of, keep, kept
from engine.core.ids import Seat

MOST = 256
"""The most wishes that a table keeps. Beyond it, the one that is the longest unchanged is dropped."""


@dataclass(frozen=True, slots=True)
class PageWish:
    """How a person wants the pages of a seat, on every device."""

    large: bool = False
    """Whether the page asks one large question at a time."""
    aloud: bool = True
    """Whether that page reads its questions aloud."""


@dataclass(frozen=True, slots=True)
class KeptWish:
    """A wish, and the person whose it is."""

    person: str
    """The person's name, without capitals and doubled spaces; empty: no name was given."""
    link: str
    """The SHA-256 of the seat's link that the wish came with, in hexadecimal."""
    wish: PageWish
    """How the person wants the pages."""


class WishBook:
    """A table's wishes. Used from several threads.

    `link` returns the present link of a seat. Without a `folder` the wishes are lost when the program ends.
    """

    def __init__(self, folder: Path | None, table: str, *, link: Callable[[Seat], str]) -> None:
        self._path = file_of(folder, table, "wishes")
        self._link = link
        self._lock = threading.Lock()
        # A damaged file has none: people choose again.
        self._kept = kept(self._path, tuple[KeptWish, ...], ())

    def of(self, seat: Seat, name: str) -> PageWish | None:
        """Return the wish of the person at a seat; None if that person has chosen nothing.

        `name`: the player's name; empty without one. Somebody who gives it after choosing keeps the choice.
        """
        with self._lock:
            own, before = self._of(seat, name)
        return next((one.wish for one in (*own, *before)), None)

    def keep(self, seat: Seat, name: str, wish: PageWish) -> None:
        """Keep a wish of the person at a seat, in the place of the earlier one.

        Raises:
            MissingFault: the disk refuses to keep it.
        """
        with self._lock:
            replaced = [one for found in self._of(seat, name) for one in found]
            others = (one for one in self._kept if one not in replaced)
            self._write((*others, KeptWish(_person(name), self._digest(seat), wish))[-MOST:])

    def _of(self, seat: Seat, name: str) -> tuple[list[KeptWish], list[KeptWish]]:
        """Return the wish by a person's name, and that of the seat's link from before any name was given."""
        person, link = _person(name), self._digest(seat)
        own = [one for one in self._kept if person and one.person == person]
        return own, [one for one in self._kept if not one.person and one.link == link]

    def _digest(self, seat: Seat) -> str:
        return digest_of(self._link(seat))

    def _write(self, now: tuple[KeptWish, ...]) -> None:
        keep(self._path, now, "refused.wish_disk")
        self._kept = now


def _person(name: str) -> str:
    return " ".join(name.split()).casefold()
