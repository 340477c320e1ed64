"""Places: units that leap, are shifted or pushed, turned or made ready."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

from engine.core.phrase import Phrase
from engine.games.kingdom_square.content.atom import Atom, Frames, Ways, Work
from engine.games.kingdom_square.content.limits import LANDS, line_said, reach_listed, said_of_land, say
from engine.games.kingdom_square.content.parameters import Ground, Who
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.aims import each_of, if_so, is_ahead, lands_for, spot, units_for
from engine.games.kingdom_square.position.field import distance, neighbours
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import (
    at_tile,
    counted_as,
    is_exhausted,
    printed,
    tile_of,
    turned,
    unit_on,
    units,
)
from engine.games.kingdom_square.position.stats import is_flying
from engine.games.kingdom_square.turn.arrivals import backed, behind, placed
from engine.games.kingdom_square.turn.card_choices import Choice, Weighing
from engine.games.kingdom_square.turn.damage import around
from engine.games.kingdom_square.turn.shifts import Shoving
from engine.kit.content.vocabulary import Says


@dataclass(frozen=True, slots=True)
class Leap(Atom):
    """A unit is moved to a free tile."""

    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)] = 0
    of: Annotated[Ground, Says("which lands")] = Ground.ANY
    back: Annotated[bool, Says("just one tile back, as its side looks")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        return "step_back" if self.back else "leap"

    @property
    def takes(self) -> int:
        """The tile, where the player chooses it."""
        return int(not self.back)

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the free tiles within reach."""
        del rules
        if self.back:
            return [()]
        lands = lands_for(state, work, self.line, self.of)
        return each_of(one for one in lands if unit_on(state, one) is None)

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Put the unit on the tile."""
        if self.back:
            return backed(rules, state, work.origin)
        return placed(rules, state, work.origin, on[0])

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the reach, and the lands."""
        return (self.sentence(), *line_said(self.line), *said_of_land(self.of))

    def whom(self) -> str:
        """Return the words for the list: where the unit goes."""
        return (
            "itself" if self.back else f"itself, to a free tile: {LANDS[self.of]}; {reach_listed(self.line)}"
        )


@dataclass(frozen=True, slots=True)
class Shift(Atom):
    """A unit is transferred to a free tile next to it.

    Or all golsars within an Area are, or all units without flying.
    """

    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)] = 0
    forward: Annotated[bool, Says("may go forward")] = True
    area: Annotated[int, Says("all within this Area; 0: one that is aimed at", 0, 5)] = 0
    away: Annotated[bool, Says("straight away from the middle; no flying unit")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        return "push" if self.away else "scatter" if self.area else "shift"

    @property
    def takes(self) -> int:
        """The unit and the tile, where the card aims at one unit."""
        return 0 if self.area else 2

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return each unit within reach with each free tile beside it."""
        del rules
        if self.area:
            return [()]
        return [
            (unit, tile)
            for unit in units_for(state, work, self.line, Who.UNIT)
            for tile in neighbours(at_tile(state, unit))
            if unit_on(state, tile) is None and (self.forward or not is_ahead(state, unit, tile))
        ]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Move the unit, or the units one after the other."""
        if self.away:
            return self._pushed(rules, state, work)
        if self.area:
            start = spot(state, work.origin)
            golsars = (one for one in units(state) if "golsar" in printed(state, one).classes)
            near = (one for one in golsars if distance(start, at_tile(state, one)) <= self.area)
            return tuple(Shoving(work.seat, one) for one in near)
        return state if tile_of(state, on[0]) is None else placed(rules, state, on[0], on[1])

    def _pushed(self, rules: TableRules, state: State, work: Work) -> State:
        start = spot(state, work.origin)
        for one in around(state, start, self.area):
            # A unit that was pushed before may have destroyed the next one, or ended the match.
            there = state.ended is None and tile_of(state, one) is not None
            now = field_now(state)
            if there and one != work.origin and not is_flying(rules, now, now.units[one]):
                state = placed(rules, state, one, behind(start, at_tile(state, one)))
        return state

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the reach, and the direction."""
        if self.area:
            return (self.sentence(), say("area", number=self.area)) if self.away else (self.sentence(),)
        way = () if self.forward else (say("not_ahead"),)
        return (self.sentence(), *line_said(self.line), *way)

    def whom(self) -> str:
        """Return the words for the list: the units."""
        both = "all units of both sides"
        return {
            "push": f"{both} without flying but itself, heroes too; Area {self.area}",
            "scatter": f"all golsars of both sides; Area {self.area}",
            "shift": f"1: any unit, heroes too, and a free tile beside it; {reach_listed(self.line)}",
        }[self.name]


@dataclass(frozen=True, slots=True)
class TurnAbout(Atom):
    """A ready unit is exhausted, or an exhausted one made ready.

    `again`: the unit itself, to fight once more.
    """

    again: Annotated[bool, Says("itself once it fought, to fight again")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        return "again" if self.again else "turn_about"

    @property
    def takes(self) -> int:
        """The unit, if the card aims at one."""
        return int(not self.again)

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return all units; for the unit itself, one empty way if it has fought."""
        del rules
        if self.again:
            return if_so(state.counters[work.origin, Counts.BATTLED] > 0)
        return each_of(units(state))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Turn the unit."""
        del rules
        if self.again:
            fresh = counted_as(
                counted_as(state, work.source, Counts.BATTLED, 0), work.source, Counts.MOVED, 1
            )
            return turned(fresh, work.source, sideways=False)
        if tile_of(state, on[0]) is None:
            return state
        return turned(state, on[0], sideways=not is_exhausted(state, on[0]))

    def whom(self) -> str:
        """Return the words for the list: the units."""
        return "itself, once it fought" if self.again else "1: any unit, heroes too; anywhere"


@dataclass(frozen=True, slots=True)
class Ferry(Atom):
    """The unit on the land is transferred to another copy of the land, and the land is destroyed.

    The copy must lie in the player's area.
    """

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Ask the player for the copy."""
        del rules, state, on
        return (Weighing(work.seat, Choice.FERRY, work.source),)

    def whom(self) -> str:
        """Return the words for the list: the unit."""
        return "who stands there, to another copy in the player's area; this land"
