"""Paying and drawing: cards of the book (KS-5.3, KS-6.1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Never

from engine.core.decisions import Violation, broken
from engine.core.ids import PieceId, Seat
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.content.printed import Toll
from engine.games.kingdom_square.match import Came, Counts, State, TableRules
from engine.games.kingdom_square.position.actions import Keep, Place
from engine.games.kingdom_square.position.field import SEATS, foe
from engine.games.kingdom_square.position.state import (
    TRUMP_MAX,
    auras,
    busy,
    counted,
    hero,
    own,
    printed,
    rule,
    slug_of,
    table,
    table_max,
    tile_of,
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


@dataclass(frozen=True, slots=True)
class Paying(StackFrame):
    """A cost is paid: what was gained this turn first, then the top cards of the book."""

    seat: Seat
    amount: int
    begun: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Pay; a book that is used up loses."""
        if self.begun:
            for card in came or ():
                state = landed(game, state, card, "graveyard")
            return done(_tolled(game, spent(game, state, self.seat), self.seat))
        gained = min(self.amount, state.counters[str(self.seat), Counts.PURSE])
        state = counted(state, str(self.seat), Counts.PURSE, -gained)
        rest = self.amount - gained
        if not rest:
            return done(_tolled(game, state, self.seat) if self.amount else state)
        book, graveyard = own(self.seat, "book"), own(self.seat, "graveyard")
        return then(state, altered(self, begun=True), Milling(book, graveyard, rest))


@dataclass(frozen=True, slots=True)
class Milling(Drawing):
    """Cards of a book go to the graveyard as a cost: shown together (KS-12).

    In which order they came means nothing, and nobody who sees them together could tell: they lie sorted.
    """

    def answered(self, game: object, state: Position[Never], action: GameAction) -> FrameStep:
        """Lay the card among those that were paid before."""
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
        """Yield of the pieces that may come now the first: in another order they come to the same."""
        found = Drawing.options_about(self, game, state, seat, pieces)
        return found if self.count < 2 else list(found)[:_EITHER]


@dataclass(frozen=True, slots=True)
class OpenDrawing(Drawing):
    """A card is drawn that has to go onto the table, as there is room nowhere else (KS-5.3): it lies open."""

    def waits(self, game: object, state: Position[Never]) -> Waiting:
        """Return chance, which whoever looks at the table sees the outcome of."""
        return replace(Drawing.waits(self, game, state), shows=True)


_EITHER = 2
"""The next of those that come sorted; one may be astray."""


def _tolled(game: TableRules, state: State, seat: Seat) -> State:
    """Return a state after what the land under a hero takes for each payment of a cost."""
    tile = tile_of(state, hero(seat))
    land = None if tile is None else under(game, state, hero(seat))
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
class Drawn(StackFrame):
    """A card is drawn, looked at and put on the table or taken as trump (KS-5.3).

    `begun`: it has come out of the book, or was returned. `only`: where it has to go if there's room. `bare`:
    the draw was counted already by what brings more of them. `home`: it was returned, and goes to the hand,
    which is the trump, or where that is held to the table (KS-11.1).
    """

    seat: Seat
    begun: bool = False
    only: str = ""
    bare: bool = False
    home: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Draw; ask where it goes if that isn't clear."""
        if not self.begun:
            more = (
                0
                if self.bare
                else sum(printed(state, one).traits.studious for one in units(state, self.seat))
            )
            book, drawn = own(self.seat, "book"), own(self.seat, "drawn")
            after = [Drawn(self.seat, bare=True)] * more
            state = due(state, *after)
            room = has_room(state, self.seat)
            places = [place for place in Place if room[place] and self.only in ("", place)]
            draw = OpenDrawing if places == [Place.TABLE] else Drawing
            return then(state, altered(self, begun=True), draw(book, drawn, 1, seat=self.seat))
        if came:
            state = _haunted(game, spent(game, state, self.seat), self.seat)
        if state.zones.is_empty(own(self.seat, "drawn")) or state.ended is not None:
            return done(state)
        ways = list(self.options(game, state, self.seat))
        if len(ways) == 1:
            return self.answered(game, state, ways[0])
        return wait(state, self)

    def waits(self, game: TableRules, state: State) -> Waiting:
        """Return whose card it is."""
        return Waiting((self.seat,), "keep")

    def options(self, game: TableRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Return the places that have room; with none, what may be dropped for it."""
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
        """Return that there's no room, or that there is."""
        return (
            (broken(rule(5, 3), "keep_where"),)
            if isinstance(action, Keep)
            else (Violation(game.not_now, "not_now"),)
        )

    def answered(self, game: TableRules, state: State, action: GameAction) -> FrameStep:
        """Put it there."""
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


def _haunted(game: TableRules, state: State, seat: Seat) -> State:
    """Return a state after the damage that auras deal for a card that was drawn."""
    amount = sum(record(slug_of(card)).traits.haunts for one in SEATS for card in auras(state, one))
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
    """Return where a seat has room for one more card (KS-5.3); a card that is being used takes none."""
    used = busy(state)

    def held(place: Place) -> int:
        zone = own(seat, place.value)
        return state.zones.count(zone) - sum(state.zones.is_in(card, zone) for card in used)

    return {
        Place.TABLE: held(Place.TABLE) < table_max(state, seat),
        Place.TRUMP: held(Place.TRUMP) < TRUMP_MAX,
    }


@dataclass(frozen=True, slots=True)
class Dropping(StackFrame):
    """A seat puts cards of its table or trump into its graveyard."""

    seat: Seat
    count: int
    table_only: bool = False

    def run(self, game: TableRules, state: State, came: Came) -> FrameStep:
        """Ask which; put them there."""
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
