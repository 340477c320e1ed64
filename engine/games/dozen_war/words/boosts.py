"""Marks that help or hinder a unit's moves, attacks and defence for a while (DW-10.4, DW-10.5)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from engine.core.decisions import Violation
from engine.games.dozen_war.combat.marking import marked
from engine.games.dozen_war.content.effect import EffectOnUnits, Worked
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.terms import USER, Fill, Lasting, Role, TermMeaning
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.ground.tokens import turn_over
from engine.games.dozen_war.position.marks import BoostWord, LuckyFace, UnitBoost
from engine.games.dozen_war.position.state import State

Lasts = Annotated[Lasting, TermMeaning("how long")]


@dataclass(frozen=True, slots=True)
class _Boost(EffectOnUnits):
    """A mark that helps or hinders a unit's own turn, so no unit gets it after its attack (DW-18.2)."""

    @property
    def boosted(self) -> Role | None:
        """The role of the units."""
        return self.on

    def faults(self, rules: Rules, state: State, use: Use) -> Iterator[Violation]:
        """Yield that a general can't strengthen itself by a skill once it has ended its turn."""
        if use.hit is not None or use.is_card or self.on != USER or self.changes_answers:
            return
        for piece in use.units(self.on):
            if (state.done.acted | state.done.fought) >> piece & 1:
                yield turn_over(rules, state, piece)


@dataclass(frozen=True, slots=True)
class Shield(EffectOnUnits):
    """Swallow the next damage, up to `amount` HP in all, except losses; what's unused ends with `lasts`."""

    amount: Annotated[int, TermMeaning("HP", 1, 3)]
    """The HP that it swallows."""
    lasts: Lasts = Lasting.TURN
    """How long the rest of it lasts."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the units shielded."""
        del rules
        return marked(state, use, self.on, UnitBoost(BoostWord.SHIELD, self.amount), self.lasts), ()


@dataclass(frozen=True, slots=True)
class Evade(EffectOnUnits):
    """Until it ends each attacker of the unit rolls a die first; any face that wasn't named misses."""

    faces: Annotated[Role, TermMeaning("the slot of the faces named", fill=Fill.FACES)]
    lasts: Lasts = Lasting.TURN
    """How long it lasts."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the named faces on the units."""
        del rules
        for face in use.chosen.get(self.faces, ()):
            state = marked(state, use, self.on, LuckyFace(face), self.lasts)
        return state, ()


@dataclass(frozen=True, slots=True)
class Power(_Boost):
    """Change the damage of the unit's attacks; never below 1."""

    amount: Annotated[int, TermMeaning("HP more or less", -1, 3)]
    lasts: Lasts = Lasting.TURN
    """How long it lasts."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the units' damage changed."""
        del rules
        return marked(state, use, self.on, UnitBoost(BoostWord.DAMAGE, self.amount), self.lasts), ()


@dataclass(frozen=True, slots=True)
class Range(_Boost):
    """Change the range of the unit's attacks, never below 1; beyond 1 it goes along straight lines (DW-7)."""

    amount: Annotated[int, TermMeaning("hexes more or less", -2, 3)]
    lasts: Lasts = Lasting.TURN
    """How long it lasts."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the units' range changed."""
        del rules
        return marked(state, use, self.on, UnitBoost(BoostWord.RANGE, self.amount), self.lasts), ()


@dataclass(frozen=True, slots=True)
class Move(_Boost):
    """Change how far the unit moves, never below 0. A unit that has moved may walk the added hexes at once.

    `again` lets it move once more by its own base instead; `amount` is then 0.
    """

    amount: Annotated[int, TermMeaning("hexes more or less", -3, 5)] = 0
    again: Annotated[bool, TermMeaning("a whole second move")] = False
    lasts: Lasts = Lasting.TURN
    """How long it lasts."""

    @property
    def is_without_amount(self) -> bool:
        """Whether it is a whole second move."""
        return self.again

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the units' move changed."""
        del rules
        boost = UnitBoost(BoostWord.AGAIN) if self.again else UnitBoost(BoostWord.MOVE, self.amount)
        return marked(state, use, self.on, boost, self.lasts), ()


@dataclass(frozen=True, slots=True)
class ExtraAttack(_Boost):
    """Let the unit attack that many more times this turn. It doesn't move between its attacks."""

    amount: Annotated[int, TermMeaning("attacks", 1, 2)] = 1
    lasts: Lasts = Lasting.TURN
    """How long it lasts."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with more attacks for the units."""
        del rules
        return marked(state, use, self.on, UnitBoost(BoostWord.ATTACKS, self.amount), self.lasts), ()


@dataclass(frozen=True, slots=True)
class ExtraTargets(_Boost):
    """Let the unit's attack go on against that many more enemies in its range, each once, one by one."""

    amount: Annotated[int, TermMeaning("targets", 1, 5)]
    lasts: Lasts = Lasting.TURN
    """The duration as the pack writes it; the attacks are single ones, so they end with the turn anyway."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with more targets for the units."""
        del rules
        return marked(state, use, self.on, UnitBoost(BoostWord.TARGETS, self.amount), Lasting.TURN), ()


@dataclass(frozen=True, slots=True)
class SpillRange(_Boost):
    """Let the unit's splash reach up to that many hexes behind a target that stood alone (DW-6.3)."""

    hexes: Annotated[int, TermMeaning("hexes behind", 2, 3)]
    lasts: Lasts = Lasting.TURN
    """How long it lasts."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with a farther splash for the units."""
        del rules
        return marked(state, use, self.on, UnitBoost(BoostWord.SPILL, self.hexes - 1), self.lasts), ()


@dataclass(frozen=True, slots=True)
class NoGuard(_Boost):
    """Infantry can't block the unit's hits (DW-5.3); other answers stay open."""

    changes_answers = True
    stops_blocks = True

    on: Annotated[Role, TermMeaning("whose hits")] = USER
    """The role of the units whose hits aren't blocked."""
    lasts: Lasts = Lasting.ATTACK
    """How long it lasts."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position where nobody can block hits of the units."""
        del rules
        return marked(state, use, self.on, UnitBoost(BoostWord.UNGUARDED), self.lasts), ()


@dataclass(frozen=True, slots=True)
class Unblockable(_Boost):
    """No defend skill can answer the unit's hits (DW-11.1); blocks and cards stay open."""

    changes_answers = True
    stops_skills = True

    on: Annotated[Role, TermMeaning("whose hits")] = USER
    """The role of the units whose hits no skill answers."""
    lasts: Lasts = Lasting.ATTACK
    """How long it lasts."""

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position where no skill can answer hits of the units."""
        del rules
        return marked(state, use, self.on, UnitBoost(BoostWord.UNBLOCKABLE), self.lasts), ()
