"""Rolls, tokens that are looked at, and skills that are copied."""

from dataclasses import dataclass
from itertools import chain
from typing import Annotated

from engine.games.dozen_war.content.effect import Befell, Case, Effect, Worked
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.terms import Fill, Role, Shown, TermMeaning
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.position.holdings import FateCard, Task, Work
from engine.games.dozen_war.position.state import State, altered
from engine.games.dozen_war.using.slots import kept


@dataclass(frozen=True, slots=True)
class Reveal(Effect):
    """Show the player alone the face-down tokens under the mountains of a slot."""

    what: Annotated[Shown, TermMeaning("what")]
    of: Annotated[Role, TermMeaning("the slot of the mountains", fill=Fill.MOUNTAINS)]

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the looks after everything else that is open."""
        looks = self.befalls(rules, state, use)[1]
        return altered(state, agenda=(*state.agenda, *looks)), ()

    def befalls(self, rules: Rules, state: State, use: Use) -> Befell:
        """Return the looks, one a mountain."""
        del rules
        return state, tuple(Task(Work.PEEK, seat=use.seat, cell=cell) for cell in use.units(self.of))


@dataclass(frozen=True, slots=True)
class CopySkill(Effect):
    """Use the chosen skill as if it were the user's own, with its star, but at most `star`."""

    is_chosen = True

    skill: Annotated[Role, TermMeaning("the slot of the skill", fill=Fill.SKILL)]
    star: Annotated[int, TermMeaning("the highest star it has", 1, 5)] = 3

    @property
    def copying(self) -> tuple[Role, int] | None:
        """The slot of the skill, and the highest star."""
        return self.skill, self.star

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position unchanged: the copied skill's effects stand in the record that is used."""
        del rules, use
        return state, ()


@dataclass(frozen=True, slots=True)
class Roll(Effect):
    """Roll a die, a chance action; the case that lists its face happens, and nothing when none does."""

    cases: Annotated[tuple[Case, ...], TermMeaning("`{faces: [1, 2], effects: [...]}` each; no face twice")]

    @property
    def branches(self) -> tuple[Effect, ...]:
        """The effects of all its cases."""
        return tuple(chain.from_iterable(case.effects for case in self.cases))

    def on_face(self, face: int) -> tuple[Effect, ...]:
        """Return the effects of the case that lists a face."""
        return next((case.effects for case in self.cases if face in case.faces), ())

    def works(self, rules: Rules, state: State, use: Use) -> Worked:
        """Return the position with the roll before everything else that is open."""
        del rules
        roll = Task(Work.SKILL_DIE, seat=use.seat, piece=use.user, subject=kept(use))
        return altered(state, agenda=(roll, *state.agenda)), ()

    def befalls(self, rules: Rules, state: State, use: Use) -> Befell:
        """Return the roll for the event or token."""
        del rules
        return state, (Task(Work.FATE_DIE, seat=use.seat, piece=use.user, subject=FateCard(use.record.slug)),)
