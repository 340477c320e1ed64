"""A card or skill in use, with the things that fill its slots, as numbers and as words."""

from engine.core.ids import Cell, PieceId, Seat
from engine.games.dozen_war.actions.uses import Chosen
from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.effect import each_effect
from engine.games.dozen_war.content.records import SkillRecord
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.targets import SLOT_KINDS, Target, Who
from engine.games.dozen_war.content.terms import USER, Role
from engine.games.dozen_war.content.use import Record, Use
from engine.games.dozen_war.position.holdings import KeptUse, Task
from engine.games.dozen_war.position.masks import OFF
from engine.games.dozen_war.position.roster import FIRST_GENERAL, SLOTS
from engine.games.dozen_war.position.state import State

ARMS = tuple(Arm)
"""Arms by number, as slots hold them."""
SKILLS_EACH = 3
SPENT_SKILLS = 2
"""Skills 1 to this are spent on use and wait for the event phase; the third is paid for (DW-9.5)."""

_PLACES = frozenset((Who.FREE_HEX, Who.MOUNTAIN))


def number_of(rules: Rules, kind: str, text: str) -> int:
    """Return the number that stands for a slot's thing."""
    match kind:
        case "piece":
            return rules.roster.index[PieceId(text)]
        case "cell":
            return rules.field.index[Cell(text)]
        case "seat":
            return rules.roster.seats.index(Seat(text))
        case "arm":
            return ARMS.index(Arm(text))
        case "face":
            return int(text)
        case _:
            general, _, number = text.partition(".")
            return tuple(rules.pack.generals).index(general) * SKILLS_EACH + int(number) - 1


def texts_of(rules: Rules, kind: str) -> tuple[str, ...]:
    """Return the possible contents of a slot of a kind, as texts by number; `number_of` finds the number."""
    match kind:
        case "piece":
            return rules.roster.ids
        case "cell":
            return rules.field.cells
        case "seat":
            return rules.roster.seats
        case "arm":
            return tuple(map(str, ARMS))
        case "face":
            return tuple(map(str, range(7)))
        case _:
            numbers = range(1, SKILLS_EACH + 1)
            return tuple(f"{general}.{number}" for general in rules.pack.generals for number in numbers)


def chosen_numbers(rules: Rules, chosen: Chosen) -> dict[str, tuple[int, ...]]:
    """Return the filled slots as numbers."""
    return {slot: tuple(number_of(rules, SLOT_KINDS[slot], text) for text in texts) for slot, texts in chosen}


def filled(use: Use, slot: Target, things: tuple[int, ...]) -> Use:
    """Return the use with things in a slot; the user's slot sets the user."""
    user = things[0] if slot.name == USER and things else use.user
    return Use(use.record, use.seat, user, use.stars, {**use.chosen, slot.name: things}, use.hit)


def cell_of(state: State, use: Use, role: Role) -> int | None:
    """Return the cell of a role; for a dead unit its cell when it was hit."""
    if role == USER and use.user >= 0 and state.at[use.user] != OFF:
        return state.at[use.user]  # the usual case, needed by the thousand
    units = use.units(role)
    if not units:
        return None
    if role != USER and next((one.who for one in use.record.targets if one.name == role), None) in _PLACES:
        return units[0]
    cell = state.at[units[0]]
    if cell == OFF and use.hit is not None and units[0] == use.hit.target and use.hit.where >= 0:
        return use.hit.where
    return None if cell == OFF else cell


def deals_attack(record: Record) -> bool:
    """Tell whether a record's damage is its user's attack."""
    return any(effect.is_attack for effect in each_effect(record.effects))


def fights(record: Record) -> bool:
    """Tell whether a record is its user's attack.

    That is a skill with the fist, or a record that deals an attack's damage.
    """
    return deals_attack(record) or (isinstance(record, SkillRecord) and record.fist)


def skill_bit(piece: int, number: int) -> int:
    """Return a general's skill as a bit; every general is in a match once at most."""
    return 1 << ((piece % SLOTS - FIRST_GENERAL) * SKILLS_EACH + number - 1)


def is_spent_on_use(rules: Rules, number: int) -> bool:
    """Tell whether using a skill spends it until its refresh (DW-9.5); a duel has no refresh (DW-20)."""
    return number <= SPENT_SKILLS or rules.field.is_duel


def skill_price(rules: Rules, record: Record) -> int:
    """Return a skill's price in coins (DW-12.2); cards, and everything in a duel (DW-20), cost none."""
    return record.coins if isinstance(record, SkillRecord) and not rules.field.is_duel else 0


def kept(use: Use) -> KeptUse:
    """Return a use in the form that a task keeps; `taken_up` is the inverse, except for the hit."""
    return KeptUse(use.record.slug, use.stars, use.seat, tuple(use.chosen.items()))


def taken_up(rules: Rules, task: Task) -> Use:
    """Return the use that a task keeps."""
    waiting = task.subject
    assert isinstance(waiting, KeptUse)  # noqa: S101  # narrows the type: tasks of cards and dice keep one
    return Use(record_of(rules, waiting.slug), waiting.seat, task.piece, waiting.stars, dict(waiting.chosen))


def record_of(rules: Rules, slug: str) -> Record:
    """Return the card or skill of a slug."""
    pack = rules.pack
    return pack.equipment[slug] if slug in pack.equipment else pack.skills[slug]
