"""Units that are moved by others: pushed, pulled, swapped, put elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from engine.core.decisions import Violation, broken
from engine.games.dozen_war.arms import CAVALRY
from engine.games.dozen_war.content.effect import EffectOnUnits, Worked
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.terms import Fill, Role, TermMeaning
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.ground.room import landing
from engine.games.dozen_war.ground.ways import arm_of
from engine.games.dozen_war.position.field import bits
from engine.games.dozen_war.position.masks import OFF, SOLDIERS_A_HEX
from engine.games.dozen_war.position.roster import IS_GENERAL, IS_SOLDIER, SEAT_OF
from engine.games.dozen_war.position.state import State, altered, put

Hexes = Annotated[int, TermMeaning("hexes", 1, 5)]


@dataclass(frozen=True, slots=True)
class _Shove(EffectOnUnits):
    """A unit goes along the line through the user, hex by hex, as far as it can (DW-11.4)."""

    hexes: Hexes
    """The most hexes that it goes."""

    @property
    def is_users(self) -> bool:
        """The line goes through its user."""
        return True

    @property
    def rides_on(self) -> Role | None:
        """The role of the units."""
        return self.on

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the units along their lines; those off the board stay so."""
        for piece in use.units(self.on):
            if use.user >= 0 and OFF not in (state.at[use.user], state.at[piece]):
                state = self._shoved(rules, state, state.at[use.user], piece)
        return state, ()

    def _shoved(self, rules: Rules, state: State, here: int, piece: int) -> State:
        climbs = IS_SOLDIER[piece] and arm_of(state, piece) is not CAVALRY
        allowed = landing(rules, state, SEAT_OF[piece], general=IS_GENERAL[piece], climbs=climbs)
        cell = state.at[piece]
        goal = cell
        for passed in self._line(rules, here, cell, allowed)[: self.hexes]:
            if not allowed >> passed & 1:
                break
            goal = passed
            if state.obstacles >> passed & 1:
                break
        return altered(state, at=put(state.at, piece, goal)) if goal != cell else state

    def _line(self, rules: Rules, here: int, cell: int, allowed: int) -> tuple[int, ...]:
        """Return the cells that a unit goes along, the nearest one first; `here` is the user's cell."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Push(_Shove):
    """Move the unit straight away from the user, hex by hex, until `hexes` or the first it can't enter."""

    def _line(self, rules: Rules, here: int, cell: int, allowed: int) -> tuple[int, ...]:
        del allowed
        return rules.field.beyond(here, cell, self.hexes)


@dataclass(frozen=True, slots=True)
class Pull(_Shove):
    """Move the unit straight towards the user, until beside it, `hexes`, or the first hex it can't enter.

    No defend skill can answer the hit it rides on (DW-11.1, DW-11.3).
    """

    stops_skills = True

    def _line(self, rules: Rules, here: int, cell: int, allowed: int) -> tuple[int, ...]:
        field = rules.field
        line = tuple(reversed(field.on_line(here, cell) or ()))
        away = field.distances[here]
        if line or away[cell] <= 1:
            return line
        nearer = (near for near in bits(field.around[cell]) if away[near] < away[cell])
        return tuple(near for near in nearer if allowed >> near & 1)[:1]


@dataclass(frozen=True, slots=True)
class Swap(EffectOnUnits):
    """Two of the player's units change places; both hexes must have room for the other."""

    is_chosen = True
    needs_room = True

    other: Annotated[Role, TermMeaning("the other unit")]

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with each unit in the other's place."""
        del rules
        for one, two in zip(use.units(self.on), use.units(self.other), strict=False):
            here, there = state.at[one], state.at[two]
            state = altered(state, at=put(put(state.at, one, there), two, here))
        return state, ()

    def faults(self, rules: Rules, state: State, use: Use) -> Iterator[Violation]:
        """Yield why two units can't change places."""
        for one, two in zip(use.units(self.on), use.units(self.other), strict=False):
            if not _may_swap(rules, state, one, two):
                yield from _swap_faults(rules, state, use, one, two)


@dataclass(frozen=True, slots=True)
class Teleport(EffectOnUnits):
    """Put the unit on the chosen hex, whatever lies between; it isn't its move of the turn."""

    is_chosen = True

    to: Annotated[Role, TermMeaning("the slot of the hex", fill=Fill.HEX)]

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the units on their hexes."""
        del rules
        for piece, cell in zip(use.units(self.on), use.chosen.get(self.to, ()), strict=False):
            state = altered(state, at=put(state.at, piece, cell))
        return state, ()


def _swap_faults(rules: Rules, state: State, use: Use, one: int, two: int) -> Iterator[Violation]:
    """Yield why two units can't change places: one can't climb (DW-3.2), or room is missing (DW-2.1)."""
    climbing = [
        (piece, state.at[other])
        for piece, other in ((one, two), (two, one))
        if state.at[other] != OFF and _climbs_badly(state, piece, state.at[other])
    ]
    for piece, cell in climbing:
        yield broken(
            "DW-3.2", "cannot_climb", piece=str(rules.roster.ids[piece]), cell=str(rules.field.cells[cell])
        )
    if not climbing:
        yield broken("DW-2.1", "no_swap", name=use.record.names.phrase)


def _may_swap(rules: Rules, state: State, one: int, two: int) -> bool:
    """Tell whether both hexes have room for the other unit (DW-2.1); a general never climbs (DW-3.2)."""
    here, there = state.at[one], state.at[two]
    if OFF in (here, there):
        return False
    if here == there:
        return rules.options.swap_in_hex == "on"
    if IS_GENERAL[one] is IS_GENERAL[two]:
        return not _climbs_badly(state, one, there) and not _climbs_badly(state, two, here)
    soldier, general = (two, one) if IS_GENERAL[one] else (one, two)
    to_soldier, to_general = state.at[general], state.at[soldier]
    hosts = state.stand.hosts
    full = sum(IS_SOLDIER[unit] for unit in hosts.get(to_soldier, ())) >= SOLDIERS_A_HEX
    taken = any(IS_GENERAL[unit] for unit in hosts.get(to_general, ()))
    return not full and not taken and not state.obstacles >> to_general & 1


def _climbs_badly(state: State, piece: int, cell: int) -> bool:
    return bool(state.obstacles >> cell & 1) and (IS_GENERAL[piece] or arm_of(state, piece) is CAVALRY)
