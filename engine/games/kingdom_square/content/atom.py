"""The interface of an atom: one effect that cards are made of, with all of its code in one class.

A card is a list of atoms with their numbers, in `content/*.yaml`. An atom is a frozen dataclass in `atoms/`:
its name and its fields are what cards' files write, and its docstring is its meaning. Its methods give its
targets, its effect, the reasons against it, and its text on the card. The rest of the game knows only this
interface; `content/vocabulary.py` finds the atoms by their folder.
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
"""The ways to name an atom's targets. One empty way: it takes none. No way: no target exists."""

Frames = tuple[StackFrame, ...]
"""The frames that an atom resolves to, where its effect takes several steps, in their order."""

ALL_LEFT = -1
"""The number of targets of an atom that takes all that are left: as many as its path has."""


@dataclass(frozen=True, slots=True)
class Work:
    """One use of a card: its user, its targets, its source."""

    seat: Seat
    """The seat that the card belongs to."""
    source: str
    """The skill, the unit, or the land by its tile."""
    origin: str
    """The unit or tile where Lines and Areas start."""
    slug: str = ""
    """The card whose atoms they are."""
    element: Element = Element.NONE
    """The card's element."""
    paid: int = 0
    """The paid cost, where the player chooses it."""


@dataclass(frozen=True, slots=True)
class Atom:
    """One effect of a card."""

    is_cost: ClassVar[bool] = False
    """Whether it's a part of the cost: its target is no target of later effects, which need it done first."""

    @property
    def name(self) -> str:
        """The name of its sentence in `texts/` and of its picture in `look.yaml`."""
        return word_of(type(self))

    @property
    def takes(self) -> int:
        """How many targets it takes, or `ALL_LEFT`."""
        return 0

    @property
    def reach(self) -> int:
        """The length of its Line, by its field of that name; 0: it has none, or reaches anywhere."""
        found: int = getattr(self, "line", 0)
        return found

    @property
    def wide(self) -> int:
        """The size of its Area, from its field `area`; 0 if it has none."""
        found: int = getattr(self, "area", 0)
        return found

    @property
    def goes_through(self) -> bool:
        """Whether its Line goes through units."""
        return False

    @property
    def calls_off(self) -> Announced | None:
        """The announcement that it calls off; None: it has an effect of its own."""
        return None

    @property
    def unless(self) -> int:
        """The price that the other player may pay to avoid being called off; 0: none."""
        return 0

    def aims(self, rules: TableRules, state: State, work: Work) -> Ways:
        """Return the ways to name its targets, in the card's order (KS-6.3, KS-9)."""
        del rules, state, work
        return [()]

    def works(self, rules: TableRules, state: State, work: Work, on: tuple[str, ...]) -> State | Frames:
        """Return the state after its effect, or the frames that it resolves to.

        An atom whose target has gone has no effect.
        """
        raise NotImplementedError

    def refused(self, state: State, work: Work) -> Iterable[Violation]:
        """Return why a card with this atom can't be used now, whatever its targets are."""
        del state, work
        return ()

    def astray(self, state: State, work: Work) -> Iterable[Violation]:
        """Return why it has no target, if there is a special reason."""
        del state, work
        return ()

    def usual(self, rules: TableRules, work: Work) -> tuple[str, ...]:
        """Return the targets of a use that names none."""
        del rules, work
        return ()

    def farther(self, more: int) -> "Atom":
        """Return the atom with its Line lengthened by some tiles, if it has a Line."""
        return changed(self, "line", self.reach + more) if self.reach else self

    def says(self) -> Iterable[Phrase]:
        """Return its sentences on the card."""
        return (self.sentence(),)

    def sentence(self) -> Phrase:
        """Return the sentence of its name, with its numbers filled in."""
        given = {one.name: getattr(self, one.name) for one in fields(self)}
        numbers = {name: value for name, value in given.items() if isinstance(value, int)}
        return TEXTS.say(f"effects.{self.name}", **numbers)

    def whom(self) -> str:
        """Return the number, owner and place of its units or cards, in English words for the list."""
        raise NotImplementedError


Effects = tuple[Atom, ...]
"""A card's effects, in the order of its print."""


def said(effects: Effects) -> Phrase:
    """Return the sentences of effects, one after the other."""
    return joined([part for one in effects for part in one.says()], "sentences")
