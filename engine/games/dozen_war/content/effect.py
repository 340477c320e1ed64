"""The interface of an effect: one word in the language of skills, cards, events and tokens; a class each.

A word is a frozen dataclass in `words/`. Its docstring is its meaning and its annotated fields are its
parameters, as packs write them. Its methods carry it out, refuse it, and say where it may stand. The rest of
the game knows only this interface; `content/vocabulary.py` finds the words by their folder.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, ClassVar

from engine.core.decisions import Violation
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.terms import VICTIM, Cancelled, Role, Taken, TermMeaning
from engine.games.dozen_war.position.holdings import Task
from engine.games.dozen_war.position.state import Hit, State
from engine.kit.content.vocabulary import word_of

if TYPE_CHECKING:  # a match's rules hold a pack, and a pack's records hold effects
    from engine.games.dozen_war.content.rules import Rules
    from engine.games.dozen_war.content.use import Use

Worked = tuple[State, tuple[Hit, ...]]
"""The position after an effect, and the hits that it deals, first to last."""

Befell = tuple[State, tuple[Task, ...]]
"""The position after an effect of an event or token, and the tasks that it leaves, first to last."""


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a skill, card, event or token."""

    is_answer: ClassVar[bool] = False
    """It needs a hit or card to answer: it stands only in records with the mark defend."""
    is_chosen: ClassVar[bool] = False
    """It needs a player's choice: it stands in no event and in no token."""
    other_roles: ClassVar[tuple[str, ...]] = ()
    """The words that may stand for its roles, beyond roles of the record."""
    changes_answers: ClassVar[bool] = False
    """It changes who may answer its unit's hits, so it makes sense after an attack, too (`idle_uses`)."""
    stops_skills: ClassVar[bool] = False
    """No defend skill may answer the hits of a record with it (DW-11.1)."""
    stops_blocks: ClassVar[bool] = False
    """Infantry can't block the hits of a record with it, unless they are an attack (DW-5.3)."""
    hits_back: ClassVar[bool] = False
    """It hits the attacker in return, and does nothing else."""
    needs_room: ClassVar[bool] = False
    """It may fail although its targets fit, because they lack room or a piece."""
    may_be_vain: ClassVar[bool] = False
    """An answer with it may fail although its targets fit, because it would have no effect."""

    @property
    def name(self) -> str:
        """The word in packs; also the name of its picture."""
        return word_of(type(self))

    @property
    def branches(self) -> "tuple[Effect, ...]":
        """The effects inside it, from all its cases."""
        return ()

    @property
    def cancels(self) -> Cancelled | None:
        """The thing that it cancels; None: it cancels nothing."""
        return None

    @property
    def copying(self) -> tuple[Role, int] | None:
        """The slot of the skill that it copies, and the highest star that may be copied.

        None: it copies none.
        """
        return None

    @property
    def is_attack(self) -> bool:
        """Whether it counts as its user's attack (DW-9.4)."""
        return False

    @property
    def is_users(self) -> bool:
        """Whether the place of its user matters, so that the user must be a unit."""
        return self.is_attack

    @property
    def is_without_amount(self) -> bool:
        """Whether its amount must be left out."""
        return False

    @property
    def struck(self) -> Role | None:
        """The role that it hits; the record's statuses, pushes and pulls on that role are tied to the hit."""
        return None

    @property
    def rides_on(self) -> Role | None:
        """The role that it acts on, if it can be tied to a hit (DW-11.2, DW-11.4)."""
        return None

    @property
    def boosted(self) -> Role | None:
        """The role whose attack or move in this turn it changes: never a unit that has attacked already."""
        return None

    @property
    def asks_for_victim(self) -> bool:
        """Whether it depends on the unit that was hit."""
        return VICTIM in self.values()

    def values(self) -> tuple[object, ...]:
        """Return its parameters' values, in order."""
        return tuple(getattr(self, one.name) for one in fields(self))

    def on_face(self, face: int) -> "tuple[Effect, ...]":
        """Return the effects of a face of its die."""
        del face
        return ()

    def taken_from(self, role: Role) -> Taken | None:
        """Return the thing that it takes from a role's player; None: it takes nothing."""
        del role
        return None

    def works(self, rules: "Rules", state: State, use: "Use") -> Worked:
        """Return the position after the effect, and the hits that it deals."""
        raise NotImplementedError

    def befalls(self, rules: "Rules", state: State, use: "Use") -> Befell:
        """Return the position after the effect of an event or token, and the tasks that it leaves."""
        return self.works(rules, state, use)[0], ()

    def faults(self, rules: "Rules", state: State, use: "Use") -> Iterable[Violation]:
        """Yield the reasons why it can't be carried out although all its targets fit."""
        del rules, state, use
        return ()

    def answer_faults(self, rules: "Rules", state: State, use: "Use", hit: Hit) -> Iterable[Violation]:
        """Yield the reasons why a record with it can't answer a hit."""
        del rules, state, use, hit
        return ()


@dataclass(frozen=True, slots=True)
class EffectOnUnits(Effect):
    """An effect on the units of one role."""

    on: Annotated[Role, TermMeaning("the unit or units")]
    """The role of the units that it works on."""


@dataclass(frozen=True, slots=True)
class Case:
    """The faces of a die and their effects."""

    faces: tuple[int, ...]
    """The faces, 1 to 6, in the order of the pack."""
    effects: tuple[Effect, ...]
    """The effects of those faces, in order."""


def each_effect(effects: tuple[Effect, ...]) -> Iterator[Effect]:
    """Yield effects, and the effects of all cases of a roll."""
    for effect in effects:
        yield effect
        if effect.branches:  # few effects have any: others need no generator
            yield from each_effect(effect.branches)


ARM_WORDS = tuple(str(arm) for arm in Arm if arm is not Arm.CASTLE)
"""The arms that an effect or a slot may name."""
