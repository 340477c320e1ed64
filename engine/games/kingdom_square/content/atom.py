"""The interface of an atom: one thing that cards do, with all that belongs to it in one class.

A card is a list of atoms with their numbers, in `content/*.yaml`. An atom is a frozen dataclass in `atoms/`:
its docstring and its fields are the word that cards' files write, its methods say at what it may be aimed,
what it does, why it can't be used, and how it reads on the card. The rest of the game knows this interface
alone; `content/vocabulary.py` finds the atoms by their folder.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import ClassVar

from engine.core.decisions import Violation
from engine.core.ids import Seat
from engine.core.phrase import Phrase
from engine.core.sentences import joined
from engine.games.kingdom_square.content.parameters import Announced, Element
from engine.games.kingdom_square.match import State, TableRules
from engine.games.kingdom_square.texts import TEXTS
from engine.kit.changed import changed
from engine.kit.content.vocabulary import word_of
from engine.kit.resolving.frames import StackFrame

Ways = list[tuple[str, ...]]
"""The ways to name an atom's targets; one empty way: it takes none; no way: it has no target."""

Frames = tuple[StackFrame, ...]
"""The frames that an atom resolves to, where it needs its own time, the first frame first."""

ALL_LEFT = -1
"""An atom takes all targets that are left: as many as its path has."""


@dataclass(frozen=True, slots=True)
class Work:
    """One use of a card: whose, with what, from where."""

    seat: Seat
    """Whose card it is."""
    source: str
    """The skill, the unit, or the land by its tile."""
    origin: str
    """The unit or tile where Lines and Areas start."""
    slug: str = ""
    """The card whose atoms they are."""
    element: Element = Element.NONE
    """The card's element."""
    paid: int = 0
    """How much was paid, where the player chooses it."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One thing that a card does."""

    is_cost: ClassVar[bool] = False
    """It's a part of the cost: what it names is no target of what follows, which needs it done."""

    @property
    def name(self) -> str:
        """Its name for people: of its sentence in `texts/`, and of its picture in `look.yaml`."""
        return word_of(type(self))

    @property
    def takes(self) -> int:
        """How many targets it takes, or `ALL_LEFT`."""
        return 0

    @property
    def reach(self) -> int:
        """How long its Line is, by its number of that name; 0: it has none, or goes anywhere."""
        found: int = getattr(self, "line", 0)
        return found

    @property
    def wide(self) -> int:
        """How wide its Area is, by its number of that name; 0: it has none."""
        found: int = getattr(self, "area", 0)
        return found

    @property
    def goes_through(self) -> bool:
        """Whether its Line goes through what is between."""
        return False

    @property
    def calls_off(self) -> Announced | None:
        """The announcement that it calls off; None: it does something by itself."""
        return None

    @property
    def unless(self) -> int:
        """The cost that the other player may pay against being called off; 0: none."""
        return 0

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the ways to name its targets, in the card's order (KS-6.3, KS-9)."""
        del rules, state, work
        return [()]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Return the state after it, or what it resolves to; one whose target has gone does nothing."""
        raise NotImplementedError

    def refused(self, state: State, work: Work) -> Iterable[Violation]:
        """Return why a card with it can't be used now, whatever it's aimed at."""
        del state, work
        return ()

    def astray(self, state: State, work: Work) -> Iterable[Violation]:
        """Return why it has no target, where there's more to say than that."""
        del state, work
        return ()

    def usual(self, rules: TableRules, work: Work) -> tuple[str, ...]:
        """Return the targets that are meant where none is named."""
        del rules, work
        return ()

    def farther(self, more: int) -> "Atom":
        """Return it with its Line longer by some tiles, if it has one."""
        return changed(self, "line", self.reach + more) if self.reach else self

    def says(self) -> Iterable[Phrase]:
        """Return its sentences on the card."""
        return (self.sentence(),)

    def sentence(self) -> Phrase:
        """Return the sentence of its name, filled in with its numbers."""
        given = {one.name: getattr(self, one.name) for one in fields(self)}
        numbers = {name: value for name, value in given.items() if isinstance(value, int)}
        return TEXTS.say(f"effects.{self.name}", **numbers)

    def whom(self) -> str:
        """Return how many it's for, whose they are and where: English, for the list that people read."""
        raise NotImplementedError


Effects = tuple[Atom, ...]
"""A card's effects, in the order of its print."""


def said(effects: Effects) -> Phrase:
    """Return what effects do, one sentence after the other."""
    return joined([part for one in effects for part in one.says()], "sentences")
