"""Paying and drawing: cards of the book (KS-5.3, KS-6.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Never

from engine.core.decisions import Violation, broken
from engine.core.ids import PieceId, Seat
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.content.printed import Toll
from engine.games.kingdom_square.match import Came, Counts, State, TableRules
from engine.games.kingdom_square.position.actions import Keep, Place
from engine.games.kingdom_square.position.field import SEATS, foe
from engine.games.kingdom_square.position.now import field_now, table_max
from engine.games.kingdom_square.position.state import (
    TRUMP_MAX,
    auras,
    busy,
    card_of,
    counted,
    hero,
    own,
    printed,
    rule,
    table,
    units,
)
from engine.games.kingdom_square.position.stats import under
from engine.games.kingdom_square.turn.consequences import Event, Follows, due
from engine.games.kingdom_square.turn.damage import harmed, healed, landed, spent
from engine.kit.changed import altered
from engine.kit.choosing.actions import Draw, GameAction
from engine.kit.draws import Drawing
from engine.kit.position import Position
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, instead, then, wait
from engine.kit.resolving.steps import Asking, FormerSteps, SteppedFrame
from engine.kit.zones.box import CardId


@dataclass(frozen=True, slots=True)
class Paying(SteppedFrame[TableRules, State]):
    """A cost is paid: first from this turn's gains, then from the top of the book."""

    seat: Seat
    """The seat that pays."""
    amount: int
    """The cost."""

    former: ClassVar = FormerSteps("begun", {False: "start", True: "milled"})
    """The numbers that journals have in the place of its steps' names."""

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Take the gains, then the rest from the book."""
        gained = min(self.amount, state.counters[str(self.seat), Counts.PURSE])
        state = counted(state, str(self.seat), Counts.PURSE, -gained)
        rest = self.amount - gained
        if not rest:
            return done(_tolled(game, state, self.seat) if self.amount else state)
        book, graveyard = own(self.seat, "book"), own(self.seat, "graveyard")
        return self.ask(state, Milling(book, graveyard, rest), self.milled)

    def milled(self, game: TableRules, state: State, cards: tuple[CardId, ...]) -> FrameStep:
        """Start the cards' effects in a graveyard; a player with an empty book loses (KS-3.3)."""
        for card in cards:
            state = landed(game, state, card, "graveyard")
        return done(_tolled(game, spent(game, state, self.seat), self.seat))


@dataclass(frozen=True, slots=True)
class Milling(Drawing):
    """Cards of a book go to the graveyard as a cost: shown together (KS-12).

    Their order has no meaning, and people who see them together couldn't know it. So they are sorted.
    """

    def answered(self, game: object, state: Position[Never], action: GameAction) -> FrameStep:
        """Put the card among the cards paid before."""
        step = Drawing.answered(self, game, state, action)
        assert isinstance(action, Draw)  # noqa: S101  # narrows the type: it's one of the options
        assert isinstance(step.state, State)  # noqa: S101  # narrows the type: it's this game's
        numbers, zones = state.zones.top.box.numbers, step.state.zones
        paid = tuple(sorted((*self.drawn, action.draw), key=numbers.__getitem__))
        for card in reversed(paid) if len(paid) > 1 else ():
            zones = zones.moved(card, self.to)
        left = altered(self, count=self.count - 1, drawn=paid)
        return instead(altered(step.state, zones=zones), left)

    def options_about(
        self, game: object, state: Position[Never], seat: Seat | None, pieces: frozenset[PieceId]
    ) -> Iterable[GameAction]:
        """Yield the first possible one of the pieces: any other order has the same result."""
        found = Drawing.options_about(self, game, state, seat, pieces)
        return found if self.count < 2 else list(found)[:_EITHER]


@dataclass(frozen=True, slots=True)
class OpenDrawing(Drawing):
    """A card is drawn openly, since only the table has room for it (KS-5.3)."""

    def waits(self, game: object, state: Position[Never]) -> Waiting:
        """Return that it waits for chance, whose outcome the players at the table see."""
        return replace(Drawing.waits(self, game, state), shows=True)


_EITHER = 2
"""The next of several cards that come sorted; one of them may be missing."""


def _tolled(game: TableRules, state: State, seat: Seat) -> State:
    """Return the state after the toll of the land under a hero for a payment."""
    now = field_now(state)
    land = under(game, now, now.units[hero(seat)]) if hero(seat) in now.units else None
    match None if land is None else land.soil.toll:
        case Toll.BURNS:
            return harmed(game, state, [(hero(seat), 2)], Element.FIRE)
        case Toll.BARS_SUMMONS:
            return counted(state, str(seat), Counts.NO_SUMMONS, 1)
        case Toll.BARS_MOVES:
            return counted(state, str(seat), Counts.NO_MOVES, 1)
        case Toll.DISCARDS:
            return due(state, Follows(Event.DISCARDS, seat))
        case Toll.HEALS_FOE:
            return healed(game, state, foe(seat), 1)
        case _:
            return state


@dataclass(frozen=True, slots=True)
class Drawn(SteppedFrame[TableRules, State]):
    """A card is drawn, looked at and put on the table or taken as trump (KS-5.3)."""

    seat: Seat
    """The seat that draws."""
    only: str = ""
    """The place where it has to go if there's room: `table`, `trump`, or empty for either."""
    bare: bool = False
    """Whether a card that brings additional draws has counted the draw already."""
    home: bool = False
    """Whether the card was returned: it goes to the trump, or if that is taken to the table (KS-11.1)."""

    former: ClassVar = FormerSteps("begun", {False: "start", True: "put_away"})
    """Whether journals have the first step done, in the place of the step's name."""

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Draw the card."""
        del game
        studious = sum(printed(state, one).traits.studious for one in units(state, self.seat))
        state = due(state, *[Drawn(self.seat, bare=True)] * (0 if self.bare else studious))
        room = has_room(state, self.seat)
        places = [place for place in Place if room[place] and self.only in ("", place)]
        draw = OpenDrawing if places == [Place.TABLE] else Drawing
        drawing = draw(own(self.seat, "book"), own(self.seat, "drawn"), 1, seat=self.seat)
        asked: Asking[tuple[str, ...]] = Asking((drawing,))
        return self.ask(state, asked, self.put_away)

    def put_away(self, game: TableRules, state: State, cards: tuple[str, ...]) -> FrameStep:
        """Ask where the card goes if there's a choice; a returned card wasn't drawn."""
        if cards:
            state = _haunted(game, spent(game, state, self.seat), self.seat)
        if state.zones.is_empty(own(self.seat, "drawn")) or state.ended is not None:
            return done(state)
        ways = list(self.options(game, state, self.seat))
        if len(ways) == 1:
            return self.answered(game, state, ways[0])
        return wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return the seat that draws."""
        return Waiting((self.seat,), "keep")

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Return the places with room; if there are none, the cards that may be dropped."""
        room = has_room(state, self.seat)
        free = [Keep(place) for place in Place if room[place] and self.only in ("", place)]
        if free and self.home:
            return [Keep(Place.TRUMP if room[Place.TRUMP] else Place.TABLE)]
        if free:
            return free
        used = busy(state)
        trump = [str(card) for card in state.zones.known(own(self.seat, "trump")) if card not in used]
        drawn = [str(card) for card in state.zones.known(own(self.seat, "drawn"))]
        on_table = [card for card in table(state, self.seat) if card not in used]
        if self.only == Place.TRUMP:
            return [Keep(Place.TRUMP, card) for card in trump] + [Keep(Place.TABLE, card) for card in drawn]
        found = [Keep(Place.TABLE, card) for card in on_table]
        found += [Keep(Place.TRUMP, card) for card in (*on_table, *trump)]
        found += [Keep(Place.TABLE, card) for card in drawn]
        if not all(has_room(state, self.seat).values()):
            found += _rearranged(on_table, trump, drawn)
        return found

    def refusals(self, game: TableRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return the violation: the place has no room, or a card is dropped without need."""
        return (
            (broken(rule(5, 3), "keep_where"),)
            if isinstance(action, Keep)
            else (Violation(game.not_now, "not_now"),)
        )

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Put the card there."""
        assert isinstance(action, Keep)  # noqa: S101  # narrows the type: it's one of the options
        seat, zones = self.seat, state.zones
        (card,) = zones.known(own(seat, "drawn"))
        used = busy(state)
        trump = [one for one in zones.known(own(seat, "trump")) if one not in used]
        if action.drop:
            zones = zones.moved(action.drop, own(seat, "graveyard"))
        if action.trump:
            for one in trump:
                if one != action.drop:
                    zones = zones.moved(one, own(seat, "table"))
            zones = zones.moved(action.trump, own(seat, "trump"))
        elif action.drop and action.keep is Place.TRUMP:
            for one in trump:
                if one != action.drop:
                    zones = zones.moved(one, own(seat, "table"))
        if card != action.drop:
            zones = zones.moved(card, own(seat, action.keep.value))
        state = altered(state, zones=zones)
        if action.drop:
            state = landed(game, state, action.drop, "graveyard")
        return done(state)


def putting_away(seat: Seat, *, only: str = "", home: bool = False) -> Drawn:
    """Return the frame where a seat puts away a card that is drawn already, as `Drawn` does."""
    return Drawn(seat, only=only, home=home, step=Drawn.put_away.__name__)


def _haunted(game: TableRules, state: State, seat: Seat) -> State:
    """Return the state after the auras' damage for a drawn card."""
    amount = sum(card_of(card).traits.haunts for one in SEATS for card in auras(state, one))
    return harmed(game, state, [(hero(seat), amount)], Element.DARK)


def _rearranged(on_table: Sequence[str], trump: Sequence[str], drawn: Sequence[str]) -> list[Keep]:
    """Return the ways to drop a card and make a card of the table the trump (KS-5.3)."""
    return [
        Keep(Place.TABLE, drop, one)
        for one in on_table
        for drop in (*on_table, *trump, *drawn)
        if drop != one and trump
    ]


def has_room(state: State, seat: Seat) -> dict[Place, bool]:
    """Return for each place whether a seat has room there (KS-5.3); a card in use takes no room."""
    used = busy(state)

    def held(place: Place) -> int:
        zone = own(seat, place.value)
        return state.zones.count(zone) - sum(state.zones.is_in(card, zone) for card in used)

    return {
        Place.TABLE: held(Place.TABLE) < table_max(field_now(state), seat),
        Place.TRUMP: held(Place.TRUMP) < TRUMP_MAX,
    }


@dataclass(frozen=True, slots=True)
class Dropping(StackFrame):
    """A seat puts cards of its table or trump into its graveyard."""

    seat: Seat
    """The seat."""
    count: int
    """How many cards."""
    table_only: bool = False
    """The trump isn't offered."""

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Ask which cards, and put them into the graveyard."""
        if came is None:
            trump = () if self.table_only else tuple(map(str, state.zones.known(own(self.seat, "trump"))))
            among = tuple(one for one in (*table(state, self.seat), *trump) if one not in busy(state))
            if not among:
                return done(state)
            count = min(self.count, len(among))
            return then(state, self, Choosing(self.seat, "drop", among, count, count, kind="discard"))
        for card in came:
            state = altered(state, zones=state.zones.moved(card, own(self.seat, "graveyard")))
            state = landed(game, state, card, "graveyard")
        return done(state)
