"""Cards and skills in use: their owners, the seat that may use one now, and the use of an action."""

from collections.abc import Iterator

from engine.games.dozen_war.actions.uses import Play, Skill
from engine.games.dozen_war.content.records import SkillRecord
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.content.use import Use
from engine.games.dozen_war.position.roster import FIRST_GENERAL, SEAT_OF, SLOTS, generals_of
from engine.games.dozen_war.position.state import Hit, State
from engine.games.dozen_war.using.recipes import SLUGS, copied_record, copies
from engine.games.dozen_war.using.slots import SKILLS_EACH, chosen_numbers

_ALL_SKILLS = (1 << SKILLS_EACH) - 1


def slug_of(piece: int) -> str:
    """Return the slug of a general."""
    return SLUGS[piece % SLOTS - FIRST_GENERAL]


def window(state: State) -> Hit | None:
    """Return the hit that waits for an answer."""
    return state.stack[-1] if state.stack else None


def owner_to_answer(state: State) -> int:
    """Return the seat that decides: the attacked player's while a hit waits."""
    return SEAT_OF[state.stack[-1].target] if state.stack else state.turn


def use_of(rules: Rules, state: State, action: Play | Skill) -> Use:
    """Return the use of a card or skill, its slots as numbers, even if it breaks rules."""
    hit = window(state)
    chosen = chosen_numbers(rules, action.chosen)
    if isinstance(action, Skill):
        piece = rules.roster.index[action.piece]
        own = rules.pack.skill(slug_of(piece), action.number)
        record, stars = _copied(rules, own, chosen)
        return Use(record, SEAT_OF[piece], piece, stars, chosen, hit)
    card = rules.pack.equipment[action.card]
    user = chosen["user"][0] if chosen.get("user") else hit.target if hit else -1
    return Use(card, owner_to_answer(state), user, card.star, chosen, hit)


def use_of_card(rules: Rules, action: Play, seat: int) -> Use:
    """Return the use of a card that answers a card: no unit bears it, and it answers no hit."""
    card = rules.pack.equipment[action.card]
    return Use(card, seat, -1, card.star)


def _copied(rules: Rules, own: SkillRecord, chosen: dict[str, tuple[int, ...]]) -> tuple[SkillRecord, int]:
    """Return the skill in effect: for a copying skill the copied one, if it can be copied."""
    skills = [chosen[str(slot.name)] for slot in own.targets if chosen.get(str(slot.name))]
    if not copies(own) or not skills:
        return own, own.star
    general, number = divmod(skills[0][0], SKILLS_EACH)
    other = rules.pack.skill(SLUGS[general], number + 1)
    return (own, own.star) if copies(other) else copied_record(own, other)


def own_skills(state: State, seat: int) -> int:
    """Return the skills of a player's own generals, as bits."""
    return sum(
        _ALL_SKILLS << (piece % SLOTS - FIRST_GENERAL) * SKILLS_EACH for piece in fellow_generals(state, seat)
    )


def fellow_generals(state: State, seat: int) -> Iterator[int]:
    """Yield the generals a player owns, dead ones too."""
    return (piece for piece in generals_of(seat) if state.generals >> piece & 1)
