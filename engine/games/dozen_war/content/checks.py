"""The checks of a record's parts against each other: effects may name only roles of the right kind."""

from collections.abc import Iterator
from itertools import islice

from engine.core.document import Entry
from engine.games.dozen_war.content.effect import ARM_WORDS, Effect
from engine.games.dozen_war.content.records import (
    EquipmentRecord,
    EventLasts,
    EventRecord,
    SkillRecord,
    TokenRecord,
)
from engine.games.dozen_war.content.targets import FILLED_BY, UNITS, Moment, Target, Where, Who
from engine.games.dozen_war.content.terms import ATTACKER, PLAYER, USER, VICTIM, Fill, Lasting, Role
from engine.games.dozen_war.content.vocabulary import Parameter, parameters

Record = SkillRecord | EquipmentRecord | EventRecord | TokenRecord

_FATED = UNITS | {Who.DEAD_GENERAL, Who.MOUNTAIN, Who.ENEMY_PLAYER}
"""The kinds of things that can be taken as a whole, without a choice."""


def roles_of(record: Record) -> dict[Role, Fill]:
    """Return the roles that a record's effects and slots may name, each with its kind of thing."""
    found: dict[Role, Fill] = {PLAYER: Fill.PLAYER}
    match record:
        case SkillRecord() | TokenRecord():
            found[USER] = Fill.UNIT
        case EquipmentRecord() if not record.attacks:
            found[USER] = Fill.UNIT  # the hit unit bears an answer-only card; else a slot names the bearer
        case EquipmentRecord() | EventRecord():
            pass
    if isinstance(record, SkillRecord | EquipmentRecord) and _only_answers_hits(record):
        found |= {VICTIM: Fill.UNIT, ATTACKER: Fill.UNIT}
    for target in record.targets:
        if target.name != PLAYER or target.who is Who.ENEMY_PLAYER:
            found[target.name] = next(fill for fill, whos in FILLED_BY.items() if target.who in whos)
    return found


def check_record(entry: Entry, record: Record) -> None:
    """Check a record's parts against each other.

    Raises:
        InputFault: an unfilled role, or one of the wrong kind; a choice where nobody chooses; an effect that
            changes nothing, or that outlasts its event.
    """
    roles = roles_of(record)
    given = entry.mapping()
    for target in record.targets:
        _check_target(given["targets"].mapping()[target.name], record, target, roles)
    for place, effect in _placed(given["effects"], record.effects):
        _check_place(place, record, effect)
        _check_roles(place, record, effect, roles)
        _check_numbers(place, record, effect)


def _only_answers_hits(record: SkillRecord | EquipmentRecord) -> bool:
    return record.answer is not None and record.answer.moment is not Moment.CARD and not record.attacks


def _check_target(place: Entry, record: Record, target: Target, roles: dict[Role, Fill]) -> None:
    chosen = isinstance(record, SkillRecord | EquipmentRecord)
    if not chosen and not target.every:
        raise place.fault("nobody chooses in an event or a token; it takes 'every: true'")
    if not chosen and target.who not in _FATED:
        expected = ", ".join(who for who in Who if who in _FATED)
        raise place.fault(f"nobody chooses '{target.who}' in an event or a token; expected one of {expected}")
    if target.every and target.who not in _FATED:
        raise place.fault(f"'every' takes pieces, players or mountains, not '{target.who}'")
    if target.name == USER and target.who not in UNITS:
        raise place.fault(f"the user is a unit, not a '{target.who}'")
    if target.name == PLAYER and target.who is not Who.ENEMY_PLAYER:
        raise place.fault(f"the slot 'player' holds an enemy player, not a '{target.who}'")
    measured = target.where is not Where.ANY or not target.user_too
    if measured and target.of not in roles:
        raise place.fault(_nobody("of", target.of, tuple(roles)))
    if target.who is Who.FREE_HEX and target.fits not in (*roles, *ARM_WORDS):
        raise place.fault(_nobody("fits", target.fits, (*roles, *ARM_WORDS)))


def _placed(entry: Entry, effects: tuple[Effect, ...]) -> Iterator[tuple[Entry, Effect]]:
    """Yield effects beside the places they were written at, those inside rolls too."""
    for place, effect in zip(entry.sequence(), effects, strict=True):
        yield place, effect
        if effect.branches:
            rows = place.mapping()["roll"].mapping()["cases"].sequence()
            branches = iter(effect.branches)
            for row in (one.mapping()["effects"] for one in rows):
                yield from _placed(row, tuple(islice(branches, len(row.sequence()))))


def _check_place(place: Entry, record: Record, effect: Effect) -> None:
    """Refuse an effect word where it could have no effect."""
    word, fate = effect.name, isinstance(record, EventRecord | TokenRecord)
    answers = isinstance(record, SkillRecord | EquipmentRecord) and record.answer is not None
    if effect.is_answer and not answers:
        raise place.fault(f"{word}: nothing to answer here; it needs a skill or card with the mark defend")
    if effect.is_chosen and fate:
        raise place.fault(f"{word}: nobody chooses in an event or a token; expected only in a skill or card")


def _check_roles(place: Entry, record: Record, effect: Effect, roles: dict[Role, Fill]) -> None:
    word = effect.name
    for parameter in parameters(effect.name):
        if parameter.type is not Role:
            continue
        role, allowed = getattr(effect, parameter.name), _allowed(effect, parameter, roles)
        if role not in allowed:
            expected = f"expected {' or '.join(allowed)}" if allowed else f"there is no {parameter.says.fill}"
            raise place.fault(f"{word}.{parameter.name}: '{role}' can't be that here; {expected}")
    if effect.is_users and (USER not in roles or isinstance(record, EventRecord | TokenRecord)):
        raise place.fault(f"{word}: nobody does it here; expected a slot 'user', or damage by another 'blow'")


def _allowed(effect: Effect, parameter: Parameter, roles: dict[Role, Fill]) -> tuple[str, ...]:
    fill = parameter.says.fill
    found: tuple[str, ...] = tuple(role for role, held in roles.items() if held is fill)
    if fill is Fill.ARM:
        return (*found, *ARM_WORDS)
    return (*found, *effect.other_roles)


def _check_numbers(place: Entry, record: Record, effect: Effect) -> None:
    word = effect.name
    again = effect.is_without_amount
    if (getattr(effect, "amount", 1) == 0) is not again:
        raise place.fault(
            f"{word}.amount: expected no amount beside 'again: true'"
            if again
            else f"{word}.amount: 0 changes nothing; expected another number"
        )
    lasts = getattr(effect, "lasts", Lasting.ROUND)
    if isinstance(record, EventRecord) and record.lasts is EventLasts.ROUND and lasts is not Lasting.ROUND:
        raise place.fault(f"{word}.lasts: the event lasts a round; expected round, found '{lasts}'")


def _nobody(key: str, role: Role, roles: tuple[str, ...]) -> str:
    return f"{key}: '{role}' is nobody here; expected one of {', '.join(roles)}"
