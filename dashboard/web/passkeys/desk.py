"""The uses of a table's passkeys: to bind one, sign in, remove one, and require one for a place."""

from collections.abc import Callable
from typing import Any

from dashboard.web.passkeys.ceremonies import Ceremonies, Site, is_offered
from dashboard.web.passkeys.kept import BoundPasskey, PasskeyBook
from dashboard.web.seats.links import ARBITERS
from dashboard.web.seats.seating import ARBITER, Role, Seating, TabletPlace, expect_hands_out
from dashboard.web.telling.hub import Hub
from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault
from engine.core.ids import Seat
from engine.session.playing.player_names import LONGEST_NAME


class PasskeyDesk:
    """The passkeys of one table, as the pages use them. `renew` replaces a place's link by a new one.

    Each method returns an answer as JSON has it. It raises an `InputFault` if the asker's place doesn't allow
    the use.
    """

    def __init__(
        self, book: PasskeyBook, seating: Seating, hub: Hub, renew: Callable[[TabletPlace | None], None]
    ) -> None:
        self._book, self._seating, self._hub, self._renew = book, seating, hub, renew
        self._ceremonies = Ceremonies(book)

    def facts(self, place: TabletPlace) -> dict[str, Any]:
        """Return a place's passkeys. The arbiter gets all of them, and the places that require one."""
        keeps = place.role is Role.ARBITER
        own = () if place.is_public else self._book.of(place)
        labels = {one.seat: one.label for one in self._hub.seats}
        places: list[Seat | None] = [*labels, None] if keeps else []
        return {
            "offered": is_offered(),
            "role": place.role,
            "label": labels.get(place.seat, place.seat) if place.seat else "",
            "passkeys": [_shown(one) for one in (self._book.passkeys if keeps else own)],
            "places": [
                {
                    "place": seat or ARBITERS,
                    "label": labels.get(seat, "") if seat else "",
                    "required": self._book.requires(_place(seat)),
                }
                for seat in places
            ],
        }

    def begin_binding(self, place: TabletPlace, site: Site, name: str) -> dict[str, Any]:
        """Begin to bind a passkey to a person's name at a place."""
        if place.is_public:
            raise InputFault(TEXTS.say("refused.passkey_place"))
        called = " ".join(name.split())
        if not 0 < len(called) <= LONGEST_NAME or not called.isprintable():
            raise InputFault(TEXTS.say("refused.passkey_name", most=LONGEST_NAME))
        return self._ceremonies.begin_binding(site, place, called)

    def bind(self, place: TabletPlace, ceremony: str, credential: dict[str, Any]) -> dict[str, Any]:
        """Bind the passkey that the browser made. The link of its place has to be valid still."""
        if place.is_public:
            raise InputFault(TEXTS.say("refused.passkey_place"))
        return _shown(self._ceremonies.bind(ceremony, credential, place))

    def begin_signing_in(self, site: Site) -> dict[str, Any]:
        """Begin a sign-in; the browser chooses the passkey."""
        return self._ceremonies.begin_signing_in(site)

    def sign_in(self, ceremony: str, credential: dict[str, Any]) -> dict[str, Any]:
        """Return the link of the place that a passkey leads to."""
        one = self._ceremonies.sign_in(ceremony, credential)
        return {"name": one.name, "link": self._seating.link(one.place)}

    def require(self, place: TabletPlace, of: str, *, required: bool) -> dict[str, Any]:
        """Require a passkey for a place, or no longer require one. The place gets a new link."""
        expect_hands_out(place)
        asked = _place(None if of == ARBITERS else Seat(of))
        self._book.require(asked, required=required)
        self._renew(asked)
        # This device is the arbiter's already, so it gets the new link without a passkey.
        return {"link": self._seating.link(ARBITER) if asked == ARBITER else ""}

    def remove(self, place: TabletPlace, passkey: str) -> dict[str, Any]:
        """Remove a passkey. The arbiter may do so, and the place that the passkey leads to."""
        if place.is_public or self._book.find(passkey).place != place:
            expect_hands_out(place)
        self._book.remove(passkey)
        return self.facts(place)


def _place(seat: Seat | None) -> TabletPlace:
    return ARBITER if seat is None else TabletPlace(Role.SEAT, seat)


def _shown(one: BoundPasskey) -> dict[str, Any]:
    return {"id": one.id, "name": one.name, "place": one.seat or ARBITERS, "host": one.host}
