"""The rules that forbid actions in the play phase."""

from collections.abc import Callable, Iterator

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import bears_mark, card_of, is_card, names
from engine.games.quoc_chien.position.actions import UseSkill
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.registry import SKILLS, skills_with_place
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import Skill
from engine.games.quoc_chien.position.state import (
    PLACES,
    State,
    at_hand,
    cards_of,
    gender_of,
    general,
    held,
    rule,
)
from engine.games.quoc_chien.resolving.permitted import forbidden
from engine.games.quoc_chien.resolving.playing import converted


def use_refused(
    state: State, seat: Seat, cards: tuple[str, ...], as_: str, on: tuple[Seat, ...]
) -> Iterator[Violation]:
    """Yield why cards can't be used as themselves or as another card."""
    misplaced = (
        _misplaced(state, seat, lambda skill: _converts(skill, state, seat, cards, as_)) if as_ else ()
    )
    yield from misplaced
    own_cards = cards_of(state, seat) if as_ else held(state, seat)
    for card in cards if not misplaced else ():
        if not is_card(card):
            yield broken(rule(2, 6), "no_card", card=card)
            return
        if card not in own_cards and not any(one.partition("#")[0] == card for one in own_cards):
            yield broken(rule(2, 6), "not_in_hand", card=card)
            return
    name = as_ or card_of(cards[0]).name
    if name not in names():
        yield broken(rule(2, 6), "no_such_name", name=name)
        return
    ways = [one[0] for one in converted(state, seat, name, playing=True)] if as_ else []
    if as_ and tuple(cards) not in ways and not misplaced:
        yield broken(rule(3, 1), "not_converted", name=name)
    yield from forbidden(state, seat, name, on, cards)


def skill_refused(state: State, seat: Seat, action: UseSkill) -> Iterator[Violation]:
    """Yield why a skill can't be used."""
    name = action.skill
    if name not in SKILLS:
        yield broken(rule(3, 1), "no_such_skill", skill=name)
        return
    if name not in {skill.name for skill, _, _ in skills_with_place(state, seat)}:
        misplaced = _misplaced(state, seat, lambda skill: skill.name == name)
        yield from misplaced or (broken(rule(3, 1), "not_own_skill", skill=name),)
        return
    if SKILLS[name].gendered:
        unknown = [one for one in action.on if gender_of(state, one) is None]
        yield from (broken(rule(3, 3), "no_gender", seat=str(one)) for one in unknown)
    mine = {word for card in cards_of(state, seat) for word in (card, card.partition("#")[0])}
    yield from (broken(rule(2, 6), "not_in_hand", card=card) for card in action.cards if card not in mine)
    used = state.counters[seat, Family.LIMITED.of(name)] or (
        SKILLS[name].once and state.counters[seat, Family.USED.of(name)]
    )
    yield broken(rule(3, 1), "skill_spent" if used else "skill_not_now", skill=name)


def gift_refused(game: QuocRules, state: State, seat: Seat, card: str, to: Seat) -> Iterator[Violation]:
    """Yield why a card can't be given to a player."""
    if card not in {name for one in at_hand(state, seat) for name in (one, one.partition("#")[0])}:
        yield broken(rule(2, 6), "not_in_hand", card=card)
    elif not bears_mark(card, game.options.marked):
        yield broken(rule(10, 1), "unmarked", card=card)
    elif to == seat or are_friends(state, seat, to):
        yield broken(rule(10, 1), "own_kingdom", seat=str(to))
    elif kingdom_of(state, seat) is None and kingdom_of(state, to) is not None:
        yield broken(rule(10, 1), "unknown_giver", seat=str(to))
    else:
        yield broken(rule(10, 1), "not_given", card=card, seat=str(to))


def _misplaced(state: State, seat: Seat, is_it: Callable[[Skill], bool]) -> tuple[Violation, ...]:
    """Return that a skill of one of a seat's generals works only in the other place."""
    return tuple(
        broken(rule(8, 1), f"{skill.only}_only", skill=skill.name)
        for place in PLACES
        for one in (general(state, seat, place),)
        for skill in (SKILLS[name] for name in (one.skills if one is not None else ()))
        if skill.only not in ("", place) and is_it(skill)
    )


def _converts(skill: Skill, state: State, seat: Seat, cards: tuple[str, ...], wanted: str) -> bool:
    """Tell whether a skill would let cards count as another, in whichever place its general is."""
    return any(tuple(paid) == cards for paid, _ in skill.converts(state, seat, wanted, playing=True))
