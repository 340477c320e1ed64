"""Strength for this turn: attack, defense, speed, powers of a unit, aid for its player."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from engine.core.ids import Seat
from engine.core.phrase import Phrase
from engine.games.kingdom_square.content.atom import Atom, Frames, Ways, Work
from engine.games.kingdom_square.content.limits import (
    line_said,
    numbers_said,
    reach_listed,
    said_of,
    say,
    units_listed,
)
from engine.games.kingdom_square.content.parameters import Who
from engine.games.kingdom_square.match import Counts, State, TableRules
from engine.games.kingdom_square.position.aims import each_of, if_so, units_for
from engine.games.kingdom_square.position.field import SEATS, area_of
from engine.games.kingdom_square.position.state import (
    at_tile,
    counted,
    counted_as,
    hero,
    printed,
    tile_of,
    unit_on,
    units,
)
from engine.games.kingdom_square.texts import TEXTS
from engine.games.kingdom_square.turn.damage import boosted
from engine.kit.content.vocabulary import Says


class To(StrEnum):
    """The units that gain: a target, the unit with the ability, or others of the player's."""

    TARGET = "target"
    ITSELF = "itself"
    HERE = "here"
    HERO = "hero"
    OWN = "own"
    OWN_AREA = "own_area"


@dataclass(frozen=True, slots=True)
class Boost(Atom):
    """A unit has other attack, defense and speed until the end of the turn."""

    at: Annotated[int, Says("attack", -9, 9)] = 0
    df: Annotated[int, Says("defense", -9, 9)] = 0
    sp: Annotated[int, Says("speed", -9, 9)] = 0
    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)] = 0
    who: Annotated[Who, Says("which units")] = Who.UNIT
    to: Annotated[To, Says("who gets it; in the player's area with attacks on flying units, too")] = To.TARGET
    paid: Annotated[int, Says("attack for each card that was paid", 0, 3)] = 0
    dooms: Annotated[bool, Says("the unit is destroyed at the turn's end")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        if self.to is To.ITSELF:
            return "attack_paid" if self.paid else "hone"
        return "rally" if self.to is To.OWN_AREA else "burn_out" if self.dooms else "boost"

    @property
    def takes(self) -> int:
        """The unit, if the card aims at one."""
        return int(self.to is To.TARGET)

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the units within reach."""
        del rules
        if self.to is not To.TARGET:
            return [()]
        return each_of(units_for(state, work, self.line, self.who))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Count the unit's gains."""
        del rules
        if self.paid:
            return counted(state, work.source, Counts.ATTACK, self.paid * work.paid)
        if self.to is To.OWN_AREA:
            for one in units(state, work.seat):
                if area_of(at_tile(state, one)) == work.seat:
                    state = counted(boosted(state, one, self.at, self.df), one, Counts.REACHES, 1)
            return state
        unit = on[0] if on else work.source
        state = boosted(state, unit, self.at, self.df, self.sp)
        return counted(state, unit, Counts.DOOMED, 1) if self.dooms and tile_of(state, unit) else state

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the change, the reach and the units."""
        if self.name not in ("boost", "hone"):
            return (self.sentence(),)
        stats = numbers_said(self.at, self.df, self.sp)
        sentence = TEXTS.say(f"effects.{self.name}", stats=stats)
        return (sentence, *line_said(self.line), *said_of(self.who))

    def whom(self) -> str:
        """Return the words for the list: the units."""
        match self.to:
            case To.ITSELF:
                return "itself"
            case To.OWN_AREA:
                return "all the player's units that are in the player's area, the hero too"
        return units_listed(self.who, self.line)


class Granted(StrEnum):
    """A power that a unit has, or something that befalls it, until the end of the turn."""

    FLY = "fly"
    SHOOT = "shoot"
    SPEAR = "spear"
    PRIEST = "priest"
    WARD = "ward"
    SPEED = "speed"
    HALT = "halt"
    BLANK = "blank"


_NAMES = {
    (Granted.FLY, To.ITSELF): "take_wing",
    (Granted.SHOOT, To.ITSELF): "shoot",
    (Granted.SPEAR, To.OWN): "blades",
    (Granted.PRIEST, To.ITSELF): "ordain",
    (Granted.WARD, To.HERO): "ward",
    (Granted.WARD, To.OWN): "ward",
    (Granted.SPEED, To.HERO): "hero_speed",
    (Granted.HALT, To.TARGET): "halt",
    (Granted.HALT, To.HERE): "halt_here",
    (Granted.BLANK, To.TARGET): "blank",
}
"""The sentence of each power, by the units that get it."""

_LISTED = {
    "take_wing": "itself",
    "shoot": "itself",
    "blades": "all the player's units, the hero too",
    "ordain": "itself",
    "ward": "the player's hero (every: all the player's units)",
    "hero_speed": "the player's hero",
    "halt_here": "who stands there",
}


@dataclass(frozen=True, slots=True)
class Grant(Atom):
    """A unit has a power until the end of the turn.

    It flies, attacks from afar, is warded, halted, blank or a priest, or has a speed.
    """

    power: Annotated[Granted, Says("what it can, or what befalls it")]
    to: Annotated[To, Says("who gets it")] = To.ITSELF
    far: Annotated[int, Says("how far it attacks", 0, 9)] = 0
    speed: Annotated[int, Says("its speed; 0: one more than printed", 0, 9)] = 0
    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)] = 0

    @property
    def name(self) -> str:
        """Its name for people."""
        return _NAMES[self.power, self.to]

    @property
    def takes(self) -> int:
        """The unit, if the card aims at one."""
        return int(self.to is To.TARGET)

    @property
    def goes_through(self) -> bool:
        """Whether its Line goes through units: only for making units blank."""
        return self.power is Granted.BLANK

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the units within reach. For a land: one empty way if a unit stands there."""
        del rules
        if self.to is To.HERE:
            return if_so(unit_on(state, work.origin) is not None)
        if self.to is not To.TARGET:
            return [()]
        blank = self.power is Granted.BLANK
        who = Who.OTHER if blank else Who.NON_HERO
        return each_of(units_for(state, work, self.line, who, pierce=blank))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Count the power for each unit that gets it."""
        del rules
        for unit in self._units(state, work, on):
            state = self._granted(state, unit)
        return state

    def _units(self, state: State, work: Work, on: tuple[str, ...]) -> Iterable[str]:
        match self.to:
            case To.TARGET:
                return on[:1] if tile_of(state, on[0]) is not None else ()
            case To.HERE:
                there = unit_on(state, work.origin)
                return () if there is None else (there,)
            case To.HERO:
                return (hero(work.seat),)
            case To.OWN:
                return tuple(units(state, work.seat))
        return (work.source,)

    def _granted(self, state: State, unit: str) -> State:
        match self.power:
            case Granted.FLY:
                return counted(state, unit, Counts.WINGS, 1)
            case Granted.SHOOT:
                return counted_as(state, unit, Counts.SHOOTS, self.far)
            case Granted.SPEAR:
                most = max(self.far, state.counters[unit, Counts.SHOOTS])
                return counted_as(counted_as(state, unit, Counts.SHOOTS, most), unit, Counts.SPEARS, 1)
            case Granted.PRIEST:
                return counted_as(state, unit, Counts.PRIEST, 1)
            case Granted.WARD:
                return counted(state, unit, Counts.WARDED, 1)
            case Granted.SPEED:
                return counted_as(state, unit, Counts.SPEED, self.speed or printed(state, unit).sp + 1)
            case Granted.HALT:
                return counted(state, unit, Counts.ROOTED, 1)
            case Granted.BLANK:
                return counted_as(state, unit, Counts.BLANK, 1)

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the power, and the reach."""
        if self.power is Granted.WARD and self.to is To.OWN:
            return (say("ward_all"),)
        if self.power is Granted.SPEED:
            speed = say("speed_is", number=self.speed) if self.speed else say("speed_up")
            return (self.sentence(), speed)
        return (self.sentence(), *line_said(self.line, through=self.power is Granted.BLANK))

    def whom(self) -> str:
        """Return the words for the list: the units."""
        if self.power is Granted.BLANK:
            return f"1: any unit but itself; {reach_listed(self.line, pierce=True)}"
        return _LISTED.get(self.name) or units_listed(Who.NON_HERO, self.line)


class Help(StrEnum):
    """An aid for a player until the end of the turn."""

    PURSE = "purse"
    MUSTER = "muster"
    SAVES = "saves"
    RANGES = "ranges"
    ARROWS = "arrows"


_COUNTS = {
    Help.PURSE: Counts.PURSE,
    Help.MUSTER: Counts.MUSTER,
    Help.SAVES: Counts.SAVES,
    Help.RANGES: Counts.RANGES,
    Help.ARROWS: Counts.ARROWS,
}
_HELPED = {
    Help.PURSE: "the player",
    Help.MUSTER: "the player's summons of fire, rogues and golsars",
    Help.SAVES: "all the player's units that die this turn",
    Help.RANGES: "all the player's units, the hero too",
    Help.ARROWS: "all units of both sides with a ranged attack, heroes too",
}


@dataclass(frozen=True, slots=True)
class Aid(Atom):
    """A player has an aid until the end of the turn.

    It's cost to spend, cheaper summons, units that come back, or more reach.
    """

    aid: Annotated[Help, Says("what the player has; arrows are both players' (reading `shared_gains`)")]
    number: Annotated[int, Says("how much of it", 1, 9)] = 1
    lines: Annotated[bool, Says("the Lines of abilities, too (reading `sniping`)")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        return str(self.aid)

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Count the aid for the player."""
        del on
        for seat in self._seats(rules, work.seat):
            state = counted(state, str(seat), _COUNTS[self.aid], self.number)
        wide = self.lines and rules.options.sniping == "lines"
        return counted(state, str(work.seat), Counts.LINES, self.number) if wide else state

    def _seats(self, rules: TableRules, seat: Seat) -> tuple[Seat, ...]:
        both = self.aid is Help.ARROWS and rules.options.shared_gains == "all"
        return SEATS if both else (seat,)

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the aid."""
        number = {"amount": self.number, "less": self.number, "more": self.number}
        sentence = TEXTS.say(f"effects.{self.name}", **number)
        return (sentence, say("lines")) if self.lines else (sentence,)

    def whom(self) -> str:
        """Return the words for the list: the player."""
        return _HELPED[self.aid]
