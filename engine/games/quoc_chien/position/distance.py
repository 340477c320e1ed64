"""How far players are from each other, and how far they reach."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind, card_of
from engine.games.quoc_chien.position.formation import queue
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.registry import has, roster_of, skills_of, worn_by
from engine.games.quoc_chien.position.state import State, alive, equipment_of, is_away, ring

FAR = 99
"""More than any weapon's range."""


def distance(state: State, one: Seat, other: Seat, *, without: frozenset[str] = frozenset()) -> int:
    """Return a seat's distance to another: along the living players, changed by mounts and skills.

    `without`: cards that don't count because they're being played.
    """
    if one == other:
        return 0
    if is_away(state, one) or is_away(state, other):
        return FAR
    living = ring(state, one)
    if other not in living:
        return FAR
    at = living.index(other)
    found = min(at, len(living) - at)
    minus = equipment_of(state, one, Kind.MINUS)
    found -= minus is not None and minus not in without
    found += equipment_of(state, other, Kind.PLUS) is not None
    found += sum(skill.sees(state, one, other) for skill in skills_of(state, one))
    found += sum(skill.is_seen(state, other, one) for skill in skills_of(state, other))
    if any("heyi" in names for names in roster_of(state).names.values()):
        found += any(has(state, ally, "heyi") for ally in queue(state, other) if ally != other)
    fixed = [skill.fixed_distance(state, one, other) for skill in skills_of(state, one)]
    return min((max(1, found), *(far for far in fixed if far is not None)))


def reach(state: State, seat: Seat, *, without: frozenset[str] = frozenset()) -> int:
    """Return the range of a seat's attacks."""
    weapon = equipment_of(state, seat, Kind.WEAPON)
    found = card_of(weapon).reach if weapon is not None and weapon not in without else 1
    helped = kingdom_of(state, seat) is not None and any(
        one != seat
        and any(skill.reaches_together(state, one) for skill in worn_by(state, one))
        and are_friends(state, one, seat)
        for one in alive(state)
    )
    return found + helped + sum(skill.reaches(state, seat) for skill in skills_of(state, seat))


def is_within(state: State, one: Seat, other: Seat, *, without: frozenset[str] = frozenset()) -> bool:
    """Tell whether a seat can attack another."""
    return one != other and distance(state, one, other, without=without) <= reach(state, one, without=without)
