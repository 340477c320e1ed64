"""Lands: destroyed, turned face down, explored, become grassland."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from engine.core.phrase import Phrase
from engine.games.kingdom_square.content.atom import Atom, Frames, Ways, Work
from engine.games.kingdom_square.content.cards import GRASSLAND
from engine.games.kingdom_square.content.limits import LANDS, line_said, reach_listed, said_of_land, say
from engine.games.kingdom_square.content.parameters import Element, Ground
from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.position.aims import each_of, hideable, if_so, is_grass, lands_for, spot
from engine.games.kingdom_square.position.field import TILES, distance, line
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import (
    at_tile,
    became,
    is_explored,
    land_on,
    tile_of,
    unit_on,
)
from engine.games.kingdom_square.turn.damage import boosted, explored, harmed, hidden, shattered
from engine.kit.content.vocabulary import Says


@dataclass(frozen=True, slots=True)
class BreakLand(Atom):
    """A land is destroyed, or all lands within an Area, or all of the element under the hero."""

    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)] = 0
    of: Annotated[Ground, Says("which lands")] = Ground.ANY
    area: Annotated[int, Says("all within this Area; 0: one that is aimed at", 0, 5)] = 0
    same: Annotated[bool, Says("all explored ones of the element that the hero stands on")] = False
    amount: Annotated[int, Says("damage to the unit that stands there", 0, 9)] = 0

    @property
    def name(self) -> str:
        """Its name for people."""
        if self.same:
            return "break_same"
        return "break_around" if self.area else "torch" if self.amount else "break_land"

    @property
    def takes(self) -> int:
        """The land, if the card aims at one."""
        return int(not self.area and not self.same)

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the lands within reach. In the first edition no.27 looked only at its player's area."""
        if self.same:
            none = rules.options.is_printed and field_now(state).heroes[work.seat].ground is Element.NONE
            return if_so(not none)
        if self.area:
            return [()]
        here = self.of is Ground.HERE_FIRE and not rules.options.is_printed
        return each_of(lands_for(state, work, self.line, Ground.OWN_FIRE if here else self.of))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Destroy the lands."""
        if self.same:
            element = field_now(state).heroes[work.seat].ground
            lands = {tile: land_on(state, tile) for tile in TILES}
            same = [tile for tile, land in lands.items() if land is not None and land.element is element]
            return shattered(rules, state, same)
        if self.area:
            start = spot(state, work.origin)
            return shattered(rules, state, [tile for tile in TILES if distance(start, tile) <= self.area])
        there = unit_on(state, on[0])
        state = shattered(rules, state, [on[0]])
        if not self.amount:
            return state
        hit = there is not None and tile_of(state, there) is not None
        return harmed(rules, state, [(str(there), self.amount)] if hit else [], work.element)

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the reach, and the lands."""
        return (self.sentence(), *line_said(self.line), *said_of_land(self.of))

    def whom(self) -> str:
        """Return the words for the list: the lands."""
        return {
            "break_same": "all explored lands of both sides of that element",
            "break_around": f"all lands; Area {self.area}",
            "torch": f"1: {LANDS[self.of]}; who stands there",
            "break_land": f"1: {LANDS[self.of]}; {reach_listed(self.line)}",
        }[self.name]


class WhichLands(StrEnum):
    """The lands that are turned face down.

    An empty one of the player's area, all of those, or the land itself.
    """

    ONE = "one"
    ALL = "all"
    HERE = "here"


@dataclass(frozen=True, slots=True)
class Hide(Atom):
    """Explored lands are turned face down."""

    lands: Annotated[WhichLands, Says("which: empty ones of the player's area, or the land itself")]

    @property
    def name(self) -> str:
        """Its name for people."""
        return {WhichLands.ONE: "hide", WhichLands.ALL: "hide_all", WhichLands.HERE: "conceal"}[self.lands]

    @property
    def takes(self) -> int:
        """The land, if the card aims at one."""
        return int(self.lands is WhichLands.ONE)

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the empty lands of the area; for the land itself, one empty way if it's explored."""
        del rules
        match self.lands:
            case WhichLands.ONE:
                return each_of(hideable(state, work.seat))
            case WhichLands.HERE:
                return if_so(land_on(state, work.origin) is not None)
        return [()]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Turn the lands face down."""
        del rules
        if self.lands is WhichLands.HERE:
            return hidden(state, work.origin) if unit_on(state, work.origin) is None else state
        for tile in on if self.lands is WhichLands.ONE else hideable(state, work.seat):
            state = hidden(state, tile)
        return state

    def whom(self) -> str:
        """Return the words for the list: the lands."""
        return {
            WhichLands.ONE: "1 empty explored land of the player's area",
            WhichLands.ALL: "all empty explored lands of the player's area",
            WhichLands.HERE: "this land",
        }[self.lands]


@dataclass(frozen=True, slots=True)
class Scout(Atom):
    """A land is explored. `here`: the land itself."""

    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)] = 0
    here: Annotated[bool, Says("the land itself")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        return "unearth" if self.here else "scout"

    @property
    def takes(self) -> int:
        """The land, if the card aims at one."""
        return int(not self.here)

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the unexplored lands within reach."""
        del rules
        if self.here:
            return [()]
        found = lands_for(state, work, self.line, Ground.ANY)
        return each_of(one for one in found if not is_explored(state, one))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Turn the land up."""
        return explored(rules, state, work.origin if self.here else on[0])

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the reach."""
        return (self.sentence(), *line_said(self.line))

    def whom(self) -> str:
        """Return the words for the list: the lands."""
        return "this land" if self.here else f"1 unexplored land; {reach_listed(self.line)}"


@dataclass(frozen=True, slots=True)
class Green(Atom):
    """An explored land becomes grassland: an empty one, one that is then a Mint, or the one underfoot."""

    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)] = 0
    mint: Annotated[bool, Says("a Mint; goes through what is between")] = False
    here: Annotated[bool, Says("the land under the unit")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        return "green_here" if self.here else "green"

    @property
    def takes(self) -> int:
        """The land, if the card aims at one."""
        return int(not self.here)

    @property
    def goes_through(self) -> bool:
        """Always true: its Line is an Area."""
        return True

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the lands within reach that aren't grassland already."""
        del rules
        if self.here:
            tile = at_tile(state, work.origin)
            return if_so(land_on(state, tile) is not None and not is_grass(state, tile))
        near = line(spot(state, work.origin), self.line, lambda _: False, pierce=True)
        return each_of(tile for tile in (near if self.line else TILES) if self._grows(state, tile))

    def _grows(self, state: State, tile: str) -> bool:
        land = land_on(state, tile)
        if land is None or (unit_on(state, tile) is not None and not self.mint):
            return False
        return not is_grass(state, tile) or (self.mint and "mint" not in land.classes)

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Make the land grassland."""
        del rules
        tile = spot(state, work.origin) if self.here else on[0]
        return became(state, tile, GRASSLAND, "mint" if self.mint else "")

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the reach, and the lands."""
        if self.here:
            return (self.sentence(),)
        reach = line_said(self.line, through=self.mint)
        return (self.sentence(), *reach, say("minted" if self.mint else "vacant"))

    def whom(self) -> str:
        """Return the words for the list: the lands."""
        if self.here:
            return "the explored land where it stands"
        return f"1 explored land (without mint: an empty one); {reach_listed(self.line)}"


@dataclass(frozen=True, slots=True)
class Graze(Atom):
    """The grassland under the unit is destroyed. The unit has more attack and defense this turn."""

    at: Annotated[int, Says("attack", 1, 9)]
    df: Annotated[int, Says("defense", 1, 9)]

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return one empty way if the unit stands on grassland."""
        del rules
        return if_so(is_grass(state, at_tile(state, work.origin)))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Destroy the grassland, and count the unit's gains."""
        del on
        tile = spot(state, work.origin)
        if not is_grass(state, tile):
            return state
        return boosted(shattered(rules, state, [tile]), work.origin, self.at, self.df)

    def whom(self) -> str:
        """Return the words for the list: the land."""
        return "the grassland where it stands; itself"
