"""The messages that every tablet should know, and which tablet is offered what.

Knows no sockets, no bus, no rules.

A seat's sheet, and what it holds in the hand, goes to the tablets that have their place at that seat, and to
no other. The simulated table's cards have names for who keeps the table; others get it as they may see it.
Visitors without a seat follow the gallery, where there is one: another, later hub.
Everything here runs on one event loop; nothing is thread-safe.
"""

from collections.abc import Callable
from typing import Any

from dashboard.web.seats.seating import Role, TabletPlace
from dashboard.web.telling import backs
from dashboard.web.telling.names import Names, names_of
from dashboard.web.telling.own_things import OwnThings
from dashboard.web.telling.tablet import Tablet
from dashboard.web.telling.told import Key, PageRemark, PageState, RenderCalling, unrendered
from engine.bus.messages.boards import TagSheet
from engine.bus.messages.commands import Answer
from engine.bus.messages.match import HandSheet, MatchState, SeatSheet
from engine.bus.messages.simulated import SimulatedTable, SimulatorAct, SimulatorOrder
from engine.core.ids import Seat
from engine.core.terms import Terms
from engine.core.verdict import Verdict
from engine.core.views import SeatView

STATES = (
    "surface",
    "match",
    "advice",
    "situation",
    "board_lights",
    "sensing",
    "clock",
    "camera",
    "dice",
    "device",
    "availability",
    "simulated_table",
)
"""The channels whose newest message a browser gets when it comes."""

EVENTS = ("verdict", "answer")
"""The channels whose messages only count at the moment they come."""

NAME_LIMIT = 64
"""How many names (cameras, devices, services) are kept a channel; a bus gone mad can't fill the memory."""

_PLACE: Key = ("place", "")
_SHEET: Key = ("seat", "")
_HAND: Key = ("hand", "")
_TAGS: Key = ("tags", "")
_TABLE: Key = ("simulated_table", "")


def _nothing() -> None:
    pass


class Hub:
    """The newest states of the table, and the tablets that follow them.

    `render` gives each message the texts of one of `languages`; a tablet that wants another gets the first.
    `gallery`: the hub that spectators follow instead; None: they follow this one.
    """

    def __init__(
        self,
        *,
        render: RenderCalling = unrendered,
        languages: tuple[str, ...] = ("en",),
        gallery: "Hub | None" = None,
    ) -> None:
        self._gallery = gallery
        self._rendering = render
        self._names: Names = ()
        self._languages = languages
        self._newest: dict[Key, PageState] = {}
        self._own: dict[Key, dict[Seat, PageState]] = {_SHEET: {}, _HAND: {}}
        self._tags: PageState | None = None
        self._table: PageState | None = None
        self._table_seen: dict[Seat | None, PageState] = {}
        self._seats: tuple[SeatView, ...] = ()
        self._match = self._series = ""
        self._terms = Terms()
        self._acted: Seat | None = None
        self._tablets: set[Tablet] = set()
        self._match_changes: Callable[[], None] = _nothing

    @property
    def tablets(self) -> int:
        """How many tablets are connected."""
        return len(self._tablets) + (self._gallery.tablets if self._gallery else 0)

    def join(self, *, language: str = "", steps: bool = False) -> Tablet:
        """Add a tablet; everything known is queued for it."""
        tablet = Tablet(language=self._spoken(language), steps=steps)
        self._hall(tablet.place).admit(tablet)
        return tablet

    def admit(self, tablet: Tablet) -> None:
        """Have a tablet follow this hub; everything known is queued for it."""
        for state in self._newest.values():
            tablet.offer_state(state)
        self._offer_table(tablet)
        self._tablets.add(tablet)

    def holds_back(self, tablet: Tablet) -> bool:
        """Tell whether a tablet follows the gallery, later than the table."""
        return self._hall(tablet.place) is not self

    def _hall(self, place: TabletPlace) -> "Hub":
        """The channels that tablets at a place follow."""
        looks_on = place.is_public
        return self._gallery if looks_on and self._gallery is not None else self

    def when_match_changes(self, follow: Callable[[], None]) -> None:
        """Have something done whenever another match than before is heard of."""
        self._match_changes = follow

    def linked(self) -> tuple[Tablet, ...]:
        """The tablets that have shown a link, whether it leads anywhere or not."""
        linked = tuple(tablet for tablet in self._tablets if tablet.link)
        return linked if self._gallery is None else (*linked, *self._gallery.linked())

    def leave(self, tablet: Tablet) -> None:
        """Forget a tablet."""
        self._tablets.discard(tablet)
        if self._gallery is not None:
            self._gallery.leave(tablet)

    def speak(self, tablet: Tablet, language: str) -> None:
        """Speak another language to a tablet from now on; what it has comes again in that."""
        if (spoken := self._spoken(language)) != tablet.language:
            tablet.language = spoken
            self.tell_again(tablet)

    def tell_again(self, tablet: Tablet) -> None:
        """Queue everything that a tablet may know, whole."""
        if (hall := self._hall(tablet.place)) is not self:
            hall.tell_again(tablet)
            return
        tablet.start_over()
        for state in self._newest.values():
            tablet.offer_state(state)
        self._offer_own(tablet)

    def remark(self, tablet: Tablet, channel: str, message: Any) -> None:
        """Tell one tablet something once."""
        tablet.offer_event(PageRemark((channel, ""), message, self._render))

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The seats of the match, as everybody may know them; empty before one is heard of."""
        return self._seats

    @property
    def terms(self) -> Terms:
        """The board that the match is played on; nothing before one is heard of."""
        return self._terms

    @property
    def match(self) -> str:
        """The name of the match that is played; empty before one is heard of."""
        return self._match

    @property
    def series(self) -> str:
        """The name of the first of the matches that go on as rematches; empty before one is heard of."""
        return self._series

    def seat(self, tablet: Tablet, place: TabletPlace) -> None:
        """Give a tablet its place, and the sheet that goes with it; what it had of another is taken back."""
        was, now = self._hall(tablet.place), self._hall(place)
        if tablet.place != place:
            # An answer that waits was for the place that the tablet had.
            tablet.drop_events()
        tablet.place = place
        if was is not now:
            was.leave(tablet)
            tablet.clear()
            now.admit(tablet)
        tablet.offer_state(self._state(_PLACE, place))
        self._offer_own(tablet)

    def _offer_own(self, tablet: Tablet) -> None:
        for slot in self._own:
            self._offer_own_of(slot, tablet)
        if self._tags is not None:
            tablet.offer_state(self._tags if tablet.place.role is Role.ARBITER else self._state(_TAGS))
        self._offer_table(tablet)

    def _offer_own_of(self, slot: Key, tablet: Tablet) -> None:
        own = None if tablet.place.seat is None else self._own[slot].get(tablet.place.seat)
        if own is not None and self._match and own.message.match != self._match:
            own = None
        tablet.offer_state(own or self._state(slot), slot)

    def take_sheet(self, sheet: SeatSheet) -> None:
        """Pass a seat's sheet on to that seat's tablets alone."""
        self._take_own(_SHEET, sheet.seat, sheet)

    def take_hand(self, sheet: HandSheet) -> None:
        """Pass on the piece of a seat that is in a hand, to the seat's tablets alone."""
        self._take_own(_HAND, sheet.seat, sheet)

    def _take_own(self, slot: Key, seat: Seat, message: SeatSheet | HandSheet) -> None:
        of_seats = self._own[slot]
        state = of_seats.get(seat)
        if state is None:
            if len(of_seats) >= NAME_LIMIT:
                return
            state = of_seats[seat] = self._state((slot[0], seat))
        elif self._is_of_before(state.message, message):
            return
        state.becomes(message)
        for tablet in self._tablets:
            if tablet.place.seat == seat:
                self._offer_own_of(slot, tablet)

    def _is_of_before(self, kept: SeatSheet | HandSheet, message: SeatSheet | HandSheet) -> bool:
        """Tell whether a sheet is older than the one of the match that is played: sealed, and sent again."""
        if kept.match != self._match:
            return False
        return message.match != kept.match or message.revision < kept.revision

    def take_tags(self, sheet: TagSheet) -> None:
        """Pass on the tags and their places, to the arbiter's tablets alone."""
        self._tags = self._tags or self._state(_TAGS)
        self._tags.becomes(sheet)
        for tablet in self._tablets:
            if tablet.place.role is Role.ARBITER:
                tablet.offer_state(self._tags)

    def take_table(self, table: SimulatedTable) -> None:
        """Pass on where the simulated table's pieces lie, to each place what it may know of that."""
        self._table = self._table or self._state(_TABLE)
        self._table.becomes(table)
        for seat, seen in self._table_seen.items():
            seen.becomes(backs.seen_from(table, seat))
        for tablet in self._tablets:
            self._offer_table(tablet)

    def meant(self, place: TabletPlace, order: SimulatorOrder) -> SimulatorOrder:
        """Return an order at the simulated table with the pieces' own names.

        Raises:
            InputFault: it's about a thing of another seat's; says so.
        """
        if self._table is None or place.role is Role.ARBITER:
            return order
        # How the match has it, everybody knows: hands that lay a card so lay open nothing.
        settles = order.order is SimulatorAct.SETTLE
        meant = order if settles else backs.meant(order, self._table.message, place.seat)
        if place.seat is not None:
            self._own_things().expect_may_order(place.seat, meant)
        return meant

    def _own_things(self) -> OwnThings:
        match, surface, table = (
            None if state is None else state.message
            for state in (self._newest.get(("match", "")), self._newest.get(("surface", "")), self._table)
        )
        if match is None:
            return OwnThings(None, surface, table)
        decision, turn = match.view.decision, match.view.turn
        at_play = frozenset(seat for seat in (*decision.seats, turn, self._acted) if seat is not None)
        return OwnThings(match, surface, table, at_play)

    def _offer_table(self, tablet: Tablet) -> None:
        if self._table is None:
            return
        if tablet.place.role is Role.ARBITER:
            tablet.offer_state(self._table)
            return
        seat = tablet.place.seat
        if seat not in self._table_seen:
            self._table_seen[seat] = self._state(_TABLE, backs.seen_from(self._table.message, seat))
        tablet.offer_state(self._table_seen[seat])

    def _call(self, names: Names) -> None:
        """Call players by these names from now on, also in all earlier messages."""
        if names == self._names:
            return
        self._names = names
        own = (state for of_seats in self._own.values() for state in of_seats.values())
        for state in (*self._newest.values(), *own, *self._table_seen.values()):
            state.said_anew()
        for tablet in self._tablets:
            for state in self._newest.values():
                tablet.offer_state(state)
            if tablet.place.seat is not None:
                self._offer_own(tablet)

    @property
    def names(self) -> Names:
        """The players' names, used instead of their seats."""
        return self._names

    def take(self, channel: str, name: str, message: Any) -> None:
        """Pass a message of the bus on: states and verdicts to all, an answer to the tablet that asked.

        A seat is answered at its own place alone, whoever claims to have asked.
        """
        if isinstance(message, MatchState):
            self._seats, self._terms = message.view.seats, message.terms
            self._call(names_of(message))
            self._series = message.series or message.match
            self._take_match(message.match)
        if isinstance(message, SimulatedTable):
            self.take_table(message)
        elif channel in STATES:
            self.keep(channel, name, message)
        elif channel in EVENTS:
            if isinstance(message, Verdict) and (acted := [one.by for one in message.actions if one.by]):
                self._acted = acted[-1]
            remark = PageRemark((channel, name), message, self._render)
            for tablet in self._tablets:
                if not isinstance(message, Answer) or _asked(tablet, message):
                    tablet.offer_event(remark)

    def _take_match(self, match: str) -> None:
        """Note which match is played. On a new one, offer each seat its own cards again."""
        if match == self._match:
            return
        self._match = match
        for tablet in self._tablets:
            if tablet.place.seat is not None:
                self._offer_own(tablet)
        self._match_changes()

    def keep(self, channel: str, name: str, message: Any) -> None:
        """Keep and pass on a state, also one that isn't the bus's (how the dashboard itself does)."""
        key = (channel, name)
        state = self._newest.get(key)
        if state is None:
            if sum(kept == channel for kept, _ in self._newest) >= NAME_LIMIT:
                return
            state = self._newest[key] = self._state(key, message)
        else:
            state.becomes(message)
        for tablet in self._tablets:
            tablet.offer_state(state)

    def forget(self, channel: str, name: str | None = None) -> None:
        """Drop the states of a channel, or the one of a name; the tablets are sent null for each."""
        for key in [key for key in self._newest if key[0] == channel and name in (None, key[1])]:
            state = self._newest.pop(key)
            state.becomes(None)
            for tablet in self._tablets:
                tablet.offer_state(state)

    def _state(self, key: Key, message: Any = None) -> PageState:
        return PageState(key, message, self._render)

    def _render(self, message: Any, language: str) -> bytes:
        return self._rendering(message, language, self._names)

    def _spoken(self, language: str) -> str:
        return language if language in self._languages else self._languages[0]


def _asked(tablet: Tablet, answer: Answer) -> bool:
    return tablet.asked(answer.command) and answer.seat in (None, tablet.place.seat)
