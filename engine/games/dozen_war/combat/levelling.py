"""Which positions are equal for the rest of the match: one hit killed two, and either may be its target.

An answer after the hit may depend on the killed unit (DW-18.4). This module looks at the whole content pack,
not at anybody's cards, so that the result betrays no hand.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from engine.games.dozen_war.content.effect import each_effect
from engine.games.dozen_war.content.pack import Pack
from engine.games.dozen_war.content.records import EquipmentRecord, SkillRecord
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.targets import Answer, Hurt, Moment, Need
from engine.games.dozen_war.content.terms import VICTIM
from engine.games.dozen_war.ground.ways import arm_of
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import IS_GENERAL, SEAT_OF
from engine.games.dozen_war.position.state import Hit, State, altered


def comes_to_the_same(rules: Rules, one: State, other: State) -> bool:
    """Tell whether positions differ only in the unit that a hit killed first.

    No card or skill may depend on that.
    """
    if one == other:
        return True
    if len(one.stack) != len(other.stack) or altered(other, stack=one.stack) != one:
        return False
    return all(
        mine == theirs or _answered_alike(rules, one, mine, theirs)
        for mine, theirs in zip(one.stack, other.stack, strict=True)
    )


def _answered_alike(rules: Rules, state: State, mine: Hit, theirs: Hit) -> bool:
    """Tell whether two hits differ only in their dead target, and have the same answers."""
    if not mine.landed or replace(theirs, target=mine.target) != mine:
        return False
    units = mine.target, theirs.target
    if any(state.at[unit] != OFF or unit in state.changes for unit in units):
        return False
    if len({(SEAT_OF[unit], arm_of(state, unit)) for unit in units}) > 1:
        return False
    generals = {IS_GENERAL[unit] for unit in units}
    pack = rules.pack
    if len(generals) > 1 and _asks_for_kinds(pack):
        return False
    return not _asks_for_units(pack) and not (True in generals and _asks_for_dead_users(pack))


@lru_cache(maxsize=8)
def _asks_for_kinds(pack: Pack) -> bool:
    """Tell whether some answer is for a hit on a soldier but not on a general, or the other way round."""
    return any((Hurt.SOLDIER in one.whose) is not (Hurt.GENERAL in one.whose) for _, one in _after(pack))


@lru_cache(maxsize=8)
def _asks_for_dead_users(pack: Pack) -> bool:
    """Tell whether a general can answer a hit that has killed it."""
    return any(Hurt.USER in one.whose and Need.USER_ALIVE not in record.needs for record, one in _after(pack))


@lru_cache(maxsize=8)
def _asks_for_units(pack: Pack) -> bool:
    """Tell whether an answer depends on the hit unit, other than hitting back from its cell."""
    for record, _ in _after(pack):
        effects = tuple(each_effect(record.effects))
        if isinstance(record, EquipmentRecord):  # the hit unit bears the card
            if record.targets or not all(effect.hits_back for effect in effects):
                return True
        elif any(effect.asks_for_victim for effect in effects):
            return True
        if any(VICTIM in (slot.name, slot.of, slot.fits) for slot in record.targets):
            return True
    return False


def _after(pack: Pack) -> Iterator[tuple[EquipmentRecord | SkillRecord, Answer]]:
    """Yield the cards and skills that answer a hit after it has landed, with their answers."""
    records: Iterator[EquipmentRecord | SkillRecord] = chain(
        pack.equipment.values(), *(general.skills for general in pack.generals.values())
    )
    for record in records:
        answer = record.answer
        if answer is not None and answer.moment is Moment.AFTER:
            yield record, answer
