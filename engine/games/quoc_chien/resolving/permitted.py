"""The cards and targets of the play phase, and the rules that forbid others (QC-2.6)."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.actions import Use
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.registry import at_work, skills_of
from engine.games.quoc_chien.position.state import State, at_hand, is_away, judged_on, rule
from engine.games.quoc_chien.resolving.card_rules import CardRules, playable, rules_of
from engine.games.quoc_chien.resolving.judging import Judged
from engine.games.quoc_chien.resolving.playing import converted, converts_anything
from engine.kit.resolving.frames import StackFrame


def usable(state: State, seat: Seat) -> Iterator[Use]:
    """Yield all uses of cards that a seat may make in its play phase."""
    for card in at_hand(state, seat):
        name = card_of(card).name
        for on in aims(state, seat, name, (card,)):
            yield Use(card, on)
    for name in playable() if converts_anything(state, seat) else ():
        for cards, as_, _ in converted(state, seat, name, playing=True):
            for on in aims(state, seat, as_, cards):
                yield Use(cards[0], on, as_, cards[1:])


def aims(state: State, seat: Seat, name: str, cards: tuple[str, ...]) -> Iterator[tuple[Seat, ...]]:
    """Yield the possible targets of a card of a name, as they're written; an empty one: no target."""
    rules = rules_of(name)
    if not _is_for_play(name) or any(rules.forbidden(state, seat)):
        return
    without = frozenset(cards)
    for on in rules.choices(state, seat):
        if not any(_forbidden_on(state, seat, rules, on, without)):
            yield on


def slashes_left(state: State, seat: Seat) -> bool:
    """Tell whether a seat may use another Slash in this play phase."""
    if state.counters[seat, Count.NO_SHA]:
        return False
    more = sum(skill.slashes(state, seat) for skill in at_work(state, seat))
    return state.counters[seat, Count.SHA] < 1 + more


def forbidden(
    state: State, seat: Seat, name: str, on: tuple[Seat, ...], cards: tuple[str, ...]
) -> Iterator[Violation]:
    """Yield the rules that a use breaks, whoever holds its cards."""
    if not _is_for_play(name):
        yield broken(rule(2, 6), "answer_only", name=name)
        return
    rules = rules_of(name)
    if on not in set(rules.choices(state, seat)):
        yield broken(rule(2, 6), "no_such_target", name=name)
        return
    yield from rules.forbidden(state, seat)
    yield from _forbidden_on(state, seat, rules, on, frozenset(cards))


def _is_for_play(name: str) -> bool:
    """Tell whether cards can be used as one of a name in the play phase: other names only answer."""
    return not rules_of(name).only_answers


def _forbidden_on(
    state: State, seat: Seat, rules: CardRules, on: tuple[Seat, ...], cards: frozenset[str]
) -> Iterator[Violation]:
    """Yield the rules that a use breaks on targets that a card of its name takes."""
    yield from rules.forbidden_on(state, seat, on, cards)
    for one in on:
        if is_away(state, one):
            yield broken(rule(2, 6), "lured", seat=str(one))


class DelayedTrick(CardRules):
    """A delayed trick: it lies before a player until it's judged; each name lies there only once."""

    goes_on: ClassVar[bool] = False
    """Whether, nullified or missed, it goes on to the next player; other tricks are discarded."""

    def comes_true(self, found: Judged) -> bool:
        """Tell whether its effect happens, by the judged card."""
        raise NotImplementedError

    def does(self, state: State, seat: Seat, card: str) -> tuple[State, tuple[StackFrame, ...]]:
        """Return its effect on the judged player, after its discard, and the frames that follow."""
        raise NotImplementedError

    def forbidden_on(
        self, state: State, seat: Seat, on: tuple[Seat, ...], cards: frozenset[str]
    ) -> Iterable[Violation]:
        """Yield a violation if a trick of this name lies there already."""
        target = on[0] if on else seat
        if any(delayed_name(state, card) == self.name for card in judged_on(state, target)):
            yield broken(rule(2, 6), "twice_judged", seat=str(target), name=self.name)


def delayed_rules(name: str) -> DelayedTrick:
    """Return the rules of the delayed tricks of a name."""
    found = rules_of(name)
    assert isinstance(found, DelayedTrick)  # noqa: S101  # narrows the type: no other card is judged
    return found


def too_far(state: State, seat: Seat, name: str, target: Seat) -> Iterator[Violation]:
    """Yield that a target is farther away than a trick for neighbours reaches."""
    if not _sees_all(state, seat):
        away = distance(state, seat, target)
        if away > _near(state, seat, name):
            yield broken(rule(2, 6), "out_of_range", seat=str(target), far=away)


def _sees_all(state: State, seat: Seat) -> bool:
    """Tell whether a seat's tricks reach any distance."""
    return any(skill.far_tricks(state, seat) for skill in skills_of(state, seat))


def _near(state: State, seat: Seat, name: str) -> int:
    return max((1, *(skill.far_delay(state, seat, name) for skill in skills_of(state, seat))))


def delayed_name(state: State, card: str) -> str:
    """Return the name that a card before a player is judged by, if it isn't the printed one."""
    return dict(state.judged_as).get(card, card_of(card).name)
