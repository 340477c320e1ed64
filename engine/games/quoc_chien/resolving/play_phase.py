"""The play phase: cards used, recast and given, skills used, as often as one likes (QC-2.6, QC-10.1)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.core.decisions import Violation, broken
from engine.core.ids import PieceId, Seat
from engine.games.quoc_chien.content.cards import bears_mark, card_of
from engine.games.quoc_chien.position.actions import Discard, EndPlay, Give, Recast, Reveal, Use, UseSkill
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of
from engine.games.quoc_chien.position.moving import discarded, taken
from engine.games.quoc_chien.position.registry import (
    SKILLS,
    lent,
    may_show,
    skills_with_place,
    usable_skills,
    worn_by,
)
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.skill import is_played
from engine.games.quoc_chien.position.state import State, alive, at_hand, counted, held, hidden, rule
from engine.games.quoc_chien.resolving.card_rules import rules_of
from engine.games.quoc_chien.resolving.permitted import usable
from engine.games.quoc_chien.resolving.playing import drawing, lost
from engine.games.quoc_chien.resolving.refusing import gift_refused, skill_refused, use_refused
from engine.games.quoc_chien.resolving.revealing import Showing
from engine.games.quoc_chien.resolving.using import Using
from engine.kit.choosing.actions import GameAction
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, then, wait
from engine.kit.zones.box import CardId

GIFTS_MAX = 3
"""How many cards of alliance may be given in a play phase, all to one player, by the reading `alliance`."""


@dataclass(frozen=True, slots=True)
class PlayPhase(StackFrame):
    """A seat plays cards and uses skills as often as it likes (QC-2.6)."""

    seat: Seat
    """The seat whose phase it is."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Wait for an action, unless the phase or the player has ended."""
        del game, came
        over = self.seat in state.out or state.counters[self.seat, Count.PLAY_OVER]
        return done(state) if over else wait(state, self)

    def waits(self, game: QuocRules, state: State) -> Waiting:
        """Return the seat whose phase it is."""
        del game, state
        return Waiting((self.seat,), "turn", continues=False)

    def options(self, game: QuocRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield all actions that are possible."""
        del seat
        yield from usable(state, self.seat)
        yield from _skills(game, state, self.seat)
        recast = {
            card
            for skill, _, _ in usable_skills(state, self.seat)
            for card in skill.recasts(state, self.seat)
        }
        for card in at_hand(state, self.seat):
            if rules_of(card_of(card).name).recasts or card in recast:
                yield Recast(card)
            yield from _gifts(game, state, self.seat, card)
        if game.options.locked == "play":
            yield from _shows(state, self.seat)
        yield EndPlay()

    def options_about(
        self, game: QuocRules, state: State, seat: Seat | None, pieces: frozenset[PieceId]
    ) -> Iterable[GameAction]:
        """Yield the actions with some of the cards."""
        del seat
        for action in self.options(game, state, self.seat):
            named = game.table_of_actions.cards(action)
            if not named or not pieces.isdisjoint(named):
                yield action

    def refusals(self, game: QuocRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return the rules that an action breaks."""
        match action:
            case Use(card, on, as_, with_):
                return tuple(use_refused(state, self.seat, (card, *with_), as_, on))
            case UseSkill():
                return tuple(skill_refused(state, self.seat, action))
            case Recast(card):
                return (broken(rule(2, 6), "not_recast", card=card),)
            case Discard():
                return (broken(rule(2, 7), "not_discarding"),)
            case Give(card, to):
                return tuple(gift_refused(game, state, self.seat, card, to))
        return (Violation(game.not_now, "not_now"),)

    def answered(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Carry out the chosen action."""
        match action:
            case Use(card, on, as_, with_):
                cards = (card, *with_)
                name = as_ or card_of(card).name
                above: tuple[StackFrame, ...] = ()
                if as_:
                    state, above = game.shown_for(state, self.seat, cards, as_, playing=True)
                if rules_of(name).sets_on_another:
                    return then(state, self, *above, Using(self.seat, cards, name, on[:1], second=on[1]))
                return then(state, self, *above, Using(self.seat, cards, name, on))
            case UseSkill(name):
                state, above = game.skill_used(state, self.seat, name)
                return then(state, self, *above, *SKILLS[name].frames_of(game, state, self.seat, action))
            case Recast(card):
                state, shows = _recast_by(game, state, self.seat, card)
                gone = [card] if card in held(state, self.seat) else []
                state = discarded(state, (card,))
                above = (*shows, *lost(state, self.seat, gone))
                return then(state, self, *above, drawing(self.seat, 1))
            case Give(card, to):
                knows = kingdom_of(state, to) is not None
                if game.options.alliance == "three":
                    state = counted(state, to, Count.GIVEN_AWAY)
                gone = [card] if card in held(state, self.seat) else []
                draws = (drawing(self.seat, 1),) if knows else ()
                state = taken(state, card, to)
                return then(state, self, *lost(state, self.seat, gone), *draws)
            case Reveal(place):
                return then(state, self, Showing(self.seat, (place,)))
        return done(state)


def _recast_by(
    game: QuocRules, state: State, seat: Seat, card: CardId
) -> tuple[State, tuple[StackFrame, ...]]:
    """Return the state once a skill lets a card be recast, and the frames that show its general."""
    if rules_of(card_of(card).name).recasts:
        return state, ()
    (way, *_) = (skill for skill, _, _ in usable_skills(state, seat) if card in skill.recasts(state, seat))
    state, shows = game.skill_used(state, seat, way.name)
    return state, shows


def _skills(game: QuocRules, state: State, seat: Seat) -> Iterator[GameAction]:
    for skill, _, _ in usable_skills(state, seat):
        spent = skill.limited and state.counters[seat, Family.LIMITED.of(skill.name)]
        if not spent and is_played(skill, game.options):
            yield from skill.uses(game, state, seat)
    for effect in worn_by(state, seat):
        yield from effect.uses(game, state, seat)
    for owner, skill in lent(state, seat):
        yield from skill.lends(game, state, owner, seat)


def _shows(state: State, seat: Seat) -> Iterator[Reveal]:
    """Yield the reveals of hidden generals with a skill that always works."""
    if may_show(state, seat):
        locked = {place for skill, place, shown in skills_with_place(state, seat) if skill.must and not shown}
        yield from (Reveal(place) for place in hidden(state, seat) if place in locked)


def _gifts(game: QuocRules, state: State, seat: Seat, card: CardId) -> Iterator[Give]:
    if not bears_mark(card, game.options.marked):
        return
    mine, takers = kingdom_of(state, seat), alive(state, seat, others=True)
    if game.options.alliance == "three":
        given = {one: state.counters[one, Count.GIVEN_AWAY] for one in takers}
        takers = tuple(one for one in takers if given[one] == sum(given.values()) < GIFTS_MAX)
    for other in takers:
        theirs = kingdom_of(state, other)
        if not are_friends(state, seat, other) and (mine is not None or theirs is None):
            yield Give(card, other)
