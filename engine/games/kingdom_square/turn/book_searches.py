"""Cards that are searched for in a book, put under it, or shown because of an effect in exile."""

from dataclasses import dataclass
from typing import ClassVar

from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.parameters import Element, Sought
from engine.games.kingdom_square.content.printed import Form, Kind
from engine.games.kingdom_square.match import Came, State, TableRules
from engine.games.kingdom_square.position.state import busy, own, slug_of, table
from engine.games.kingdom_square.turn.costs_and_draws import putting_away
from engine.games.kingdom_square.turn.damage import landed
from engine.kit.changed import altered
from engine.kit.draws import Shuffling
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then
from engine.kit.resolving.steps import Asking, FormerSteps, SteppedFrame
from engine.kit.zones.box import name_of

_LEAST = 2
_ELSEWHERE = {Sought.AURA: "trump"}
"""The cards that go to the trump. The frame has no field for it, so that older journals keep their hashes."""


def is_sought(slug: str, what: Sought) -> bool:
    """Tell whether a card may be searched for."""
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
class Fetching(SteppedFrame[TableRules, State]):
    """A seat searches its book for a card, takes it and shuffles; it may find none."""

    seat: Seat
    """The seat."""
    what: Sought
    """The kind of card that it looks for."""
    table: bool
    """The card goes to the table."""

    former: ClassVar = FormerSteps("stage", {0: "start", 1: "found", 2: "shuffled"})
    """The numbers that journals have in the place of its steps' names."""

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Ask for the card."""
        del game
        choice = Choosing(self.seat, "fetch", self._found(state), 0, 1, secret=True)
        asked: Asking[str | None] = Asking((choice,))
        return self.ask(state, asked, self.found)

    def found(self, game: TableRules, state: State, card: str | None) -> FrameStep:
        """Shuffle the book; a found card is taken out before."""
        book, zones = own(self.seat, "book"), state.zones
        if card is None:
            return self.first(state, (Shuffling(book, book),), self.shuffled)
        if not zones.is_in(card, book):
            zones = zones.revealed(book, card)
        zones = zones.moved(card, own(self.seat, "drawn"), up=False, to=(self.seat,))
        only = _ELSEWHERE.get(self.what, "") if game.options.is_printed else ""
        taken = putting_away(self.seat, only="table" if self.table else only)
        return self.first(altered(state, zones=zones), (Shuffling(book, book), taken), self.shuffled)

    def shuffled(self, game: TableRules, state: State) -> FrameStep:
        """End the search."""
        del game
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
    """The seat."""
    table_only: bool = False
    """The trump isn't offered."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Ask the seat which card, and put it under the book."""
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
    """The top card of a seat's exile has just come there, and its effect follows."""

    seat: Seat
    """The seat."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Start the effect, if the engine knows the card."""
        del came
        lying = state.zones.lying(own(self.seat, "exile"))
        if not lying or lying[0].card is None:
            return done(state)
        return done(landed(game, state, str(lying[0].card), "exile"))
