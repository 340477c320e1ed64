"""What a record's parts must agree on: effects name only roles that somebody fills."""

from engine.core.document import Entry
from engine.games.dozen_war.content.effects import (
    ARM_WORDS,
    ATTACKER,
    PLAYER,
    USER,
    VICTIM,
    Effect,
    Role,
    Roll,
    parameters,
    word_of,
)
from engine.games.dozen_war.content.records import (
    EquipmentRecord,
    EventRecord,
    SkillRecord,
    TokenRecord,
)

Record = SkillRecord | EquipmentRecord | EventRecord | TokenRecord

CASTLE = "castle"


def roles_of(record: Record) -> tuple[Role, ...]:
    """Return the roles that the record's effects and slots may name."""
    slots = tuple(target.name for target in record.targets)
    fixed: tuple[Role, ...] = (PLAYER,)
    match record:
        case SkillRecord():
            fixed = (USER, PLAYER)
        case EquipmentRecord():
            # In the own turn the bearer is a slot; as an answer the hit unit bears the card.
            fixed = (PLAYER,) if record.attacks else (USER, PLAYER)
        case TokenRecord():
            fixed = (USER, PLAYER)
        case EventRecord():
            pass
    if isinstance(record, SkillRecord | EquipmentRecord) and record.defends:
        fixed = (*fixed, VICTIM, ATTACKER)
    return tuple(dict.fromkeys((*fixed, *slots)))


def check_record(entry: Entry, record: Record) -> None:
    """Check a record's parts against each other.

    Raises:
        InputFault: a role nobody fills, or a choice where nobody chooses.
    """
    roles = roles_of(record)
    given = entry.mapping()
    for target in record.targets:
        place = given["targets"].mapping()[target.name]
        measured_from_user = target.hexes or target.where == "range" or not target.user_too
        for role, matters in ((target.of, measured_from_user), (target.fits, target.who == "free hex")):
            if matters and role not in (*roles, *ARM_WORDS):
                raise place.fault(f"'{role}' is nobody here; expected one of {', '.join(roles)}")
        if isinstance(record, EventRecord | TokenRecord) and not target.every:
            raise place.fault("nobody chooses in an event or a token; it takes 'every: true'")
    for place, effect in _placed(given["effects"], record.effects):
        _check_roles(place, effect, roles)


def _placed(entry: Entry, effects: tuple[Effect, ...]) -> list[tuple[Entry, Effect]]:
    """Effects beside the places they were written at, those inside rolls too."""
    found: list[tuple[Entry, Effect]] = []
    for place, effect in zip(entry.sequence(), effects, strict=True):
        found.append((place, effect))
        if isinstance(effect, Roll):
            rows = place.mapping()["roll"].mapping()["cases"].sequence()
            for row, case in zip(rows, effect.cases, strict=True):
                found += _placed(row.mapping()["effects"], case.effects)
    return found


def _check_roles(place: Entry, effect: Effect, roles: tuple[Role, ...]) -> None:
    for parameter in parameters(type(effect)):
        # a NewType is no class: only roles have that kind
        if parameter.type is not Role:
            continue
        role = getattr(effect, parameter.name)
        extra: tuple[str, ...] = ()
        if parameter.name == "arm":
            extra = ARM_WORDS
        elif word_of(type(effect)) == "recruit":
            extra = (CASTLE,)
        if role not in (*roles, *extra):
            word = word_of(type(effect))
            raise place.fault(
                f"{word}.{parameter.name}: '{role}' is nobody here; "
                f"expected one of {', '.join((*roles, *extra))}"
            )
