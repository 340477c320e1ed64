"""Choices between two effects that a card leaves to a player."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import ClassVar

from engine.core.ids import Seat
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.parameters import Element
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.field import SEATS, TILES, area_of, neighbours
from engine.games.kingdom_square.position.state import (
    became,
    counted,
    hero,
    is_hero,
    land_on,
    own,
    printed,
    seat_of,
    table,
    tile_of,
    turned,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import purse
from engine.games.kingdom_square.turn.arrivals import placed
from engine.games.kingdom_square.turn.book_searches import Pawning
from engine.games.kingdom_square.turn.costs_and_draws import Drawn, Paying
from engine.games.kingdom_square.turn.damage import gone, harmed, healed, shattered
from engine.kit.draws import Peeking
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.steps import Asking, FormerSteps, SteppedFrame


class Way(IntEnum):
    """The two ways that a card prints, by their numbers in files: pay or gain, or the other effect."""

    PAY = 1
    ELSE = 2


_BOTH, _NO_OTHER = (int(Way.PAY), int(Way.ELSE)), (int(Way.ELSE),)
"""The ways as plain numbers, which journals write."""


class Choice(StrEnum):
    """The choices that cards leave to a player."""

    SALVE = "salve"
    TRIBUTE = "tribute"
    BOOK = "book"
    DILEMMA = "dilemma"
    RANSOM = "ransom"
    RILED = "riled"
    FERRY = "ferry"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class Weighing(SteppedFrame[TableRules, State]):
    """A seat chooses one of several.

    Salve: 1 HP, 2 less of the next damage. Tribute: the unit that dies. Book: the owner of the book. Dilemma:
    1 a card of the table goes under the book, 2 damage. Ransom: 1 paid, 2 damage. Riled: the unit that's
    exhausted. Ferry: the tile that the unit on the land at `what` goes to. Spread: the land that becomes a
    copy, or none.
    """

    seat: Seat
    """The seat that chooses."""
    choice: Choice
    """The choice."""
    what: str = ""
    """The unit, card or tile that the choice is about; empty: none."""
    number: int = 0
    """The printed damage, defense or cost of the choice."""

    former: ClassVar = FormerSteps("asked", {False: "start", True: "chosen"})
    """The numbers that journals have in the place of its steps' names."""

    def start(self, game: TableRules, state: State) -> FrameStep:
        """Ask the seat, if there's more than one way."""
        del game
        among = self._among(state)
        least = 0 if self.choice is Choice.SPREAD else min(1, len(among))
        asked: Asking[tuple[str | int, ...]] = Asking((Choosing(self.seat, str(self.choice), among, least),))
        return self.ask(state, asked, self.chosen)

    def _among(self, state: State) -> tuple[str | int, ...]:
        match self.choice:
            case Choice.TRIBUTE:
                mine = [
                    one
                    for one in units(state, self.seat)
                    if not is_hero(one) and printed(state, one).element is not Element.DARK
                ]
                return (*mine, *((self.what,) if tile_of(state, self.what) is not None else ()))
            case Choice.BOOK:
                return tuple(map(str, SEATS))
            case Choice.DILEMMA:
                return _BOTH if table(state, self.seat) else _NO_OTHER
            case Choice.RANSOM:
                return _BOTH if purse(state, self.seat) >= self.number else _NO_OTHER
            case Choice.RILED:
                ready = [one for one in units(state, self.seat) if not state.zones.look(one).sideways]
                return tuple(ready)
            case Choice.SALVE:
                return _BOTH
            case Choice.FERRY:
                copies = [tile for tile in TILES if area_of(tile) == self.seat and self._is_copy(state, tile)]
                return tuple(tile for tile in copies if unit_on(state, tile) is None)
            case Choice.SPREAD:
                near = [tile for tile in neighbours(self.what) if land_on(state, tile) is not None]
                return tuple(tile for tile in near if not self._is_copy(state, tile))

    def _is_copy(self, state: State, tile: str) -> bool:
        mine, land = land_on(state, self.what), land_on(state, tile)
        return mine is not None and land is not None and land.head.slug == mine.head.slug

    def chosen(self, game: TableRules, state: State, ways: tuple[str | int, ...]) -> FrameStep:
        """Carry out the chosen way; nothing where there was nothing to choose."""
        if not ways:
            return done(state)
        seat, chosen = self.seat, ways[0]
        match self.choice:
            case Choice.SALVE:
                unit = self.what or hero(seat)
                if tile_of(state, unit) is None:
                    return done(state)
                if chosen != Way.PAY:
                    return done(counted(state, unit, Counts.SALVE, self.number))
                if is_hero(unit):
                    return done(healed(game, state, seat_of(unit), self.number))
                return done(counted(state, unit, Counts.DEFENSE, self.number))
            case Choice.TRIBUTE:
                return done(gone(game, state, str(chosen)))
            case Choice.RILED:
                return done(turned(state, str(chosen), sideways=True))
            case Choice.BOOK:
                return instead(state, Peeking(own(Seat(str(chosen)), "book"), 1, seat))
            case Choice.FERRY:
                there = unit_on(state, self.what)
                state = state if there is None else placed(game, state, there, str(chosen))
                return done(shattered(game, state, [self.what]))
            case Choice.SPREAD:
                land = land_on(state, self.what)
                return done(state if land is None else became(state, str(chosen), land.head.slug))
            case Choice.DILEMMA if chosen == Way.PAY:
                return instead(state, Pawning(seat, table_only=True), Drawn(seat))
            case Choice.DILEMMA:
                return done(harmed(game, state, [(hero(seat), self.number)], record(self.what).element))
            case Choice.RANSOM if chosen == Way.PAY:
                return instead(state, Paying(seat, self.number))
            case _:
                hits = [] if tile_of(state, self.what) is None else [(self.what, self.number + 1)]
                return done(harmed(game, state, hits, Element.DARK))
