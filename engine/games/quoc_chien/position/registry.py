"""All skills by their names, and those that a player has now."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.content.generals import generals
from engine.games.quoc_chien.position.counts import TURN, Count, Counted, Family
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import PLACES, SEATS, State, alive, equipment_of, own, tabletop
from engine.kit.counters import Counters
from engine.kit.zones.zones import Pile

SKILLS: dict[str, Skill] = {}
"""Every skill and equipment effect by its name."""

_NO_SKILL = Skill()


def leaving() -> Iterator[tuple[Count, Skill]]:
    """Yield the effects of equipment that lead to something once it has left, by their counters."""
    return ((skill.left, skill) for _, skill in sorted(SKILLS.items()) if skill.left is not None)


def known(kind: type[Skill]) -> type[Skill]:
    """Register a skill (a decorator)."""
    if kind.name in SKILLS:
        raise ValueError(f"two skills are called {kind.name}")
    SKILLS[kind.name] = kind()
    return kind


Held = tuple[Skill, str, bool]
"""A skill that a player has, its general's place (or `equipment`), and whether that is shown."""

EQUIPMENT = "equipment"


@dataclass(frozen=True, slots=True)
class Roster:
    """The skills that players have by generals and equipment, and the moments that the skills wait for."""

    generals: Mapping[Seat, tuple[Held, ...]]
    """Each seat's skills by its generals, hidden ones too, and skills that were given to it."""
    worn: Mapping[Seat, tuple[Skill, ...]]
    """The effects of each seat's equipment."""
    shown: Mapping[Seat, tuple[Skill, ...]]
    """Each seat's skills that are known to all."""
    names: Mapping[Seat, frozenset[str]]
    """The slugs of these."""
    listening: Mapping[str, Mapping[Seat, tuple[Held, ...]]]
    """For each moment the seats with skills that wait for it, hidden ones too."""
    converting: Mapping[Seat, tuple[Held, ...]]
    """Each seat's skills and effects that let cards count as others, hidden ones too."""
    lending: tuple[tuple[Seat, Skill], ...]
    """Shown skills that others of the kingdom may use, each with its owner."""


def roster_of(state: State) -> Roster:
    """Return the skills that players have now; worked out once for all positions with the same skills."""
    held, counters, seats = state.zones.held, state.counters, state.seats
    last = _LAST[0] if _LAST else None
    if last is not None and last.held is held and last.counters is counters and last.seats is seats:
        return last.roster
    piles = _piles()(held)
    if last is None or last.seats is not seats:
        marks = _marks(counters)
        roster = _roster(piles, seats, marks)
    else:
        # Most positions differ from the last one only in other things.
        marks = last.marks if counters is last.counters else _marks(counters)
        same = piles == last.piles and marks == last.marks
        roster = last.roster if same else _roster(piles, seats, marks)
    _LAST[:] = [_Asked(held, counters, seats, piles, marks, roster)]
    return roster


class _Asked(NamedTuple):
    """The parts of a position that a roster was made from, and the roster."""

    held: tuple[Pile, ...]
    """The piles of all zones."""
    counters: Counters[Counted]
    """All counters."""
    seats: tuple[Seat, ...]
    """The seats, in turn order."""
    piles: tuple[Pile, ...]
    """The piles of generals and equipment alone, three to a seat."""
    marks: frozenset[tuple[str, str]]
    """The counters of lost and given skills alone, each with its seat."""
    roster: Roster
    """The roster that was made."""


_LAST: list[_Asked] = []
"""The last roster: it's needed many times in a position."""


@cache
def _piles() -> Callable[[tuple[Pile, ...]], tuple[Pile, ...]]:
    """Return a function that takes each seat's generals and equipment out of the zones, in three piles."""
    index = tabletop().index
    return itemgetter(*(index[own(seat, place)] for seat in SEATS for place in (*PLACES, EQUIPMENT)))


@lru_cache(maxsize=256)
def _marks(counters: Counters[Counted]) -> frozenset[tuple[str, str]]:
    """Return the skills that players lost, by a general (`lost.head`) or alone, and those they were given."""
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
    """Tell whether a skill overrides a method of the interface."""
    return getattr(type(skill), what) is not getattr(Skill, what)


def _of_general(seat: Seat, place: str, lying: Pile, marks: frozenset[tuple[str, str]]) -> Iterator[Held]:
    """Yield the skills of a seat's general in its place."""
    for one in lying:
        if one.card is None or (seat, Family.LOST.of(place)) in marks:
            continue
        for name in generals()[one.card].skills:
            skill = SKILLS.get(name)
            if skill is not None and skill.only in ("", place) and (seat, Family.LOST.of(name)) not in marks:
                yield skill, place, one.up


def skills_of(state: State, seat: Seat) -> tuple[Skill, ...]:
    """Return the skills of a seat's shown generals, which work without a question."""
    return roster_of(state).shown[seat]


def skills_with_place(state: State, seat: Seat) -> tuple[Held, ...]:
    """Return the skills of all of a seat's generals, each with its place and whether it is shown."""
    return roster_of(state).generals[seat]


def worn_by(state: State, seat: Seat) -> tuple[Skill, ...]:
    """Return the skills of a seat's equipment."""
    return roster_of(state).worn[seat]


def at_work(state: State, seat: Seat) -> tuple[Skill, ...]:
    """Return the skills of a seat's shown generals and of its equipment."""
    roster = roster_of(state)
    return (*roster.shown[seat], *roster.worn[seat])


def effect_of(card: str) -> Skill:
    """Return the effect of an equipment, or one that does nothing; mounts have theirs by their kind."""
    return SKILLS.get(card_of(card).name, _NO_SKILL)


def armour_of(state: State, seat: Seat) -> Skill:
    """Return the effect of a seat's armour.

    Without an armour, or with one that only answers, there is none.
    """
    armour = equipment_of(state, seat, Kind.ARMOUR)
    return _NO_SKILL if armour is None else effect_of(armour)


def is_led(state: State, seat: Seat) -> bool:
    """Tell whether a seat's kingdom has a lord who leads its five tigers."""
    return any(
        has(state, one, "shouyue") and (one == seat or are_friends(state, one, seat)) for one in alive(state)
    )


def may_show(state: State, seat: Seat) -> bool:
    """Tell whether a seat may show a general now.

    The player whose turn it is may forbid it, and so may a Slash.
    """
    if state.counters[seat, Count.MASKED]:
        return False
    return seat == state.turn or not has(state, state.turn, "huoshui")


def converting(state: State, seat: Seat) -> tuple[Skill, ...]:
    """Return the skills that let a seat's cards count as others now.

    A hidden general's are among them only where it may be shown.
    """
    found = roster_of(state).converting[seat]
    if all(shown for _, _, shown in found):
        return tuple(skill for skill, _, _ in found)
    shows = may_show(state, seat)
    return tuple(skill for skill, _, shown in found if shown or shows)


def lent(state: State, seat: Seat) -> Iterator[tuple[Seat, Skill]]:
    """Yield the skills that others of a seat's kingdom lend it, each with its owner."""
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
