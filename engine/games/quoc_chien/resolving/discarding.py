"""The discard phase, and how many cards a player may keep (QC-2.7)."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.decisions import Violation, broken
from engine.core.ids import Seat
from engine.games.quoc_chien.position.actions import Discard, EndPlay
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.kingdoms import are_friends, kingdom_of, members
from engine.games.quoc_chien.position.registry import (
    has,
    skills_of,
)
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    CAREERIST,
    DISCARDS,
    State,
    alive,
    has_equipped,
    health_of,
    held,
    most_health,
    put,
    rule,
)
from engine.games.quoc_chien.resolving.playing import (
    thrown,
)
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, then, wait
from engine.kit.zones.box import CardId

THROWN = "turn:thrown."
"""What begins the counters of the cards that a seat discarded in the discard phase of this turn."""


@dataclass(frozen=True, slots=True)
class DiscardPhase(StackFrame):
    """A seat discards down to its hand limit: its health (QC-2.7)."""

    seat: Seat

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Wait for what it discards."""
        del game, came
        return wait(state, self) if self.count(state) > 0 else done(state)

    def count(self, state: State) -> int:
        """Return how many cards are too many."""
        return max(0, len(held(state, self.seat)) - hand_limit(state, self.seat))

    def waits(self, game: QuocRules, state: State) -> Waiting:
        """Return whose phase it is."""
        del game, state
        return Waiting((self.seat,), "discard")

    def options(self, game: QuocRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield each card, one at a time."""
        del game, seat
        return [Discard((card,)) for card in held(state, self.seat)]

    def refusals(self, game: QuocRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return that hand cards are to be discarded, and how many."""
        if isinstance(action, Discard | Pass | EndPlay):
            return (broken(rule(2, 7), "too_many", count=self.count(state)),)
        return (Violation(game.not_now, "not_now"),)

    def answered(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Discard it, and go on."""
        assert isinstance(action, Discard)  # noqa: S101  # narrows the type: it's one of the options
        state, above = thrown(state, self.seat, action.discard)
        state = put(state, self.seat, Count.DISCARDED, state.counters[self.seat, Count.DISCARDED] + 1)
        for card in action.discard:
            state = put(state, self.seat, Family.THROWN.of(card), 1)
        return then(state, self, *above)


def thrown_away(state: State, seat: Seat) -> tuple[CardId, ...]:
    """Return which cards that a seat discarded in its discard phase still lie there, the last first."""
    return tuple(card for card in state.zones.known(DISCARDS) if state.counters[seat, Family.THROWN.of(card)])


def hand_limit(state: State, seat: Seat) -> int:
    """Return how many cards a seat may keep."""
    more = sum(skill.holds(state, seat) for skill in skills_of(state, seat)) + _taught(state, seat)
    allies = [one for one in alive(state) if one == seat or are_friends(state, one, seat)]
    thrifty = not state.counters[seat, Count.AIMED] and any(has(state, one, "yuejian") for one in allies)
    least = most_health(state, seat) if thrifty and seat == state.turn else health_of(state, seat)
    return max(0, least + more + state.counters[seat, Count.LIMIT])


def _taught(state: State, seat: Seat) -> int:
    """Return how many cards more a seat may keep by its kingdom's book: its number of players."""
    for one in alive(state):
        mine = kingdom_of(state, one)
        ours = mine is not None and (one == seat or are_friends(state, one, seat))
        if ours and has_equipped(state, one, "taiping-yaoshu"):
            return 1 if mine == CAREERIST else len(members(state, str(mine)))
    return 0


DISCARDING_FRAMES: tuple[type[StackFrame], ...] = (DiscardPhase,)
