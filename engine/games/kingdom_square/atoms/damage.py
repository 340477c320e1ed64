"""Damage: to one target, to several units at once, between two fighters."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from engine.core.phrase import Phrase
from engine.games.kingdom_square.content.atom import ALL_LEFT, Atom, Frames, Ways, Work
from engine.games.kingdom_square.content.limits import line_said, reach_listed, said_of, units_listed
from engine.games.kingdom_square.content.parameters import Element, Who
from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.position.aims import each_of, pierced, spot, units_for
from engine.games.kingdom_square.position.field import SIDE, TILES, area_of, foe
from engine.games.kingdom_square.position.now import field_now
from engine.games.kingdom_square.position.state import at_tile, hero, printed, tile_of, unit_on, units
from engine.games.kingdom_square.position.stats import attack
from engine.games.kingdom_square.turn.damage import around, harmed
from engine.games.kingdom_square.turn.shifts import Chaining, Shoving, Whirling
from engine.kit.content.vocabulary import Says


@dataclass(frozen=True, slots=True)
class Damage(Atom):
    """A unit takes damage."""

    amount: Annotated[int, Says("damage; 0: as much as was paid", 0, 9)]
    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)] = 0
    pierce: Annotated[bool, Says("goes through what is between")] = False
    who: Annotated[Who, Says("which units")] = Who.UNIT
    splash: Annotated[int, Says("damage to all others beside it", 0, 9)] = 0
    graze: Annotated[int, Says("pierces, with this damage to each unit that is pierced", 0, 9)] = 0
    jumps: Annotated[bool, Says("goes on to units beside the last that weren't hit yet")] = False
    shifts: Annotated[bool, Says("then the unit is transferred by one tile")] = False

    @property
    def name(self) -> str:
        """Its name for people."""
        for holds, name in (
            (self.shifts, "kick"),
            (self.jumps, "chain"),
            (self.splash, "fireball"),
            (self.graze, "spear"),
        ):
            if holds:
                return name
        return "damage" if self.amount else "damage_paid"

    @property
    def takes(self) -> int:
        """The unit, with all units that are pierced."""
        return ALL_LEFT if self.graze else 1

    @property
    def goes_through(self) -> bool:
        """Whether it pierces units on the way."""
        return self.pierce or self.graze > 0

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the units within reach; in the first edition no.100 reached one step farther."""
        if self.graze:
            return pierced(state, work, self.line)
        far = self.line + (self.shifts and not rules.options.is_printed)
        return each_of(units_for(state, work, far, self.who, pierce=self.pierce))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Damage the unit, then the units that the damage splashes, grazes or jumps to."""
        unit, amount, element = on[0], self.amount or work.paid, work.element
        if self.shifts:
            return (
                Chaining(work.seat, amount, element, (unit,), last=True),
                Shoving(work.seat, unit),
            )
        if self.jumps:
            return (Chaining(work.seat, amount, element, (unit,)),)
        if tile_of(state, unit) is None:
            return state
        if self.splash:
            tile = at_tile(state, unit)
            state = harmed(rules, state, [(unit, amount)], element)
            beside = [one for one in around(state, tile, 1) if one != unit]
            return harmed(rules, state, [(one, self.splash) for one in beside], element)
        grazed = [(one, self.graze) for one in on[1:] if tile_of(state, one) is not None]
        return harmed(rules, state, [(unit, amount), *grazed], element)

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: the damage, the reach and the units."""
        return (self.sentence(), *line_said(self.line, through=self.goes_through), *said_of(self.who))

    def whom(self) -> str:
        """Return the words for the list: the units, and others that are hit beside them."""
        more = {
            "fireball": "; then all others beside it",
            "chain": "; then as many as wished, each beside the last",
            "spear": "; and all on the way",
        }
        return units_listed(self.who, self.line, pierce=self.goes_through) + more.get(self.name, "")


class HitUnits(StrEnum):
    """The units that are hit together."""

    ALL = "all"
    NEUTRAL_ROW = "neutral_row"
    ROW_OR_COLUMN = "row_or_column"
    FOE_HERO = "foe_hero"


@dataclass(frozen=True, slots=True)
class DamageAll(Atom):
    """Several units of both sides take damage at once."""

    amount: Annotated[int, Says("damage; 0: the hero's attack", 0, 9)]
    area: Annotated[int, Says("within this Area; 0: wherever they are", 0, 5)] = 0
    of: Annotated[HitUnits, Says("which; of the neutral row those of wind are spared")] = HitUnits.ALL
    dark: Annotated[int, Says("damage to dark ones afterwards (reading `divine_might`)", 0, 9)] = 0
    more: Annotated[int, Says("each is shifted, or takes this much more", 0, 9)] = 0

    @property
    def name(self) -> str:
        """Its name for people."""
        if self.of is not HitUnits.ALL:
            return {
                HitUnits.NEUTRAL_ROW: "sweep",
                HitUnits.ROW_OR_COLUMN: "tornado",
                HitUnits.FOE_HERO: "strike",
            }[self.of]
        if self.dark:
            return "wrath"
        if not self.amount:
            return "dance"
        return "burst" if self.area else "storm"

    @property
    def takes(self) -> int:
        """The two ends of a row or column, if the player chooses one."""
        return 2 if self.of is HitUnits.ROW_OR_COLUMN else 0

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the rows and columns, each by its two ends."""
        del rules, state, work
        if self.of is not HitUnits.ROW_OR_COLUMN:
            return [()]
        rows = [(f"a{row}", f"g{row}") for row in range(1, SIDE + 1)]
        return [*rows, *((f"{column}1", f"{column}7") for column in "abcdefg")]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Damage the units together."""
        if self.of is HitUnits.ROW_OR_COLUMN:
            at = 0 if on[0][0] == on[1][0] else 1
            tiles = [one for one in TILES if one[at] == on[0][at]]
            hit = tuple(unit for tile in tiles if (unit := unit_on(state, tile)) is not None)
            return (Whirling(work.seat, hit, self.amount, self.more, work.element),)
        now = field_now(state)
        amount = self.amount or attack(rules, now, now.units[work.origin])
        hits = [(one, amount) for one in self._hit(rules, state, work)]
        if not self.dark:
            return harmed(rules, state, hits, work.element)
        if rules.options.divine_might == "two":
            hits = [(one, self.dark if _is_dark(state, one) else hit) for one, hit in hits]
            return harmed(rules, state, hits, work.element)
        state = harmed(rules, state, hits, work.element)
        dark = [(one, self.dark) for one in units(state) if _is_dark(state, one)]
        return state if state.ended is not None else harmed(rules, state, dark, work.element)

    def _hit(self, rules: TableRules, state: State, work: Work) -> list[str]:
        match self.of:
            case HitUnits.FOE_HERO:
                return [hero(foe(work.seat))]
            case HitUnits.NEUTRAL_ROW:
                row = (one for one in units(state) if area_of(at_tile(state, one)) is None)
                return [one for one in row if printed(state, one).element is not Element.WIND]
        there = around(state, spot(state, work.origin), self.area) if self.area else units(state)
        spared = work.origin if not self.amount and not rules.options.is_printed else ""
        return [one for one in there if one != spared]

    def whom(self) -> str:
        """Return the words for the list: the units."""
        both = "all units of both sides"
        return {
            "burst": f"{both}, heroes and its own middle too; Area {self.area}",
            "storm": f"{both}, heroes too",
            "dance": f"{both}, the player's hero too; Area {self.area}",
            "strike": "the opponent's hero",
            "tornado": f"{both} in 1 row or column, heroes too",
            "sweep": f"{both} in the neutral row but those of wind, heroes too",
            "wrath": f"{both}, heroes too; then all dark ones",
        }[self.name]


def _is_dark(state: State, unit: str) -> bool:
    return printed(state, unit).element is Element.DARK


@dataclass(frozen=True, slots=True)
class Duel(Atom):
    """The hero and a unit deal their attack to each other."""

    line: Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)]

    @property
    def takes(self) -> int:
        """The unit."""
        return 1

    @property
    def goes_through(self) -> bool:
        """Whether its Line goes through units: always."""
        return True

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the units within reach, through other units."""
        del rules
        return each_of(units_for(state, work, self.line, Who.OTHER, pierce=True))

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Damage both at once."""
        if tile_of(state, on[0]) is None:
            return state
        now = field_now(state)
        mine, other = now.units[hero(work.seat)], now.units[on[0]]
        hits = [(other.piece, attack(rules, now, mine)), (mine.piece, attack(rules, now, other))]
        return harmed(rules, state, hits, work.element)

    def says(self) -> Iterable[Phrase]:
        """Return the sentence: both are hit, and the reach."""
        return (self.sentence(), *line_said(self.line, through=True))

    def whom(self) -> str:
        """Return the words for the list: the units."""
        return f"1: any unit but the player's hero; {reach_listed(self.line, pierce=True)}"
