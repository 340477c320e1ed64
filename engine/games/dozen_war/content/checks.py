"""What a record's parts must agree on: effects name only roles that somebody fills, with things that fit."""

from collections.abc import Iterator

from engine.core.document import Entry
from engine.games.dozen_war.content.effects import (
    ARM_WORDS,
    Cancel,
    CopySkill,
    Damage,
    Effect,
    Move,
    Pull,
    Push,
    Recruit,
    Redirect,
    Reflect,
    Roll,
    StrikeBack,
    Swap,
    Teleport,
    word_of,
)
from engine.games.dozen_war.content.parameters import Parameter, parameters
from engine.games.dozen_war.content.records import (
    EquipmentRecord,
    EventLasts,
    EventRecord,
    SkillRecord,
    TokenRecord,
)
from engine.games.dozen_war.content.targets import FILLED_BY, UNITS, Moment, Target, Where, Who
from engine.games.dozen_war.content.terms import ATTACKER, PLAYER, USER, VICTIM, Blow, Fill, Lasting, Role

Record = SkillRecord | EquipmentRecord | EventRecord | TokenRecord

CASTLE = "castle"

_FATED = UNITS | {Who.DEAD_GENERAL, Who.MOUNTAIN, Who.ENEMY_PLAYER}
"""What can be taken as a whole, without anybody's choice."""


def roles_of(record: Record) -> dict[Role, Fill]:
    """Return the roles that a record's effects and slots may name, and what each stands for."""
    found: dict[Role, Fill] = {PLAYER: Fill.PLAYER}
    match record:
        case SkillRecord() | TokenRecord():
            found[USER] = Fill.UNIT
        case EquipmentRecord() if not record.attacks:
            found[USER] = Fill.UNIT  # the hit unit bears a card that only answers; else a slot says who
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
        InputFault: a role that nobody fills, or not with such a thing; a choice where nobody chooses; an
            effect that changes nothing, or that doesn't end with its event.
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
        if isinstance(effect, Roll):
            rows = place.mapping()["roll"].mapping()["cases"].sequence()
            for row, case in zip(rows, effect.cases, strict=True):
                yield from _placed(row.mapping()["effects"], case.effects)


def _check_place(place: Entry, record: Record, effect: Effect) -> None:
    """Refuse a word where it could do nothing."""
    word, fate = word_of(type(effect)), isinstance(record, EventRecord | TokenRecord)
    answers = isinstance(record, SkillRecord | EquipmentRecord) and record.answer is not None
    if isinstance(effect, Cancel | Redirect | Reflect | StrikeBack) and not answers:
        raise place.fault(f"{word}: nothing to answer here; it needs a skill or card with the mark defend")
    if isinstance(effect, CopySkill | Swap | Teleport) and fate:
        raise place.fault(f"{word}: nobody chooses in an event or a token; expected only in a skill or card")


def _check_roles(place: Entry, record: Record, effect: Effect, roles: dict[Role, Fill]) -> None:
    word = word_of(type(effect))
    for parameter in parameters(type(effect)):
        if parameter.type is not Role:
            continue
        role, allowed = getattr(effect, parameter.name), _allowed(effect, parameter, roles)
        if role not in allowed:
            expected = f"expected {' or '.join(allowed)}" if allowed else f"there is no {parameter.says.fill}"
            raise place.fault(f"{word}.{parameter.name}: '{role}' can't be that here; {expected}")
    from_user = isinstance(effect, Push | Pull | StrikeBack) or (
        isinstance(effect, Damage) and effect.blow is Blow.ATTACK
    )
    if from_user and (USER not in roles or isinstance(record, EventRecord | TokenRecord)):
        raise place.fault(f"{word}: nobody does it here; expected a slot 'user', or damage by another 'blow'")


def _allowed(effect: Effect, parameter: Parameter, roles: dict[Role, Fill]) -> tuple[str, ...]:
    fill = parameter.says.fill
    found: tuple[str, ...] = tuple(role for role, held in roles.items() if held is fill)
    if fill is Fill.ARM:
        return (*found, *ARM_WORDS)
    return (*found, CASTLE) if isinstance(effect, Recruit) else found


def _check_numbers(place: Entry, record: Record, effect: Effect) -> None:
    word = word_of(type(effect))
    again = isinstance(effect, Move) and effect.again
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
