"""The discard phase, and how many cards a player may keep (QC-2.7)."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import Discard, EndPlay
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.registry import armour_of, has, skills_of
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    DISCARDS,
    State,
    alive,
    health_of,
    held,
    most_health,
    put,
    rule,
)
from engine.games.quoc_chien.resolving.playing import thrown
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, then, wait
from engine.kit.zones.box import CardId

THROWN = "turn:thrown."
"""The beginning of the names of counters for cards discarded in this turn's discard phase."""


@dataclass(frozen=True, slots=True)
class DiscardPhase(StackFrame):
    """A seat discards down to its hand limit: its health (QC-2.7)."""

    seat: Seat
    """The seat whose phase it is."""

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Wait for the cards to discard."""
        del game, came
        return wait(state, self) if self.count(state) > 0 else done(state)

    def count(self, state: State) -> int:
        """Return the number of cards above the limit."""
        return max(0, len(held(state, self.seat)) - hand_limit(state, self.seat))

    def waits(self, game: QuocRules, state: State) -> Waiting:
        """Return the seat whose phase it is."""
        del game, state
        return Waiting((self.seat,), "discard")

    def options(self, game: QuocRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield each card, one at a time."""
        del game, seat
        return [Discard((card,)) for card in held(state, self.seat)]

    def refusals(self, game: QuocRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return the violation: hand cards must be discarded, and how many."""
        if isinstance(action, Discard | Pass | EndPlay):
            return (broken(rule(2, 7), "too_many", count=self.count(state)),)
        return (Violation(game.not_now, "not_now"),)

    def answered(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Discard the card, and go on."""
        assert isinstance(action, Discard)  # noqa: S101  # narrows the type: it's one of the options
        state, above = thrown(state, self.seat, action.discard)
        state = put(state, self.seat, Count.DISCARDED, state.counters[self.seat, Count.DISCARDED] + 1)
        for card in action.discard:
            state = put(state, self.seat, Family.THROWN.of(card), 1)
        return then(state, self, *above)


def thrown_away(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return the cards of a seat's discard phase that still lie on the pile, the last first."""
    return tuple(card for card in state.zones.known(DISCARDS) if state.counters[seat, Family.THROWN.of(card)])


def hand_limit(state: State, seat: Seat) -> int:
    """Return how many cards a seat may keep."""
    more = sum(skill.holds(state, seat) for skill in skills_of(state, seat)) + _taught(state, seat)
    allies = [one for one in alive(state) if one == seat or are_friends(state, one, seat)]
    thrifty = not state.counters[seat, Count.AIMED] and any(has(state, one, "yuejian") for one in allies)
    least = most_health(state, seat) if thrifty and seat == state.turn else health_of(state, seat)
    return max(0, least + more + state.counters[seat, Count.LIMIT])


def _taught(state: State, seat: Seat) -> int:
    """Return how many more cards a seat may keep because of equipment in its kingdom."""
    ours = [one for one in alive(state) if one == seat or are_friends(state, one, seat)]
    return sum(armour_of(state, one).holds_together(state, one) for one in ours)


DISCARDING_FRAMES: tuple[type[StackFrame], ...] = (DiscardPhase,)
