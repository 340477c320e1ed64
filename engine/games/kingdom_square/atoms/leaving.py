"""Leaving the field: units that are destroyed, exiled, put under a book, sacrificed or returned."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, ClassVar

from engine.core.phrase import Phrase
from engine.games.kingdom_square.content.atom import Atom, Frames, Ways, Work
from engine.games.kingdom_square.content.limits import line_said, said_of, say, units_listed
from engine.games.kingdom_square.content.parameters import Element, Who
from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.position.aims import each_of, if_so, units_for
from engine.games.kingdom_square.position.field import area_of
from engine.games.kingdom_square.position.state import at_tile, is_hero, printed, tile_of, unit_on, units
from engine.games.kingdom_square.turn.card_choices import Choice, Weighing
from engine.games.kingdom_square.turn.damage import gone
from engine.games.kingdom_square.turn.effects import Recalling, Returning
from engine.kit.content.vocabulary import Says


class Whither(StrEnum):
    """The places that a removed unit may go to."""

    DESTROYED = "destroyed"
    EXILE = "exile"
    BOOK = "book"


_REMOVED = {Whither.DESTROYED: "destroy", Whither.EXILE: "exile_unit", Whither.BOOK: "bury"}


@dataclass(frozen=True, slots=True)
class Remove(Atom):
    """A unit is destroyed, exiled, or put under its owner's book."""

    to: Annotated[Whither, Says("where it goes")]
    who: Annotated[Who, Says("which units")]
    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)] = 0

    @property
    def name(self) -> str:
        """Its name for people."""
        return _REMOVED[self.to]

    @property
    def takes(self) -> int:
        """The unit."""
        return 1

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the units within reach."""
        del rules
        return each_of(units_for(state, work, self.line, self.who))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Take the unit off the field."""
        del work
        if tile_of(state, on[0]) is None:
            return state
        if self.to is Whither.DESTROYED:
            return gone(rules, state, on[0], destroyed=True)
        return gone(rules, state, on[0], str(self.to))

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: where the unit goes, the reach, and the units."""
        return (self.sentence(), *line_said(self.line), *said_of(self.who))

    def whom(self) -> str:
        """Return the words for the list: the units."""
        return units_listed(self.who, self.line)


class Sacrificed(StrEnum):
    """The unit that is sacrificed: a target, the one on the land, or one chosen later."""

    TARGET = "target"
    HERE = "here"
    ASKED = "asked"


_GIVEN = {Sacrificed.TARGET: "sacrifice", Sacrificed.HERE: "offer", Sacrificed.ASKED: "tribute"}


@dataclass(frozen=True, slots=True)
class Sacrifice(Atom):
    """A unit of the player goes into the graveyard as a part of the cost."""

    is_cost: ClassVar[bool] = True
    """The unit is a part of the cost: the rest of the card needs it gone (KS-6.1)."""

    who: Annotated[Who, Says("which units")] = Who.OWN_NON_HERO
    line: Annotated[int, Says("within this Area; 0: anywhere", 0, 9)] = 0
    of: Annotated[Sacrificed, Says("which; asked: one that isn't of dark, or itself")] = Sacrificed.TARGET

    @property
    def name(self) -> str:
        """Its name for people."""
        return _GIVEN[self.of]

    @property
    def takes(self) -> int:
        """The unit, if the card aims at one."""
        return int(self.of is Sacrificed.TARGET)

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the units within reach. For a land: one empty way if a unit that is no hero stands there."""
        del rules
        match self.of:
            case Sacrificed.TARGET:
                return each_of(units_for(state, work, self.line, self.who))
            case Sacrificed.HERE:
                there = unit_on(state, work.origin)
                return if_so(there is not None and not is_hero(there))
        return [()]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Take the unit off the field, or ask the player which one."""
        if self.of is Sacrificed.ASKED:
            return (Weighing(work.seat, Choice.TRIBUTE, work.source),)
        unit = on[0] if on else unit_on(state, work.origin)
        return state if unit is None or tile_of(state, unit) is None else gone(rules, state, unit)

    def farther(self, more: int) -> Atom:
        """Return it unchanged: its number is an Area, not a Line."""
        del more
        return self

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: which units, and how near."""
        if self.of is not Sacrificed.TARGET:
            return (self.sentence(),)
        near = (say("area", number=self.line),) if self.line else ()
        return (self.sentence(), *near, *said_of(self.who))

    def whom(self) -> str:
        """Return the words for the list: the units."""
        return {
            Sacrificed.TARGET: units_listed(self.who, self.line),
            Sacrificed.HERE: "who stands there, no hero",
            Sacrificed.ASKED: "1: one of the player's units that isn't dark, no hero, else itself",
        }[self.of]


class Which(StrEnum):
    """The units that are returned.

    A target, the unit on the land, or all dark units of the area.
    """

    TARGET = "target"
    HERE = "here"
    DARK = "dark"


@dataclass(frozen=True, slots=True)
class Bounce(Atom):
    """A unit returns to its owner's hand. From a land it goes into its owner's book, which is shuffled."""

    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)] = 0
    pierce: Annotated[bool, Says("goes through what is between")] = False
    who: Annotated[Who, Says("which units")] = Who.NON_HERO
    own_area: Annotated[bool, Says("in its player's own area only")] = False
    of: Annotated[Which, Says("which; dark: all of both sides in the area of the player")] = Which.TARGET

    @property
    def name(self) -> str:
        """Its name for people."""
        return {Which.TARGET: "bounce", Which.HERE: "recall", Which.DARK: "recall_own"}[self.of]

    @property
    def takes(self) -> int:
        """The unit, if the card aims at one."""
        return int(self.of is Which.TARGET)

    @property
    def goes_through(self) -> bool:
        """Whether it pierces units on the way."""
        return self.pierce

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the units within reach. For a land: one empty way if a unit that is no hero stands there."""
        del rules
        match self.of:
            case Which.TARGET:
                found = units_for(state, work, self.line, self.who, pierce=self.pierce)
                own = (one for one in found if area_of(at_tile(state, one)) == work.seat)
                return each_of(own if self.own_area else found)
            case Which.HERE:
                there = unit_on(state, work.origin)
                return if_so(there is not None and not is_hero(there))
        return [()]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Take the units off the field, one after the other."""
        del rules
        match self.of:
            case Which.TARGET:
                return (Returning(on[0]),)
            case Which.HERE:
                there = unit_on(state, work.source)
                return () if there is None else (Recalling(there),)
        dark = (one for one in units(state) if printed(state, one).element is Element.DARK)
        return tuple(Returning(one) for one in dark if area_of(at_tile(state, one)) == work.seat)

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the reach, the units, and where they go."""
        if self.of is not Which.TARGET:
            return (self.sentence(),)
        own = (say("own_area"),) if self.own_area else ()
        return (self.sentence(), *line_said(self.line, through=self.pierce), *said_of(self.who), *own)

    def whom(self) -> str:
        """Return the words for the list: the units."""
        area = "; own area" if self.own_area else ""
        return {
            Which.TARGET: units_listed(self.who, self.line, pierce=self.pierce) + area,
            Which.HERE: "who stands there, no hero",
            Which.DARK: "all dark units of both sides in the player's area but heroes",
        }[self.of]
