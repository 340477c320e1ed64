"""The interface of a skill to the rules.

A skill is an object with a name. It overrides only the methods that are special about it:

- an effect at a moment: `moments`, `ready`, `frames` (and `must`, if its owner isn't asked);
- an action in the owner's play phase: `uses`, `frames_of`;
- cards that count as others: `converts`;
- numbers and permissions: `sees`, `is_seen`, `reaches`, `slashes`, `draws`, `holds`, `shuns`;
- effects of weapons: `slashes`, `pierces`, `masks`, `reaches_together`;
- effects of armour: `stops`, `endured`, `unchained`, `holds_together`;
- effects of any equipment: `crowns`, `under`, and `left` with `after_leaving`.
"""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from engine.core.ids import Seat
from engine.core.wording import Wording
from engine.games.quoc_chien.content.wordings import OtherPrinting
from engine.games.quoc_chien.options import Options
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.kit.resolving.frames import StackFrame
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId

ANY_NUMBER = 999
"""More than there are cards."""

Converted = tuple[tuple[CardId, ...], str]
"""Cards, and the name of the card that they count as together."""


class Skill:
    """A skill, or an equipment's effect; see the module."""

    name: ClassVar[str]
    """Its slug, in files and journals."""
    names: ClassVar[Wording | None] = None
    """Its name for people; an equipment's stands with its card."""
    text: ClassVar[Wording | None] = None
    """The printed text. A mark has none, and an equipment's stands with its card."""
    other_printing: ClassVar[OtherPrinting | None] = None
    """Its text in another printing, where a reading says so; None where all printings agree."""
    must: ClassVar[bool] = False
    """Whether it's locked: once its general is shown, it goes off without asking its owner."""
    limited: ClassVar[bool] = False
    """It can be used once in a match."""
    only: ClassVar[str] = ""
    """The only place (`head`, `deputy`) where it works (QC-8.1); empty: it works in both."""
    once: ClassVar[bool] = False
    """It's used once in a play phase."""
    gendered: ClassVar[bool] = False
    """It's used only on players who have a gender (QC-3.3)."""
    crowns: ClassVar[bool] = False
    """It makes its owner's kingdom the only large one (QC-10.2)."""
    under: ClassVar[str] = ""
    """The place of cards that lie under its card, and go along when that is moved; empty: none do."""
    left: ClassVar[Count | None] = None
    """Its counter of cards that left their owner, until `after_leaving` happens; None: nothing happens."""
    moments: ClassVar[tuple[Moment, ...]] = ()
    reading: ClassVar[tuple[str, str] | None] = None
    """The reading and the value that it is played with, where printings differ; None: always."""

    asked: ClassVar[tuple[str, str] | None] = None
    """A reading and a value; with it, its owner is asked though it's locked. None: never."""

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Tell whether it may go off at a moment for its owner."""
        return True

    def could(self, state: State, firing: Firing, seat: Seat) -> bool:
        """Tell whether it might go off, for all that players who don't see the owner's hand know."""
        return False

    def forced(self, firing: Firing) -> bool:
        """Tell whether it goes off at a moment without asking its owner."""
        return self.must

    def ways(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> Iterable[UseSkill]:
        """Yield the actions that use it at a moment."""
        yield UseSkill(self.name)

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frames that it resolves to at a moment."""
        raise NotImplementedError

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield the actions that use it in the owner's play phase."""
        return ()

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return the frames that such an action resolves to."""
        raise NotImplementedError

    def lends(self, game: QuocRules, state: State, owner: Seat, seat: Seat) -> Iterable[UseSkill]:
        """Yield the actions that use it for another player of the kingdom, in that player's play phase."""
        return ()

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield cards that count as a card of the wanted name; `playing`: in the owner's play phase."""
        return iter(())

    def lends_cards(self, state: State, owner: Seat, wanted: str) -> Iterator[Converted]:
        """Yield cards of its owner that count as a card of the wanted name for others of the kingdom."""
        return iter(())

    def recasts(self, state: State, seat: Seat) -> Iterable[CardId]:
        """Return the cards that its owner may recast in the owner's play phase."""
        return ()

    def sees(self, state: State, seat: Seat, other: Seat) -> int:
        """Return how much farther its owner sees another."""
        return 0

    def is_seen(self, state: State, seat: Seat, other: Seat) -> int:
        """Return how much farther another sees its owner."""
        return 0

    def fixed_distance(self, state: State, seat: Seat, other: Seat) -> int | None:
        """Return the distance that replaces the counted one, or None."""
        return None

    def reaches(self, state: State, seat: Seat) -> int:
        """Return how much farther its owner's attacks reach."""
        return 0

    def slashes(self, state: State, seat: Seat) -> int:
        """Return how many more Slashes its owner may use in the play phase."""
        return 0

    def pierces(self, state: State, seat: Seat) -> bool:
        """Tell whether its owner's Slashes ignore armour."""
        return False

    def masks(self, name: str) -> bool:
        """Tell whether a target of its owner's card of a name shows no general while that is resolved."""
        return False

    def reaches_together(self, state: State, seat: Seat) -> bool:
        """Tell whether the attacks of all others of its owner's kingdom reach one farther."""
        return False

    def more_targets(self, state: State, seat: Seat) -> int:
        """Return the number of additional targets that its owner may name for a Slash."""
        return 0

    def draws(self, state: State, seat: Seat) -> int:
        """Return the number of additional cards that its owner draws in the draw phase."""
        return 0

    def holds(self, state: State, seat: Seat) -> int:
        """Return how much larger its owner's hand limit is."""
        return 0

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Tell whether its owner stops being a target of a card of a name and colour."""
        return False

    def stops(self, name: str, colour: str) -> bool:
        """Tell whether a card of a name and colour that hits its owner has no effect, as with armour."""
        return False

    def endured(self, amount: int, nature: str) -> int:
        """Return how much damage of a nature its owner takes, as with armour."""
        return amount

    def unchained(self, state: State, seat: Seat) -> bool:
        """Tell whether its owner can't be chained: what armour does."""
        return False

    def holds_together(self, state: State, seat: Seat) -> int:
        """Return how much larger the hand limit of all players of its owner's kingdom is."""
        return 0

    def after_leaving(self, game: QuocRules, seat: Seat) -> tuple[StackFrame, ...]:
        """Return the frames that follow when its card has left a seat, with a counter `left`."""
        return ()

    def far_delay(self, state: State, seat: Seat, name: str) -> int:
        """Return how far away its owner may lay a delayed trick."""
        return 1

    def far_tricks(self, state: State, seat: Seat) -> bool:
        """Tell whether its owner's tricks may be used at any distance."""
        return False


def is_played(skill: Skill, options: Options) -> bool:
    """Tell whether the readings in force include a skill."""
    return skill.reading is None or getattr(options, skill.reading[0]) == skill.reading[1]


def is_asked(skill: Skill, options: Options) -> bool:
    """Tell whether the owner of a locked skill is still asked, by the options in force."""
    return skill.asked is not None and getattr(options, skill.asked[0]) == skill.asked[1]
