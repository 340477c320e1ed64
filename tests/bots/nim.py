"""Nim for bots: take one to three, who takes the last wins; with dice and with a secret where asked for."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engine.core.decisions import Chooser, Decision, Outcome
from engine.core.document import Entry
from engine.core.faults import IllegalActionFault
from engine.core.game import Game
from engine.core.ids import RuleId, Seat
from engine.core.phrase import SILENCE, Phrase
from engine.core.views import SeatView, View

LEFT, RIGHT = Seat("left"), Seat("right")
SEATS = (LEFT, RIGHT)


@dataclass(frozen=True, slots=True)
class Heap:
    """The heap, the seat to move, whether a die must first say what is added, and a secret."""

    stones: int
    turn: Seat = LEFT
    rolling: bool = False
    secret: int = 0


class _Nim(Game[Heap, int]):
    """Only what bots ask of a game."""

    name = "nim"

    def __init__(self, stones: int = 10, *, rolling: bool = False) -> None:
        self._opening = Heap(stones, rolling=rolling)

    def initial(self, setup: Entry | None) -> Heap:
        del setup
        return self._opening

    def decider(self, state: Heap) -> Decision:
        if state.rolling:
            return Decision(Chooser.CHANCE, kind="die")
        return Decision(Chooser.SEAT, (state.turn,)) if state.stones else Decision(Chooser.NOBODY)

    def legal_actions(self, state: Heap) -> Sequence[int]:
        if state.rolling:
            return [10, 11, 12]
        return list(range(1, min(3, state.stones) + 1))

    def apply(self, state: Heap, action: int) -> Heap:
        if action not in self.legal_actions(state):
            raise IllegalActionFault(f"{action} of {state.stones}")
        if state.rolling:
            return replace(state, rolling=False, stones=state.stones + action)
        other = RIGHT if state.turn == LEFT else LEFT
        return replace(state, stones=state.stones - action, turn=other)

    def outcome(self, state: Heap) -> Outcome | None:
        if state.stones or state.rolling:
            return None
        winner = RIGHT if state.turn == LEFT else LEFT
        return Outcome((winner,), RuleId("NIM-1"), "last_taken")

    def view(self, state: Heap, seat: Seat | None) -> View:
        del seat
        seats = tuple(SeatView(one, Phrase(one)) for one in SEATS)
        return View(SILENCE, self.decider(state), state.turn, 1, (), seats, self.outcome(state))

    def format_action(self, action: int) -> dict[str, Any]:
        return {"take": action}


class _GuessingNim(_Nim):
    """A secret number is the only one whose taking is praised: whoever looks, takes it."""

    has_secrets = True

    def standing(self, state: Heap, seat: Seat) -> float:
        del seat
        return 1.0 if state.stones == 10 - state.secret else 0.0

    def determinize(self, state: Heap, seat: Seat, chance: Random) -> Heap:
        del seat
        return replace(state, secret=chance.randint(1, 3))


class _Wager(_Nim):
    """Take one or two; a die of three faces at most that high wins for the left."""

    def legal_actions(self, state: Heap) -> Sequence[int]:
        return [1, 2, 3] if state.rolling else [1, 2]

    def apply(self, state: Heap, action: int) -> Heap:
        if not state.rolling:
            return Heap(action, rolling=True)
        return Heap(0, RIGHT if action <= state.stones else LEFT)


def nim(stones: int = 10, *, rolling: bool = False) -> Game[Any, Any]:
    """Nim; `rolling`: a die says first how many stones come on top."""
    return _Nim(stones, rolling=rolling)  # type: ignore[abstract]  # what bots don't ask has no answer


def guessing_nim() -> Game[Any, Any]:
    """Nim with a secret that bots may only guess."""
    return _GuessingNim()  # type: ignore[abstract]  # as above


def wager() -> Game[Any, Any]:
    """A wager: taking two wins two times in three, taking one once in three."""
    return _Wager(3)  # type: ignore[abstract]  # as above


def seeded(seed: int) -> Random:
    """A generator for play."""
    return Random(seed)  # noqa: S311  # play, not a secret
