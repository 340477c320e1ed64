"""The places that connected tablets have by their links."""

from collections import deque
from collections.abc import Callable, Hashable

from starlette.requests import HTTPConnection

from dashboard.web.audit.audit import NO_AUDIT, Audit
from dashboard.web.audit.lines import AuditKind, Doer
from dashboard.web.seats.devices import Device, device_of
from dashboard.web.seats.holders import Holders
from dashboard.web.seats.seating import SPECTATOR, Seating, TabletPlace
from dashboard.web.seats.visitors import place_or_spectator, shown_link
from dashboard.web.serving.limits import Crowd
from dashboard.web.telling.hub import Hub
from dashboard.web.telling.tablet import Tablet
from dashboard.web.texts import TEXTS
from engine.core.faults import InputFault
from engine.core.unusable import explained

_LINKS_BEFORE = 64
"""The most links of earlier matches that are known, so that a page which is loaded again gets a calm word."""


class TakenPlaces:
    """Gives the tablets of one hub their places. Its methods are called on one event loop.

    `holders` and `audit` record the devices that join; `crowd` counts the tablets with a link.
    """

    def __init__(
        self, hub: Hub, seating: Seating, *, holders: Holders, crowd: Crowd, audit: Audit = NO_AUDIT
    ) -> None:
        self._hub, self._seating = hub, seating
        self._holders, self._crowd = holders, crowd
        self._audit = audit
        self._lines: dict[Tablet, tuple[Hashable, Device]] = {}
        self._before: deque[str] = deque(maxlen=_LINKS_BEFORE)

    def take(self, tablet: Tablet, link: str, line: HTTPConnection) -> None:
        """Give a tablet its link's place, or send it the reason why the link isn't valid.

        With an empty link it becomes a visitor. `line` is its connection.
        """
        tablet.link = link
        self._lines[tablet] = (line, device_of(line))
        try:
            place = self._place_of(link) if link else SPECTATOR
        except InputFault as error:
            self._audit.did(Doer(SPECTATOR, self._lines[tablet][1]), AuditKind.REFUSED_LINK)
            if link in self._before:
                self._leave_behind(tablet)
            else:
                self._put_off(tablet, error)
            return
        self._seat(tablet, place)

    def doer(self, tablet: Tablet) -> Doer:
        """Return the place and device of a tablet, as the sender of its requests."""
        return Doer(tablet.place, self._lines[tablet][1])

    def another_match(self) -> None:
        """Check every tablet's link again, because a match has begun.

        A tablet without a seat in it looks on, and gets a calm word: nobody did anything wrong.
        """
        self._check(self._leave_behind)

    def look_again(self) -> None:
        """Check every tablet's link again, because links were taken back."""
        self._before.clear()
        self._check(lambda tablet: self._put_off(tablet, InputFault(TEXTS.say("refused.link"))))

    def _check(self, put_off: Callable[[Tablet], None]) -> None:
        for tablet in self._hub.linked():
            try:
                place = self._place_of(tablet.link)
            except InputFault:
                if tablet.place != SPECTATOR:
                    put_off(tablet)
                continue
            if tablet.place != place:
                self._seat(tablet, place)

    def saw(self, visitor: HTTPConnection) -> None:
        """Record the device of a request with a valid link."""
        place, device = place_or_spectator(visitor, self._seating), device_of(visitor)
        if not place.is_public and self._holders.saw(shown_link(visitor), device):
            self._audit.did(Doer(place, device), AuditKind.JOINED)

    def leave(self, tablet: Tablet) -> None:
        """Note that a tablet has hung up."""
        line, _ = self._lines.pop(tablet, (None, None))
        self._holders.leaves(line)

    def _seat(self, tablet: Tablet, place: TabletPlace) -> None:
        line, device = self._lines[tablet]
        if place.is_public:
            self._holders.leaves(line)
            self._crowd.unlinked(line, device.address)
        else:
            if self._holders.sits(line, tablet.link, device):
                self._audit.did(Doer(place, device), AuditKind.JOINED)
            self._crowd.shown(line)
        self._hub.seat(tablet, place)

    def _leave_behind(self, tablet: Tablet) -> None:
        if tablet.link not in self._before:
            self._before.append(tablet.link)
        self._seat(tablet, SPECTATOR)
        self._hub.remark(tablet, "error", {"text": TEXTS.say("seating.another_match"), "tone": "calm"})

    def _put_off(self, tablet: Tablet, error: InputFault) -> None:
        self._seat(tablet, SPECTATOR)
        said = TEXTS.say("refused.not_seated", why=explained(error))
        self._hub.remark(tablet, "error", {"text": said})

    def _place_of(self, link: str) -> TabletPlace:
        place = self._seating.place_of(link)
        seats = [one.seat for one in self._hub.seats]
        if place.seat is not None and seats and place.seat not in seats:
            raise InputFault(TEXTS.say("refused.no_seat_now", seat=place.seat))
        return place
