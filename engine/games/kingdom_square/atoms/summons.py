"""Summons by effects: tokens, and units that come back from a graveyard."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from engine.core.ids import Seat
from engine.core.phrase import Phrase
from engine.games.kingdom_square.content.atom import Atom, Frames, Ways, Work
from engine.games.kingdom_square.content.cards import record
from engine.games.kingdom_square.content.limits import say
from engine.games.kingdom_square.content.parameters import Born, Kept
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.aims import each_of, free_around, free_in_area, summoning
from engine.games.kingdom_square.position.field import TILES, foe, goal, row_of
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import (
    counted,
    counted_as,
    hero_card,
    own,
    printed,
    seat_of,
    stand,
    unit_on,
)
from engine.games.kingdom_square.position.stats import is_unit_card
from engine.games.kingdom_square.texts import TEXTS
from engine.games.kingdom_square.turn.arrivals import made
from engine.games.kingdom_square.turn.consequences import Event, Follows, due
from engine.kit.changed import altered
from engine.kit.content.vocabulary import Says

_BESIDE = "1 free tile (guard: in the player's area; else beside its maker; bugs: or where it died)"


@dataclass(frozen=True, slots=True)
class Token(Atom):
    """A token is summoned.

    The lord is as strong as the number of units in the graveyard, which are exiled.
    """

    kind: Annotated[Born, Says("which token")]
    line_up: Annotated[bool, Says("one on every free tile of the player's goal line")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        return "host" if self.line_up else "lord" if self.kind is Born.LORD else "token"

    @property
    def takes(self) -> int:
        """The tile, where the card aims at one."""
        return int(not self.line_up)

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the free tiles where the token may stand."""
        del rules
        if self.line_up:
            return [()]
        match self.kind:
            case Born.GUARD:
                return each_of(free_in_area(state, work.seat))
            case Born.LORD:
                return each_of(summoning(field_now(state), work.seat))
        return each_of(free_around(state, work))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Put the token on its tile, or one on each tile."""
        del rules
        if self.line_up:
            line = goal(foe(work.seat))
            for tile in (one for one in TILES if row_of(one) == line and unit_on(state, one) is None):
                state = made(state, work.seat, f"token.{self.kind}", tile)
            return state
        if self.kind is Born.LORD:
            return _lorded(state, work.seat, on[0])
        return made(state, work.seat, f"token.{self.kind}", on[0])

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the token, its strength, and its place."""
        if self.kind is Born.LORD:
            return (self.sentence(),)
        one = record(f"token.{self.kind}")
        born = say("born", token=one.head.label, at=one.at, df=one.df, sp=one.sp)
        where = () if self.line_up else (say("own_area" if self.kind is Born.GUARD else "beside"),)
        return (self.sentence(), born, *where)

    def whom(self) -> str:
        """Return the words for the list: where the token stands."""
        return {
            "host": "all free tiles of the player's goal line",
            "lord": "all units of the player's graveyard; 1 free tile beside the player's hero",
        }.get(self.name, _BESIDE)


def _lorded(state: State, seat: Seat, tile: str) -> State:
    dead = [card for card in state.zones.known(own(seat, "graveyard")) if is_unit_card(card)]
    for card in dead:
        state = altered(state, zones=state.zones.moved(card, own(seat, "exile")))
    state = made(state, seat, "token.lord", tile)
    lord = unit_on(state, tile)
    return state if lord is None else counted_as(state, lord, Counts.SIZE, len(dead))


@dataclass(frozen=True, slots=True)
class Revive(Atom):
    """A unit of the player's graveyard is summoned."""

    kind: Annotated[Kept, Says("which units")]

    @property
    def takes(self) -> int:
        """The card and the tile."""
        return 2

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return each unit of the graveyard with each tile where it may stand."""
        del rules
        seats = (work.seat, foe(work.seat)) if self.kind is Kept.ANY else (work.seat,)
        return [
            (card, tile)
            for one in seats
            for card in map(str, state.zones.known(own(one, "graveyard")))
            if is_unit_card(card) and self._comes_back(state, card)
            for tile in summoning(field_now(state), work.seat)
        ]

    def _comes_back(self, state: State, card: str) -> bool:
        one = printed(state, card)
        if self.kind is Kept.ANY:
            return True
        return "undead" in one.classes if self.kind is Kept.UNDEAD else one.element == self.kind.value

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Put the unit on its tile. An opponent's unit fights for the player."""
        (card, tile), seat = on, work.seat
        if unit_on(state, tile) is not None:
            return state
        state = altered(state, zones=state.zones.moved(card, stand(tile)))
        if seat_of(card) != seat:
            state = altered(state, turncoats=tuple(sorted((*state.turncoats, card))))
        if self.kind is Kept.ANY:
            state = counted(state, card, Counts.FLEETING, 1)
        # A hero draws for each unit of the class that it enlists.
        enlists = hero_card(state, seat).traits.enlists in printed(state, card).classes
        return due(state, Follows(Event.DRAWS, seat)) if enlists and rules.options.is_printed else state

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: which units."""
        return (self.sentence(), TEXTS.say(f"says.kept.{self.kind}"))

    def whom(self) -> str:
        """Return the words for the list: the units."""
        return f"1 of the player's graveyard ({self.kind}; any: of either), to a free tile beside their hero"
