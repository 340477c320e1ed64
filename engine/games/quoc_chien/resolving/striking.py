"""Slashes outside the play phase: a seat is asked to strike another."""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.core.decisions import Violation
from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.actions import Respond
from engine.games.quoc_chien.position.distance import is_within
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, is_away, rule
from engine.games.quoc_chien.resolving.playing import no_answer, slashes
from engine.games.quoc_chien.resolving.using import Using
from engine.kit.changed import altered
from engine.kit.choosing.actions import GameAction, Pass
from engine.kit.resolving.frames import FrameStep, StackFrame, Waiting, done, then, wait
from engine.kit.resolving.steps import Giving


class AskedToStrike(StackFrame):
    """A seat (`striker`) is asked to use a Slash on another (`struck`), and may decline."""

    @property
    def striker(self) -> Seat:
        """The seat that is asked."""
        raise NotImplementedError

    @property
    def struck(self) -> Seat:
        """The seat that it strikes."""
        raise NotImplementedError

    def waits(self, game: QuocRules, state: State) -> Waiting:
        """Return the seat that is asked."""
        del game, state
        return Waiting((self.striker,), "respond")

    def options(self, game: QuocRules, state: State, seat: Seat | None) -> Iterable[GameAction]:
        """Yield the seat's Slashes, and the choice to use none."""
        del game, seat
        yield from slashes(state, self.striker, self.struck)
        yield Pass()

    def refusals(self, game: QuocRules, state: State, action: GameAction) -> tuple[Violation, ...]:
        """Return why an action is no Slash on that player."""
        del game
        return no_answer(state, self.striker, action, "sha", rule(2, 6))

    def strikes(self, game: QuocRules, state: State, action: Respond) -> tuple[State, tuple[StackFrame, ...]]:
        """Return the state once the Slash is used, and the frames that follow."""
        cards = (action.respond, *action.with_)
        above: tuple[StackFrame, ...] = ()
        if action.as_:
            state, above = game.shown_for(state, self.striker, cards, action.as_, playing=False)
        name = action.as_ or card_of(action.respond).name
        return state, (*above, Using(self.striker, cards, name, (self.struck,), free=True))


@dataclass(frozen=True, slots=True)
class Provoked(AskedToStrike, Giving[bool]):
    """A seat is asked to use a Slash on another. The result says whether it did."""

    seat: Seat
    """The seat that is asked."""
    other: Seat
    """The seat that it should strike."""
    used: bool = False
    """Whether it used the Slash."""

    @property
    def striker(self) -> Seat:
        """The seat that is provoked."""
        return self.seat

    @property
    def struck(self) -> Seat:
        """The seat that provokes it, or is named as the victim."""
        return self.other

    def run(self, game: QuocRules, state: State, came: object) -> FrameStep:
        """Ask the seat for a Slash, unless it can't use one."""
        del came
        if not self.used and may_strike(game, state, self.seat, self.other):
            return wait(state, self)
        return done(state, self.used)

    def answered(self, game: QuocRules, state: State, action: GameAction) -> FrameStep:
        """Use the Slash."""
        if not isinstance(action, Respond):
            return done(state, False)  # noqa: FBT003  # the frame's result
        state, above = self.strikes(game, state, action)
        return then(state, altered(self, used=True), *above)


def may_strike(game: QuocRules, state: State, seat: Seat, other: Seat) -> bool:
    """Tell whether a seat is asked for a Slash on another.

    It is if it has one, or might have one for all others know.
    """
    if seat in state.out or other in state.out:
        return False
    if any(True for _ in slashes(state, seat, other)):
        return True
    away = is_away(state, seat) or is_away(state, other)
    return bool(game.asks_all) and not away and is_within(state, seat, other)


STRIKING_FRAMES: tuple[type[StackFrame], ...] = (Provoked,)
