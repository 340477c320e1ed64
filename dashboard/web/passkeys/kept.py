"""The passkeys of a table: their people, the places that they lead to, and the places that require one.

A file in the data folder keeps them. It has only public keys, but it says who plays here, so only its owner
can read it.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

import msgspec

from dashboard.web.kept_values import file_of, keep
from dashboard.web.seats.seating import ARBITER, Role, TabletPlace
from dashboard.web.texts import TEXTS
from engine.core.bounded_json import parse_typed
from engine.core.faults import InputFault
from engine.core.ids import Seat, Seconds

MOST = 64
"""The most passkeys that a table keeps."""


@dataclass(frozen=True, slots=True)
class BoundPasskey:
    """A passkey that is bound to a person's name and a place at this table."""

    id: str
    """The credential's id, in base64url."""
    key: str
    """The public key in COSE, as base64url."""
    count: int
    """The signature counter at the last use. The counter of a copied authenticator falls behind it."""
    name: str
    """The person's name."""
    seat: Seat | None
    """The seat that it leads to; None for the arbiter's place."""
    host: str
    """The host name of the pages that it works for."""
    since: Seconds
    """The time when it was bound, wall clock, s."""

    @property
    def place(self) -> TabletPlace:
        """The place that it leads to."""
        return ARBITER if self.seat is None else TabletPlace(Role.SEAT, self.seat)


@dataclass(frozen=True, slots=True)
class _Book:
    """All passkeys of a table."""

    passkeys: tuple[BoundPasskey, ...] = ()
    """The passkeys, the oldest first."""
    required: tuple[Seat | None, ...] = field(default=())
    """The places that require a passkey: seats, and None for the arbiter's place."""


class PasskeyBook:
    """The passkeys of a table. Without a `folder` they are lost when the program ends."""

    def __init__(self, folder: Path | None, table: str) -> None:
        """Read the passkeys of the folder's file.

        Raises:
            InputFault: the file can't be read. Going on would open places that require a passkey.
        """
        self._path = file_of(folder, table, "passkeys")
        self._book = _Book() if self._path is None else _read(self._path)

    @property
    def passkeys(self) -> tuple[BoundPasskey, ...]:
        """All passkeys, the oldest first."""
        return self._book.passkeys

    def of(self, place: TabletPlace) -> tuple[BoundPasskey, ...]:
        """Return the passkeys that lead to a place."""
        return tuple(one for one in self.passkeys if one.place == place)

    def find(self, passkey: str) -> BoundPasskey:
        """Return a passkey by its id.

        Raises:
            InputFault: this table has no such passkey.
        """
        for one in self.passkeys:
            if one.id == passkey:
                return one
        raise InputFault(TEXTS.say("refused.passkey_unknown"))

    def bind(self, one: BoundPasskey) -> None:
        """Add a passkey.

        Raises:
            InputFault: the table has 64 passkeys already.
            MissingFault: the disk refuses.
        """
        if len(self.passkeys) >= MOST:
            raise InputFault(TEXTS.say("refused.passkeys_full", most=MOST))
        self._write(replace(self._book, passkeys=(*self.passkeys, one)))

    def used(self, one: BoundPasskey, count: int) -> None:
        """Keep a passkey's new counter after a use."""
        if count != one.count:
            now = tuple(replace(each, count=count) if each.id == one.id else each for each in self.passkeys)
            self._write(replace(self._book, passkeys=now))

    def remove(self, passkey: str) -> None:
        """Remove a passkey. If it was a place's last one, the place no longer requires one.

        Raises:
            InputFault: this table has no such passkey.
        """
        gone = self.find(passkey)
        left = tuple(one for one in self.passkeys if one.id != gone.id)
        led = {one.seat for one in left}
        self._write(_Book(left, tuple(one for one in self._book.required if one in led)))

    def requires(self, place: TabletPlace) -> bool:
        """Tell whether a place requires a passkey."""
        return not place.is_public and place.seat in self._book.required

    def require(self, place: TabletPlace, *, required: bool) -> None:
        """Set whether a place requires a passkey.

        Raises:
            InputFault: no passkey leads to the place, so nobody could take it.
            MissingFault: the disk refuses.
        """
        if required and not self.of(place):
            raise InputFault(TEXTS.say("refused.passkey_first"))
        others = tuple(one for one in self._book.required if one != place.seat)
        self._write(replace(self._book, required=(*others, place.seat) if required else others))

    def _write(self, book: _Book) -> None:
        keep(self._path, book, "refused.passkey_disk")
        self._book = book


def _read(path: Path) -> _Book:
    try:
        return parse_typed(path.read_bytes(), _Book)
    except FileNotFoundError:
        return _Book()
    except (OSError, msgspec.DecodeError) as error:
        raise InputFault(
            f"{path} can't be read: {error}. It says which places ask for a passkey; put its copy back, or "
            "remove it: then a link alone leads to every place"
        ) from error
