"""Units that come onto the board, come back to it, or become others."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from engine.core.decisions import Violation, broken
from engine.games.dozen_war.arms import CAVALRY, SOLDIER_ARMS, Arm, arm_label
from engine.games.dozen_war.combat.marking import marked
from engine.games.dozen_war.content.effect import Befell, Effect, EffectOnUnits, Worked
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.terms import Fill, Lasting, Role, TermMeaning
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.ground.room import free_piece, landing
from engine.games.dozen_war.ground.ways import arm_of, free_castles
from engine.games.dozen_war.phases.rounds import recruited
from engine.games.dozen_war.position.field import bits
from engine.games.dozen_war.position.marks import FightsAs, as_itself, renamed
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import (
    HP_MAX,
    IS_GENERAL,
    IS_SOLDIER,
    SEAT_OF,
    castle_arm,
    castles_of,
)
from engine.games.dozen_war.position.state import State, altered, put
from engine.games.dozen_war.using.slots import ARMS

CASTLE = "castle"
"""The word for the player's castle of the new soldier's arm."""
OneArm = Annotated[Role, TermMeaning("an arm, or the slot of the arm", fill=Fill.ARM)]
_NAMED: dict[str, Arm] = {str(arm): arm for arm in Arm}


@dataclass(frozen=True, slots=True)
class Recruit(Effect):
    """Put a new soldier, the lowest-numbered free piece of its arm, on a hex; nothing when all are in play.

    It may act at once only if `acts`. `at: castle` is the player's castle of that arm, as income (DW-4.2);
    nothing when it's destroyed or full.
    """

    other_roles = (CASTLE,)

    arm: OneArm
    """The arm, or the role of the chosen one."""
    at: Annotated[Role, TermMeaning("the slot of the hex, or `castle`", fill=Fill.HEX)]
    acts: Annotated[bool, TermMeaning("whether it may act at once")] = True

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the soldier on its hex, where there's room."""
        arm = _arm(use, self.arm)
        piece = free_piece(state, use.seat, arm) if arm in SOLDIER_ARMS and arm else None
        if arm is None or piece is None:
            return state, ()
        cells = self._cells(state, use, arm)
        allowed = landing(rules, state, use.seat, general=False, climbs=arm is not CAVALRY)
        if not cells or not allowed >> cells[0] & 1:
            return state, ()
        bit = 1 << piece
        waits = 0 if self.acts else bit
        placed = altered(
            state,
            at=put(state.at, piece, cells[0]),
            hp=put(state.hp, piece, HP_MAX[piece]),
            done=altered(
                state.done,
                moved=state.done.moved & ~bit | waits,
                acted=state.done.acted & ~bit | waits,
                fought=state.done.fought & ~bit,
            ),
        )
        return placed, ()

    def _cells(self, state: State, use: Use, arm: Arm) -> tuple[int, ...]:
        if self.at != CASTLE:
            return use.chosen.get(self.at, ())
        castle = next(one for one in castles_of(use.seat) if castle_arm(one) is arm)
        return (state.at[castle],) if state.at[castle] != OFF else ()

    def befalls(self, rules: Rules, state: State, use: Use) -> Befell:
        """Return the position with a soldier from the castle of its kind, as income (DW-4.2)."""
        for castle in castles_of(use.seat):
            if castle_arm(castle).value == self.arm and state.at[castle] != OFF:
                after = recruited(rules, state, castle)
                new = sum(1 << piece for piece, cell in enumerate(after.at) if cell != state.at[piece])
                waits = 0 if self.acts else new
                state = altered(
                    after,
                    done=altered(after.done, moved=after.done.moved | waits, acted=after.done.acted | waits),
                )
        return state, ()


@dataclass(frozen=True, slots=True)
class Transform(EffectOnUnits):
    """Turn the unit into another arm, with that arm's numbers, traits and cards.

    A soldier is exchanged for a free piece of that arm at full HP and keeps what it has done this turn; a
    general keeps its piece and HP.
    """

    needs_room = True

    arm: OneArm
    """The arm, or the role of the chosen one."""
    lasts: Annotated[Lasting, TermMeaning("how long")] = Lasting.MATCH

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the units as the other arm."""
        del rules
        arm = _arm(use, self.arm)
        if arm is None:
            return state, ()
        for piece in use.units(self.on):
            if IS_GENERAL[piece]:
                state = altered(state, marks=as_itself(state.marks, piece))
                if arm in SOLDIER_ARMS:
                    alone = use._replace(chosen={"unit": (piece,)})
                    state = marked(state, alone, Role("unit"), FightsAs(arm), self.lasts)
                continue
            new = free_piece(state, SEAT_OF[piece], arm)
            if new is not None and arm_of(state, piece) is not arm:
                state = _exchanged(state, piece, new)
        return state, ()

    def faults(self, rules: Rules, state: State, use: Use) -> Iterator[Violation]:
        """Yield that a unit has the arm already, lacks a piece of it, or would have to climb as that arm."""
        to = _arm(use, self.arm)
        if to is None:
            return
        for piece in use.units(self.on):
            name = str(rules.roster.ids[piece])
            if arm_of(state, piece) is to:
                yield broken(use.rule, "same_arm", piece=name, arm=arm_label(to))
            elif IS_SOLDIER[piece] and free_piece(state, use.seat, to) is None:
                yield broken(use.rule, "no_piece", arm=arm_label(to))
            if to is CAVALRY and state.at[piece] != OFF and state.obstacles >> state.at[piece] & 1:
                cell = str(rules.field.cells[state.at[piece]])
                yield broken("DW-3.2", "cannot_climb", piece=name, cell=cell)


@dataclass(frozen=True, slots=True)
class Revive(EffectOnUnits):
    """Bring killed own generals back as DW-8.3, without coins, as far as castles have a free general slot."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the generals in castles, each in the lowest-numbered free one."""
        for piece in use.units(self.on):
            slot = next(bits(free_castles(rules, state, SEAT_OF[piece])), None)
            if slot is not None and state.at[piece] == OFF:
                at, hp = put(state.at, piece, slot), put(state.hp, piece, HP_MAX[piece])
                state = altered(state, at=at, hp=hp)
        return state, ()


def _arm(use: Use, role: Role) -> Arm | None:
    named = _NAMED.get(role)
    if named is not None:
        return named
    chosen = use.chosen.get(role)
    return ARMS[chosen[0]] if chosen else None


def _exchanged(state: State, piece: int, new: int) -> State:
    """Return the position with a soldier's piece replaced: its place, its actions, and hits meant for it."""

    def kept(mask: int) -> int:
        return mask & ~(1 << piece | 1 << new) | ((mask >> piece & 1) << new)

    at = put(put(state.at, new, state.at[piece]), piece, OFF)
    hp = put(put(state.hp, new, HP_MAX[new]), piece, 0)
    return altered(
        state,
        at=at,
        hp=hp,
        done=altered(
            state.done,
            moved=kept(state.done.moved),
            acted=kept(state.done.acted),
            fought=kept(state.done.fought),
            strikes=tuple(
                sorted((new if unit == piece else unit, cell) for unit, cell in state.done.strikes)
            ),
        ),
        marks=tuple(renamed(mark, piece, new) for mark in state.marks),
        stack=tuple(
            replace(
                hit,
                target=new if hit.target == piece else hit.target,
                attacker=new if hit.attacker == piece else hit.attacker,
                splash=new if hit.splash == piece else hit.splash,
                spill=tuple(new if unit == piece else unit for unit in hit.spill),
            )
            for hit in state.stack
        ),
    )
