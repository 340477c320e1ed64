"""The passkeys of a table: whose they are, which places they lead to, and which places ask for one.

A file in the data folder keeps them. It holds public keys alone; it is its owner's all the same, for it says
who plays here.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field, replace
from pathlib import Path
from urllib.parse import quote

import msgspec

from dashboard.web.seats.seating import ARBITER, Role, TabletPlace
from dashboard.web.texts import TEXTS
from engine.bus.accounts import write_private
from engine.core.faults import InputFault, MissingFault
from engine.core.ids import Seat, Seconds
from engine.core.unusable import system_words

MOST = 64
"""How many passkeys a table keeps."""


@dataclass(frozen=True, slots=True)
class BoundPasskey:
    """A passkey that is bound to a person's name and a place at this table."""

    id: str
    """The credential's id, in base64url."""
    key: str
    """Its public key, as COSE has it, in base64url."""
    count: int
    """Its counter at its last use: a copied authenticator would fall behind it."""
    name: str
    """The person's name."""
    seat: Seat | None
    """The seat that it leads to; None: the arbiter's place."""
    host: str
    """The host name that it works for."""
    since: Seconds
    """When it was bound, wall clock, s."""

    @property
    def place(self) -> TabletPlace:
        """The place that it leads to."""
        return ARBITER if self.seat is None else TabletPlace(Role.SEAT, self.seat)


@dataclass(frozen=True, slots=True)
class _Book:
    """All passkeys of a table."""

    passkeys: tuple[BoundPasskey, ...] = ()
    """The passkeys."""
    required: tuple[Seat | None, ...] = field(default=())
    """The places that nobody takes without one: seats, and None for the arbiter's."""


class PasskeyBook:
    """The passkeys of a table. `folder` keeps them; None: only this run does."""

    def __init__(self, folder: Path | None, table: str) -> None:
        """Go on with the passkeys that are kept.

        Raises:
            InputFault: the folder's file can't be read: places that ask for a passkey would ask for none.
        """
        self._path = None if folder is None else folder / f".{quote(table, safe='')}.passkeys"
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
            InputFault: it is bound to nobody at this table.
        """
        for one in self.passkeys:
            if one.id == passkey:
                return one
        raise InputFault(TEXTS.say("refused.passkey_unknown"))

    def bind(self, one: BoundPasskey) -> None:
        """Keep a passkey.

        Raises:
            InputFault: the table has no room for more.
            MissingFault: the disk refuses.
        """
        if len(self.passkeys) >= MOST:
            raise InputFault(TEXTS.say("refused.passkeys_full", most=MOST))
        self._write(replace(self._book, passkeys=(*self.passkeys, one)))

    def used(self, one: BoundPasskey, count: int) -> None:
        """Keep a passkey's counter after its use."""
        if count != one.count:
            now = tuple(replace(each, count=count) if each.id == one.id else each for each in self.passkeys)
            self._write(replace(self._book, passkeys=now))

    def remove(self, passkey: str) -> None:
        """Forget a passkey; a place that had no other asks for none any more.

        Raises:
            InputFault: it is bound to nobody at this table.
        """
        gone = self.find(passkey)
        left = tuple(one for one in self.passkeys if one.id != gone.id)
        led = {one.seat for one in left}
        self._write(_Book(left, tuple(one for one in self._book.required if one in led)))

    def requires(self, place: TabletPlace) -> bool:
        """Tell whether nobody takes a place without a passkey."""
        return not place.is_public and place.seat in self._book.required

    def require(self, place: TabletPlace, *, required: bool) -> None:
        """Set whether a place asks for a passkey.

        Raises:
            InputFault: no passkey leads there: nobody could take the place.
            MissingFault: the disk refuses.
        """
        if required and not self.of(place):
            raise InputFault(TEXTS.say("refused.passkey_first"))
        others = tuple(one for one in self._book.required if one != place.seat)
        self._write(replace(self._book, required=(*others, place.seat) if required else others))

    def _write(self, book: _Book) -> None:
        if self._path is not None:
            try:
                write_private(self._path, msgspec.json.encode(book).decode())
            except OSError as error:
                raise MissingFault(TEXTS.say("refused.passkey_disk", why=system_words(error))) from error
        self._book = book


def _read(path: Path) -> _Book:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Book)
    except FileNotFoundError:
        return _Book()
    except (OSError, msgspec.DecodeError) as error:
        raise InputFault(
            f"{path} can't be read: {error}. It says which places ask for a passkey; put its copy back, or "
            "remove it: then a link alone leads to every place"
        ) from error


def to_text(content: bytes) -> str:
    """Return bytes as base64url, without padding."""
    return urlsafe_b64encode(content).decode().rstrip("=")


def to_bytes(text: str) -> bytes:
    """Return the bytes that `to_text` wrote."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
