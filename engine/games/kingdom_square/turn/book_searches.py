"""Cards that are looked for in a book, put under it, or shown because they do something in exile."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.parameters import Element, Sought
from engine.games.kingdom_square.content.printed import Form, Kind
from engine.games.kingdom_square.match import Came, State, TableRules
from engine.games.kingdom_square.position.state import busy, own, slug_of, table
from engine.games.kingdom_square.turn.costs_and_draws import Drawn
from engine.games.kingdom_square.turn.damage import landed
from engine.kit.changed import altered
from engine.kit.draws import Shuffling
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then
from engine.kit.zones.box import name_of

_LEAST = 2
_ELSEWHERE = {Sought.AURA: "trump"}
"""What goes to the hand; the frame has no field for it, so that its hash in older journals stays as it is."""


def is_sought(slug: str, what: Sought) -> bool:
    """Tell whether a card is one of those that are looked for."""
    one = record(slug)
    is_unit = one.kind is Kind.UNIT
    match what:
        case Sought.BEAST:
            return is_unit and "beast" in one.classes
        case Sought.AURA:
            return one.form is Form.AURA
        case Sought.EARTH:
            return is_unit and one.element is Element.EARTH
        case Sought.WEAK:
            return is_unit and one.at <= _LEAST
        case Sought.FRAIL:
            return is_unit and one.df <= _LEAST


@dataclass(frozen=True, slots=True)
class Fetching(StackFrame):
    """A seat looks through its book for a card, takes it and shuffles; it may find none."""

    seat: Seat
    what: Sought
    table: bool
    stage: int = 0

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Ask which; take it; shuffle."""
        book = own(self.seat, "book")
        after = altered(self, stage=self.stage + 1)
        if self.stage == 0:
            return then(state, after, Choosing(self.seat, "fetch", self._found(state), 0, 1, secret=True))
        if self.stage == 1 and came:
            (card,) = came
            zones = state.zones
            if not zones.is_in(card, book):
                zones = zones.revealed(book, card)
            zones = zones.moved(card, own(self.seat, "drawn"), up=False, to=(self.seat,))
            only = _ELSEWHERE.get(self.what, "") if game.options.is_printed else ""
            only = "table" if self.table else only
            taken = Drawn(self.seat, begun=True, only=only)
            return then(altered(state, zones=zones), altered(after, stage=2), Shuffling(book, book), taken)
        if self.stage == 1:
            return then(state, altered(after, stage=2), Shuffling(book, book))
        return done(state)

    def _found(self, state: State) -> tuple[str, ...]:
        book = own(self.seat, "book")
        there = (*state.zones.known(book), *state.zones.can_be(book))
        lowest: dict[str, str] = {}
        for card in there:
            if is_sought(slug_of(card), self.what):
                lowest.setdefault(name_of(card), str(card))
        return tuple(lowest.values())


@dataclass(frozen=True, slots=True)
class Pawning(StackFrame):
    """A seat puts a card of its table or its trump under its book."""

    seat: Seat
    table_only: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Ask which; put it there."""
        del game
        if came is None:
            trump = () if self.table_only else map(str, state.zones.known(own(self.seat, "trump")))
            among = tuple(one for one in (*table(state, self.seat), *trump) if one not in busy(state))
            return then(state, self, Choosing(self.seat, "drop", among, min(1, len(among)), 1))
        zones = state.zones
        for card in came:
            zones = zones.moved(card, own(self.seat, "book"), up=False, bottom=True)
        return done(altered(state, zones=zones))


@dataclass(frozen=True, slots=True)
class Wondering(StackFrame):
    """What lies on top of a seat's exile has just come there: it does what it does."""

    seat: Seat

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Look at it, as far as the engine knows it."""
        del came
        lying = state.zones.lying(own(self.seat, "exile"))
        if not lying or lying[0].card is None:
            return done(state)
        return done(landed(game, state, str(lying[0].card), "exile"))
