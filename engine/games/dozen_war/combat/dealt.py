"""The hits of cards and skills: the roles that they hit, and who may not answer them (DW-9.4, DW-11.1)."""

from engine.games.dozen_war.content.effect import each_effect
from engine.games.dozen_war.content.terms import Role
from engine.games.dozen_war.content.use import Record


def blows(record: Record) -> frozenset[Role]:
    """Return the roles that a record hits.

    Its statuses, pushes and pulls on these roles ride on the hit.
    """
    roles = (effect.struck for effect in each_effect(record.effects))
    return frozenset(role for role in roles if role is not None)


def stops_skills(record: Record) -> bool:
    """Tell whether no defend skill answers a record's hits (DW-11.1)."""
    return any(effect.stops_skills for effect in each_effect(record.effects))


def stops_blocks(record: Record) -> bool:
    """Tell whether infantry can't block a record's hits that aren't attacks."""
    return any(effect.stops_blocks for effect in each_effect(record.effects))
