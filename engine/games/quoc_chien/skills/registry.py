"""What a skill may say to the rules, and which skills a player has now.

A skill is an object with a name. It says only what is special about it; everything else it leaves:

- something going off at a moment: `moments`, `ready`, `frames` (and `must`, if its owner isn't asked);
- something to be done in the own play phase: `uses`, `refused`, `frames_of`;
- cards that count as others: `converts`;
- numbers and permissions: `sees`, `is_seen`, `reaches`, `slashes`, `draws`, `holds`, `shuns`.
"""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from engine.core.ids import Seat
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.position.deeds import UseSkill
from engine.games.quoc_chien.position.state import PLACES, State, general_in, is_shown
from engine.kit.resolving.frames import Frame
from engine.kit.zones.box import CardId

Converted = tuple[tuple[CardId, ...], str]
"""Cards, and the name of the card that they count as together."""


class Skill:
    """A skill, or what an equipment does; see the module."""

    name: ClassVar[str]
    must: ClassVar[bool] = False
    """It's locked: it goes off without its owner being asked, once its general is shown."""
    limited: ClassVar[bool] = False
    """It can be used once in a match."""
    only: ClassVar[str] = ""
    """The place (`head`, `deputy`) in which alone it works (QC-8.1)."""
    moments: ClassVar[tuple[str, ...]] = ()

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Tell whether it may go off at a moment for its owner."""
        return True

    def ways(self, game: Any, state: State, firing: Any, seat: Seat) -> Iterable[UseSkill]:
        """Yield the deeds by which its owner uses it at a moment."""
        yield UseSkill(self.name)

    def frames(self, game: Any, state: State, firing: Any, seat: Seat, deed: UseSkill) -> tuple[Frame, ...]:
        """Return what it resolves to at a moment."""
        raise NotImplementedError

    def uses(self, game: Any, state: State, seat: Seat) -> Iterable[Any]:
        """Yield the deeds by which it may be used in the own play phase."""
        return ()

    def frames_of(self, game: Any, state: State, seat: Seat, deed: Any) -> tuple[Frame, ...]:
        """Return what such a deed resolves to."""
        raise NotImplementedError

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield cards that count as a card of the wanted name; `playing`: in the own play phase."""
        return iter(())

    def sees(self, state: State, seat: Seat, other: Seat) -> int:
        """Return how much farther its owner sees another."""
        return 0

    def is_seen(self, state: State, seat: Seat, other: Seat) -> int:
        """Return how much farther another sees its owner."""
        return 0

    def fixed_distance(self, state: State, seat: Seat, other: Seat) -> int | None:
        """Return the distance that holds instead, or None."""
        return None

    def reaches(self, state: State, seat: Seat) -> int:
        """Return how much farther its owner's attacks reach."""
        return 0

    def slashes(self, state: State, seat: Seat) -> int:
        """Return how many more Slashes its owner may use in the play phase."""
        return 0

    def draws(self, state: State, seat: Seat) -> int:
        """Return how many cards more its owner draws in the draw phase."""
        return 0

    def holds(self, state: State, seat: Seat) -> int:
        """Return how much larger its owner's hand limit is."""
        return 0

    def shuns(self, state: State, seat: Seat, name: str, *, red: bool | None, user: Seat) -> bool:
        """Tell whether its owner stops being a target of a card."""
        return False

    def far_delay(self, state: State, seat: Seat, name: str) -> int:
        """Return how far away its owner may lay a delayed trick."""
        return 1

    def far_tricks(self, state: State, seat: Seat) -> bool:
        """Tell whether its owner's tricks know no distance."""
        return False


SKILLS: dict[str, Skill] = {}
"""Every skill and equipment effect by its name."""


def known(kind: type[Skill]) -> type[Skill]:
    """Register a skill (a decorator)."""
    if kind.name in SKILLS:
        raise ValueError(f"two skills are called {kind.name}")
    SKILLS[kind.name] = kind()
    return kind


def skills_of(state: State, seat: Seat) -> tuple[Skill, ...]:
    """Return the skills of a seat's shown generals, which work without being asked for."""
    return tuple(
        SKILLS[name]
        for place in PLACES
        if is_shown(state, seat, place)
        for name in names_in(state, seat, place)
        if name in SKILLS
    )


def skills_with_place(state: State, seat: Seat) -> Iterator[tuple[Skill, str, bool]]:
    """Yield the skills of all of a seat's generals, where each is, and whether its general is shown."""
    for place in PLACES:
        for name in names_in(state, seat, place):
            if name in SKILLS:
                yield SKILLS[name], place, is_shown(state, seat, place)


def names_in(state: State, seat: Seat, place: str) -> tuple[str, ...]:
    """Return the names of the skills that a seat's general has in its place."""
    slug = general_in(state, seat, place)
    if slug is None:
        return ()
    lost = state.counters[seat, f"lost.{place}"]
    return (
        ()
        if lost
        else tuple(
            name for name in generals()[slug].skills if name not in SKILLS or SKILLS[name].only in ("", place)
        )
    )


def has(state: State, seat: Seat, name: str) -> bool:
    """Tell whether a shown general of a seat has a skill."""
    return any(skill.name == name for skill in skills_of(state, seat))
