"""Paying and drawing: cards of the book (KS-5.3, KS-6.1)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine.core.choosing import Violation, broken
from engine.core.ids import Seat
from engine.games.kingdom_square.position.deeds import Keep, Place
from engine.games.kingdom_square.position.state import (
    TABLE_MAX,
    TRUMP_MAX,
    State,
    counted,
    own,
    rule,
    table,
)
from engine.games.kingdom_square.turn.harm import spent
from engine.kit.choosing.deeds import Deed
from engine.kit.choosing.picking import Choosing
from engine.kit.drawing import Drawing
from engine.kit.resolving.frames import Frame, Step, Waiting, done, then, wait


@dataclass(frozen=True, slots=True)
class Paying(Frame):
    """A cost is paid: what was gained this turn first, then the top cards of the book."""

    seat: Seat
    amount: int
    begun: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Pay; a book that is used up loses."""
        del came
        if self.begun:
            return done(spent(game, state, self.seat))
        gained = min(self.amount, state.counters[str(self.seat), "purse"])
        state = counted(state, str(self.seat), "purse", -gained)
        rest = self.amount - gained
        if not rest:
            return done(state)
        book, graveyard = own(self.seat, "book"), own(self.seat, "graveyard")
        return then(state, replace(self, begun=True), Drawing(book, graveyard, rest))


@dataclass(frozen=True, slots=True)
class Drawn(Frame):
    """A card is drawn, looked at and put on the table or taken as trump (KS-5.3)."""

    seat: Seat
    begun: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Draw; ask where it goes if that isn't clear."""
        del came
        if not self.begun:
            book, drawn = own(self.seat, "book"), own(self.seat, "drawn")
            return then(state, replace(self, begun=True), Drawing(book, drawn, 1, seat=self.seat))
        if state.zones.is_empty(own(self.seat, "drawn")):
            return done(state)
        ways = list(self.options(game, state, self.seat))
        if len(ways) == 1:
            return self.answered(game, state, ways[0])
        return wait(state, self)

    def waits(self, game: Any, state: Any) -> Waiting:
        """Return whose card it is."""
        return Waiting((self.seat,), "choose")

    def options(self, game: Any, state: Any, seat: Seat | None) -> Iterable[Deed]:
        """Return the places that have room; with none, what may be dropped for it."""
        room = has_room(state, self.seat)
        free = [Keep(place) for place in Place if room[place]]
        if free:
            return free
        trump = [str(card) for card in state.zones.known(own(self.seat, "trump"))]
        drawn = [str(card) for card in state.zones.known(own(self.seat, "drawn"))]
        on_table = table(state, self.seat)
        found = [Keep(Place.TABLE, card) for card in on_table]
        found += [Keep(Place.TRUMP, card) for card in (*on_table, *trump)]
        return [*found, *(Keep(Place.TABLE, card) for card in drawn)]

    def refusals(self, game: Any, state: Any, deed: Deed) -> tuple[Violation, ...]:
        """Return that there's no room, or that there is."""
        return (
            (broken(rule(5, 3), "keep_where"),)
            if isinstance(deed, Keep)
            else (Violation(game.not_now, "not_now"),)
        )

    def answered(self, game: Any, state: Any, deed: Deed) -> Step:
        """Put it there."""
        assert isinstance(deed, Keep)  # noqa: S101  # narrows the type: it's one of the options
        seat, zones = self.seat, state.zones
        (card,) = zones.known(own(seat, "drawn"))
        if deed.drop == card:
            zones = zones.moved(card, own(seat, "graveyard"))
            return done(spent(game, replace(state, zones=zones), seat))
        if deed.drop:
            trump = zones.known(own(seat, "trump"))
            zones = zones.moved(deed.drop, own(seat, "graveyard"))
            if deed.keep is Place.TRUMP and deed.drop not in trump:
                for one in trump:
                    zones = zones.moved(one, own(seat, "table"))
        zones = zones.moved(card, own(seat, deed.keep.value))
        return done(spent(game, replace(state, zones=zones), seat))


def has_room(state: State, seat: Seat) -> dict[Place, bool]:
    """Return where a seat has room for one more card (KS-5.3)."""
    return {
        Place.TABLE: state.zones.count(own(seat, "table")) < TABLE_MAX,
        Place.TRUMP: state.zones.count(own(seat, "trump")) < TRUMP_MAX,
    }


@dataclass(frozen=True, slots=True)
class Dropping(Frame):
    """A seat puts cards of its table or trump into its graveyard."""

    seat: Seat
    count: int
    table_only: bool = False

    def run(self, game: Any, state: Any, came: Any) -> Step:
        """Ask which; put them there."""
        if came is None:
            trump = () if self.table_only else tuple(map(str, state.zones.known(own(self.seat, "trump"))))
            among = (*table(state, self.seat), *trump)
            if not among:
                return done(state)
            count = min(self.count, len(among))
            return then(state, self, Choosing(self.seat, "drop", among, count, count, kind="discard"))
        zones = state.zones
        for card in came:
            zones = zones.moved(card, own(self.seat, "graveyard"))
        return done(replace(state, zones=zones))
