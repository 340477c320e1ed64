"""What a skill may say to the rules, and which skills a player has now.

A skill is an object with a name. It says only what is special about it; everything else it leaves:

- something going off at a moment: `moments`, `ready`, `frames` (and `must`, if its owner isn't asked);
- something to be done in the owner's play phase: `uses`, `frames_of`;
- cards that count as others: `converts`;
- numbers and permissions: `sees`, `is_seen`, `reaches`, `slashes`, `draws`, `holds`, `shuns`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import ClassVar, NamedTuple

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.options import Options
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.counts import TURN, Count, Counted, Family
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import PLACES, SEATS, State, alive, own, tabletop
from engine.kit.counters import Counters
from engine.kit.resolving.frames import StackFrame
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId
from engine.kit.zones.zones import Pile

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
    once: ClassVar[bool] = False
    """It's used once in a play phase."""
    gendered: ClassVar[bool] = False
    """Whom it's used on must have a gender (QC-3.3)."""
    moments: ClassVar[tuple[Moment, ...]] = ()
    reading: ClassVar[tuple[str, str] | None] = None
    """The reading, and the value of it, with which alone it's played: of a skill that printings differ in."""

    asked: ClassVar[tuple[str, str] | None] = None
    """The reading, and the value of it, with which its owner is asked though it's locked."""

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Tell whether it may go off at a moment for its owner."""
        return True

    def could(self, state: State, firing: Firing, seat: Seat) -> bool:
        """Tell whether it might go off, as far as who can't see its owner's hand knows."""
        return False

    def forced(self, firing: Firing) -> bool:
        """Tell whether it goes off at a moment without its owner being asked."""
        return self.must

    def ways(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> Iterable[UseSkill]:
        """Yield the actions by which its owner uses it at a moment."""
        yield UseSkill(self.name)

    def frames(
        self, game: QuocRules, state: State, firing: Firing, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return what it resolves to at a moment."""
        raise NotImplementedError

    def uses(self, game: QuocRules, state: State, seat: Seat) -> Iterable[UseSkill]:
        """Yield the actions that use it in the owner's play phase."""
        return ()

    def frames_of(
        self, game: QuocRules, state: State, seat: Seat, action: UseSkill
    ) -> tuple[StackFrame, ...]:
        """Return what such an action resolves to."""
        raise NotImplementedError

    def lends(self, game: QuocRules, state: State, owner: Seat, seat: Seat) -> Iterable[UseSkill]:
        """Yield the actions by which another of its owner's kingdom uses it in its own play phase."""
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
        """Return the distance that holds instead, or None."""
        return None

    def reaches(self, state: State, seat: Seat) -> int:
        """Return how much farther its owner's attacks reach."""
        return 0

    def slashes(self, state: State, seat: Seat) -> int:
        """Return how many more Slashes its owner may use in the play phase."""
        return 0

    def more_targets(self, state: State, seat: Seat) -> int:
        """Return how many targets more its owner may name for a Slash in the play phase."""
        return 0

    def draws(self, state: State, seat: Seat) -> int:
        """Return how many cards more its owner draws in the draw phase."""
        return 0

    def holds(self, state: State, seat: Seat) -> int:
        """Return how much larger its owner's hand limit is."""
        return 0

    def shuns(self, state: State, seat: Seat, name: str, colour: str) -> bool:
        """Tell whether its owner stops being a target of a card of a name and colour."""
        return False

    def far_delay(self, state: State, seat: Seat, name: str) -> int:
        """Return how far away its owner may lay a delayed trick."""
        return 1

    def far_tricks(self, state: State, seat: Seat) -> bool:
        """Tell whether its owner's tricks know no distance."""
        return False


def is_played(skill: Skill, options: Options) -> bool:
    """Tell whether a skill is played with under the readings in force."""
    return skill.reading is None or getattr(options, skill.reading[0]) == skill.reading[1]


def is_asked(skill: Skill, options: Options) -> bool:
    """Tell whether the owner of a locked skill is asked all the same under the readings in force."""
    return skill.asked is not None and getattr(options, skill.asked[0]) == skill.asked[1]


SKILLS: dict[str, Skill] = {}
"""Every skill and equipment effect by its name."""


def known(kind: type[Skill]) -> type[Skill]:
    """Register a skill (a decorator)."""
    if kind.name in SKILLS:
        raise ValueError(f"two skills are called {kind.name}")
    SKILLS[kind.name] = kind()
    return kind


Held = tuple[Skill, str, bool]
"""A skill that a player has, where its general stands (or `equipment`), and whether that is shown."""

EQUIPMENT = "equipment"


@dataclass(frozen=True, slots=True)
class Roster:
    """Who has which skills, and who listens for which moment: all that generals and equipment say of it."""

    generals: Mapping[Seat, tuple[Held, ...]]
    worn: Mapping[Seat, tuple[Skill, ...]]
    shown: Mapping[Seat, tuple[Skill, ...]]
    names: Mapping[Seat, frozenset[str]]
    listening: Mapping[str, Mapping[Seat, tuple[Held, ...]]]
    converting: Mapping[Seat, tuple[Held, ...]]
    lending: tuple[tuple[Seat, Skill], ...]


def roster_of(state: State) -> Roster:
    """Return who has which skills now; worked out once for all positions in which these lie alike."""
    held, counters, seats = state.zones.held, state.counters, state.seats
    last = _LAST[0] if _LAST else None
    if last is not None and last.held is held and last.counters is counters and last.seats is seats:
        return last.roster
    piles = _piles()(held)
    if last is None or last.seats is not seats:
        marks = _marks(counters)
        roster = _roster(piles, seats, marks)
    else:
        # Most positions differ in other things from the last one that was asked about.
        marks = last.marks if counters is last.counters else _marks(counters)
        same = piles == last.piles and marks == last.marks
        roster = last.roster if same else _roster(piles, seats, marks)
    _LAST[:] = [_Asked(held, counters, seats, piles, marks, roster)]
    return roster


class _Asked(NamedTuple):
    """What a roster was asked of, and what came of it."""

    held: tuple[Pile, ...]
    counters: Counters[Counted]
    seats: tuple[Seat, ...]
    piles: tuple[Pile, ...]
    marks: frozenset[tuple[str, str]]
    roster: Roster


_LAST: list[_Asked] = []
"""The roster that was asked for last: it's asked for many times in a position."""


@cache
def _piles() -> Callable[[tuple[Pile, ...]], tuple[Pile, ...]]:
    """Return what takes each seat's generals and equipment out of the zones, three piles to a seat."""
    index = tabletop().index
    return itemgetter(*(index[own(seat, place)] for seat in SEATS for place in (*PLACES, EQUIPMENT)))


@lru_cache(maxsize=256)
def _marks(counters: Counters[Counted]) -> frozenset[tuple[str, str]]:
    """Return which skills players lost, with a general (`lost.head`) or alone, and which they were given."""
    found = ((whose, what.removeprefix(TURN)) for (whose, what), _ in counters.kept)
    return frozenset(one for one in found if one[1].startswith((Family.LOST, Family.GIVEN)))


@lru_cache(maxsize=4096)
def _roster(piles: tuple[Pile, ...], seats: tuple[Seat, ...], marks: frozenset[tuple[str, str]]) -> Roster:
    generals: dict[Seat, tuple[Held, ...]] = {}
    equipment: dict[Seat, tuple[Skill, ...]] = {}
    listening: dict[str, dict[Seat, tuple[Held, ...]]] = {}
    for seat in seats:
        at = 3 * SEATS.index(seat)
        head, deputy, worn = piles[at : at + 3]
        found = [*_of_general(seat, "head", head, marks), *_of_general(seat, "deputy", deputy, marks)]
        given = sorted(
            what.removeprefix(Family.GIVEN)
            for whose, what in marks
            if whose == seat and what.startswith(Family.GIVEN)
        )
        generals[seat] = (*found, *((SKILLS[name], "", True) for name in given))
        effects = tuple(SKILLS[name] for one in worn if (name := card_of(str(one.card)).name) in SKILLS)
        equipment[seat] = effects
        for had in (*generals[seat], *((effect, EQUIPMENT, True) for effect in effects)):
            for moment in had[0].moments:
                listening.setdefault(moment, {})[seat] = (*listening.get(moment, {}).get(seat, ()), had)
    shown = {
        seat: tuple(skill for skill, _, up in all_of_them if up) for seat, all_of_them in generals.items()
    }
    names = {seat: frozenset(skill.name for skill in skills) for seat, skills in shown.items()}
    laid = {
        seat: tuple((effect, EQUIPMENT, True) for effect in effects) for seat, effects in equipment.items()
    }
    converting = {
        seat: tuple(had for had in (*laid[seat], *generals[seat]) if _says(had[0], "converts"))
        for seat in seats
    }
    lending = tuple(
        (seat, skill)
        for seat, skills in shown.items()
        for skill in skills
        if _says(skill, "lends") or _says(skill, "lends_cards")
    )
    return Roster(generals, equipment, shown, names, listening, converting, lending)


def _says(skill: Skill, what: str) -> bool:
    """Tell whether a skill says something of its own of one of the things that skills may say."""
    return getattr(type(skill), what) is not getattr(Skill, what)


def _of_general(seat: Seat, place: str, lying: Pile, marks: frozenset[tuple[str, str]]) -> Iterator[Held]:
    """Yield the skills that a seat's general has in its place."""
    for one in lying:
        if one.card is None or (seat, Family.LOST.of(place)) in marks:
            continue
        for name in generals()[one.card].skills:
            skill = SKILLS.get(name)
            if skill is not None and skill.only in ("", place) and (seat, Family.LOST.of(name)) not in marks:
                yield skill, place, one.up


def skills_of(state: State, seat: Seat) -> tuple[Skill, ...]:
    """Return the skills of a seat's shown generals, which work without being asked for."""
    return roster_of(state).shown[seat]


def skills_with_place(state: State, seat: Seat) -> tuple[Held, ...]:
    """Return the skills of all of a seat's generals, where each is, and whether its general is shown."""
    return roster_of(state).generals[seat]


def worn_by(state: State, seat: Seat) -> tuple[Skill, ...]:
    """Return what a seat's equipment does."""
    return roster_of(state).worn[seat]


def is_led(state: State, seat: Seat) -> bool:
    """Tell whether a seat's kingdom has a lord who leads its five tigers."""
    return any(
        has(state, one, "shouyue") and (one == seat or are_friends(state, one, seat)) for one in alive(state)
    )


def may_show(state: State, seat: Seat) -> bool:
    """Tell whether a seat may show a general now: who has the turn may forbid it, and a Slash."""
    if state.counters[seat, Count.MASKED]:
        return False
    return seat == state.turn or not has(state, state.turn, "huoshui")


def converting(state: State, seat: Seat) -> tuple[Skill, ...]:
    """Return what lets a seat's cards count as others now; a hidden general's only where it may be shown."""
    found = roster_of(state).converting[seat]
    if all(shown for _, _, shown in found):
        return tuple(skill for skill, _, _ in found)
    shows = may_show(state, seat)
    return tuple(skill for skill, _, shown in found if shown or shows)


def lent(state: State, seat: Seat) -> Iterator[tuple[Seat, Skill]]:
    """Yield the skills that others of a seat's kingdom lend it, and whose they are."""
    for owner, skill in roster_of(state).lending:
        if owner != seat and owner not in state.out and are_friends(state, seat, owner):
            yield owner, skill


def usable_skills(state: State, seat: Seat) -> tuple[Held, ...]:
    """Return the skills that a seat may use now: a hidden general's only where it may be shown."""
    found = skills_with_place(state, seat)
    return found if may_show(state, seat) else tuple(one for one in found if one[2])


def has(state: State, seat: Seat, name: str) -> bool:
    """Tell whether a shown general of a seat has a skill."""
    return name in roster_of(state).names[seat]
