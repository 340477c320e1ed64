"""Keeps the table's newest messages, and offers each tablet the messages that its place may know.

A seat's sheet and the piece in its hand go only to the tablets at that seat. The arbiter gets the open uses
of the seat whose turn it is, and the simulated table with all cards' names; others get that table without the
names of cards that they can't read. Visitors without a seat follow the gallery, if there is a delay: a second
hub that gets the messages later.

This module knows no sockets, no bus and no rules. Everything runs on one event loop; nothing is thread-safe.
"""

from collections.abc import Callable, Mapping
from typing import Any

from dashboard.web.seats.seating import Role, TabletPlace
from dashboard.web.telling import backs
from dashboard.web.telling.names import Names, names_of
from dashboard.web.telling.own_things import OwnThings
from dashboard.web.telling.page_states import Key, PageRemark, PageState, RenderCalling, unrendered
from dashboard.web.telling.tablet import Tablet
from engine.bus.messages.boards import TagSheet
from engine.bus.messages.commands import Answer
from engine.bus.messages.match import HandSheet, MatchState, SeatSheet, Surface
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
    "covered_cells",
    "sensing",
    "clock",
    "camera",
    "dice",
    "device",
    "availability",
    "simulated_table",
)
"""The channels of states. A new tablet gets their newest messages."""

EVENTS = ("verdict", "answer")
"""The channels of events. Their messages are only sent at the moment they come."""

NAME_LIMIT = 64
"""The most names (cameras, devices, services) that are kept of a channel: a faulty bus can't fill the memory.
"""

_PLACE: Key = ("place", "")
_SHEET: Key = ("seat", "")
_HAND: Key = ("hand", "")
_TAGS: Key = ("tags", "")
_TABLE: Key = ("simulated_table", "")
_WISH: Key = ("wish", "")


def _nothing() -> None:
    pass


def _no_wish(seat: Seat, name: str) -> None:
    del seat, name


class Hub:
    """The newest states of the table, and the tablets that follow them.

    `render` encodes a message in one of `languages`; a tablet that wants another language gets the first.
    `gallery`: the hub that visitors follow instead; None if they follow this one.
    """

    def __init__(
        self,
        *,
        render: RenderCalling = unrendered,
        languages: tuple[str, ...] = ("en",),
        gallery: "Hub | None" = None,
    ) -> None:
        self._gallery = gallery
        self._wish: Callable[[Seat, str], Any] = _no_wish
        self._rendering = render
        self._names: Names = ()
        self._languages = languages
        self._newest: dict[Key, PageState] = {}
        self._own: dict[Key, dict[Seat, PageState]] = {_SHEET: {}, _HAND: {}}
        self._open: PageState = self._state(_SHEET)
        self._turn: Seat | None = None
        self._tags: PageState | None = None
        self._table: PageState | None = None
        self._table_seen: dict[Seat | None, PageState] = {}
        self._seats: tuple[SeatView, ...] = ()
        self._players: Mapping[Seat, str] = {}
        self._match = self._series = self._board = ""
        self._terms = Terms()
        self._acted: Seat | None = None
        self._tablets: set[Tablet] = set()
        self._match_changes: Callable[[], None] = _nothing

    @property
    def tablets(self) -> int:
        """The number of connected tablets, with those of the gallery."""
        return len(self._tablets) + (self._gallery.tablets if self._gallery else 0)

    def join(self, *, language: str = "", steps: bool = False, packs: bool = False) -> Tablet:
        """Add a visitor's tablet. All states are queued for it.

        `steps`: it can take steps; `packs`: it can unpack texts.
        """
        tablet = Tablet(language=self._spoken(language), steps=steps, packs=packs)
        self._hall(tablet.place).admit(tablet)
        return tablet

    def admit(self, tablet: Tablet) -> None:
        """Have a tablet follow this hub. All states are queued for it."""
        for state in self._newest.values():
            tablet.offer_state(state)
        self._offer_table(tablet)
        self._tablets.add(tablet)

    def holds_back(self, tablet: Tablet) -> bool:
        """Tell whether a tablet follows the gallery, and so sees the table later."""
        return self._hall(tablet.place) is not self

    def _hall(self, place: TabletPlace) -> "Hub":
        """Return the hub that tablets at a place follow: this one or the gallery."""
        looks_on = place.is_public
        return self._gallery if looks_on and self._gallery is not None else self

    def when_match_changes(self, follow: Callable[[], None]) -> None:
        """Set the function that is called when another match than before is reported."""
        self._match_changes = follow

    def know_wishes(self, wish: Callable[[Seat, str], Any]) -> None:
        """Set the function that returns how the person at a seat wants the pages, None if nothing was chosen.

        It gets the player's name; empty without one.
        """
        self._wish = wish

    def linked(self) -> tuple[Tablet, ...]:
        """Return the tablets that have shown a link, valid or not."""
        linked = tuple(tablet for tablet in self._tablets if tablet.link)
        return linked if self._gallery is None else (*linked, *self._gallery.linked())

    def leave(self, tablet: Tablet) -> None:
        """Remove a tablet."""
        self._tablets.discard(tablet)
        if self._gallery is not None:
            self._gallery.leave(tablet)

    def speak(self, tablet: Tablet, language: str) -> None:
        """Change a tablet's language. All states are queued again in it."""
        if (spoken := self._spoken(language)) != tablet.language:
            tablet.language = spoken
            self.tell_again(tablet)

    def tell_again(self, tablet: Tablet) -> None:
        """Queue all states that a tablet may know, each whole."""
        if (hall := self._hall(tablet.place)) is not self:
            hall.tell_again(tablet)
            return
        tablet.start_over()
        tablet.wish = None
        self._offer_wish(tablet)
        for state in self._newest.values():
            tablet.offer_state(state)
        self._offer_own(tablet)

    def remark(self, tablet: Tablet, channel: str, message: Any) -> None:
        """Queue an event for one tablet."""
        tablet.offer_event(PageRemark((channel, ""), message, self._render))

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The present match's seats, as everybody may know them; empty before the first match."""
        return self._seats

    @property
    def players(self) -> Mapping[Seat, str]:
        """The names that the present match's players have given, by their seats."""
        return self._players

    @property
    def terms(self) -> Terms:
        """The present match's terms; empty ones before the first match."""
        return self._terms

    @property
    def board(self) -> str:
        """The name of the board that is played on, as its surface has it; empty before the first surface."""
        return self._board

    @property
    def match(self) -> str:
        """The present match's id; empty before the first match."""
        return self._match

    @property
    def series(self) -> str:
        """The id of the first match in a series of rematches; empty before the first match."""
        return self._series

    def seat(self, tablet: Tablet, place: TabletPlace) -> None:
        """Give a tablet its place. It gets the place's own messages instead of those of its earlier place."""
        was, now = self._hall(tablet.place), self._hall(place)
        if tablet.place != place:
            # A waiting answer was for the tablet's earlier place.
            tablet.drop_events()
        tablet.place = place
        if was is not now:
            was.leave(tablet)
            tablet.clear()
            now.admit(tablet)
        self._offer_wish(tablet)
        tablet.offer_state(self._state(_PLACE, place))
        self._offer_own(tablet)

    def _offer_wish(self, tablet: Tablet) -> None:
        """Offer a seat's tablet how its person wants the pages; nothing to those who never chose."""
        seat = tablet.place.seat
        wish = None if seat is None else self._wish(seat, self._players.get(seat, ""))
        if wish != tablet.wish:
            tablet.wish = wish
            tablet.offer_state(self._state(_WISH, wish))

    def _offer_own(self, tablet: Tablet) -> None:
        for slot in self._own:
            self._offer_own_of(slot, tablet)
        if self._tags is not None:
            tablet.offer_state(self._tags if tablet.place.role is Role.ARBITER else self._state(_TAGS))
        self._offer_table(tablet)

    def _offer_own_of(self, slot: Key, tablet: Tablet) -> None:
        if slot == _SHEET and tablet.place.role is Role.ARBITER:
            tablet.offer_state(self._open)
            return
        own = None if tablet.place.seat is None else self._own[slot].get(tablet.place.seat)
        if own is not None and self._match and own.message.match != self._match:
            own = None
        tablet.offer_state(own or self._state(slot), slot)

    def take_sheet(self, sheet: SeatSheet) -> None:
        """Pass a seat's sheet only to that seat's tablets."""
        self._take_own(_SHEET, sheet.seat, sheet)

    def take_hand(self, sheet: HandSheet) -> None:
        """Pass the piece in a seat's hand only to that seat's tablets."""
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
        if slot == _SHEET:
            self._open_the_turns()
        for tablet in self._tablets:
            if tablet.place.seat == seat:
                self._offer_own_of(slot, tablet)

    def _open_the_turns(self) -> None:
        """Offer the arbiter's tablets the open uses of the seat whose turn it is, if these are news."""
        kept = None if self._turn is None else self._own[_SHEET].get(self._turn)
        sheet = None if kept is None or kept.message.match != self._match else open_part(kept.message)
        if sheet == self._open.message:
            return
        self._open.becomes(sheet)
        for tablet in self._tablets:
            if tablet.place.role is Role.ARBITER:
                tablet.offer_state(self._open)

    def _is_of_before(self, kept: SeatSheet | HandSheet, message: SeatSheet | HandSheet) -> bool:
        """Tell whether a sheet is older than the kept one: somebody may have sent an old sheet again."""
        if kept.match != self._match:
            return False
        return message.match != kept.match or message.revision < kept.revision

    def take_tags(self, sheet: TagSheet) -> None:
        """Pass the enrolled tags only to the arbiter's tablets."""
        self._tags = self._tags or self._state(_TAGS)
        self._tags.becomes(sheet)
        for tablet in self._tablets:
            if tablet.place.role is Role.ARBITER:
                tablet.offer_state(self._tags)

    def take_table(self, table: SimulatedTable) -> None:
        """Pass the simulated table to all tablets, to each as its place may know it."""
        self._table = self._table or self._state(_TABLE)
        self._table.becomes(table)
        for seat, seen in self._table_seen.items():
            seen.becomes(backs.seen_from(table, seat))
        for tablet in self._tablets:
            self._offer_table(tablet)

    def meant(self, place: TabletPlace, order: SimulatorOrder) -> SimulatorOrder:
        """Return a place's order at the simulated table, with the piece's own name.

        Raises:
            InputFault: the order is about another seat's thing.
        """
        if self._table is None or place.role is Role.ARBITER:
            return order
        # An order to settle puts a card where the match has it, which everybody knows.
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
            seen = backs.seen_from(self._table.message, seat)
            self._table_seen[seat] = self._state(_TABLE, seen, for_all=seat is None)
        tablet.offer_state(self._table_seen[seat])

    def _call(self, names: Names) -> None:
        """Use these players' names from now on, also in the states that tablets have."""
        if names == self._names:
            return
        self._names = names
        own = (state for of_seats in self._own.values() for state in of_seats.values())
        for state in (*self._newest.values(), *own, self._open, *self._table_seen.values()):
            state.said_anew()
        for tablet in self._tablets:
            for state in self._newest.values():
                tablet.offer_state(state)
            if not tablet.place.is_public:
                self._offer_own(tablet)

    def _meet(self, players: Mapping[Seat, str]) -> None:
        """Note the players' names. A person who has just given one may have chosen pages before."""
        if players == self._players:
            return
        self._players = players
        for tablet in self._tablets:
            self._offer_wish(tablet)

    @property
    def names(self) -> Names:
        """The players' names, which sentences have instead of their seats' names."""
        return self._names

    def take(self, channel: str, name: str, message: Any) -> None:
        """Pass on a message of the bus: states and verdicts to all, an answer to the tablet that asked.

        An answer to a seat only goes to a tablet at that seat.
        """
        if isinstance(message, MatchState):
            self._seats, self._terms = message.view.seats, message.terms
            self._meet(message.players)
            self._call(names_of(message))
            self._series = message.series or message.match
            self._take_match(message.match)
            self._turn = message.view.turn
            self._open_the_turns()
        if isinstance(message, Surface):
            self._board = message.board
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
        """Note the present match's id. For a new match, offer each seat its own messages again."""
        if match == self._match:
            return
        self._match = match
        for tablet in self._tablets:
            if tablet.place.seat is not None:
                self._offer_own(tablet)
        self._match_changes()

    def keep(self, channel: str, name: str, message: Any) -> None:
        """Keep a state and pass it on. It may be one that isn't on the bus, such as the dashboard's own."""
        key = (channel, name)
        state = self._newest.get(key)
        if state is None:
            if sum(kept == channel for kept, _ in self._newest) >= NAME_LIMIT:
                return
            state = self._newest[key] = self._state(key, message, for_all=True)
        else:
            state.becomes(message)
        for tablet in self._tablets:
            tablet.offer_state(state)

    def forget(self, channel: str, name: str | None = None) -> None:
        """Drop the states of a channel, or the one of a name. Tablets get null for each."""
        for key in [key for key in self._newest if key[0] == channel and name in (None, key[1])]:
            state = self._newest.pop(key)
            state.becomes(None)
            for tablet in self._tablets:
                tablet.offer_state(state)

    def _state(self, key: Key, message: Any = None, *, for_all: bool = False) -> PageState:
        """Return a new state. `for_all`: every tablet of this hub gets it; visitors may get it later."""
        return PageState(key, message, self._render, is_public=for_all and self._gallery is None)

    def _render(self, message: Any, language: str) -> bytes:
        return self._rendering(message, language, self._names)

    def _spoken(self, language: str) -> str:
        return language if language in self._languages else self._languages[0]


def open_part(sheet: SeatSheet) -> SeatSheet:
    """Return a seat's sheet with nothing but its open uses."""
    uses = tuple(use for use in sheet.uses if use.key in sheet.open)
    return SeatSheet(sheet.match, sheet.revision, sheet.seat, uses, open=sheet.open)


def _asked(tablet: Tablet, answer: Answer) -> bool:
    return tablet.asked(answer.command) and answer.seat in (None, tablet.place.seat)
