"""Lines of play: the values that a search takes and returns, and its limits. No search is in here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic

from engine.core.game import A, Game, S
from engine.core.ids import PieceId, Seat
from engine.session.seen.sighting import Differences


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """How far the search goes."""

    actions: int = 4
    """The most actions in a row, without answers."""
    applied: int = 3000
    """The most actions that are tried in all."""
    many: int = 4
    """A table with more changed pieces than this is searched by a quick dash."""
    dash_actions: int = 16
    """The dash's most actions in a row."""
    dash_applied: int = 600
    """The dash's most actions that are tried in all."""


USUAL = SearchLimits()


class Effort(IntEnum):
    """How hard to search. Each effort is for cases where the ones before it found nothing.

    `USUAL`: actions that change a differing piece and bring it to where it lies. `DETOURS`: also ways in two
    steps. `ANSWERS`: also actions without such a change, whose answers may have one.
    """

    USUAL = 0
    DETOURS = 1
    ANSWERS = 2


@dataclass(frozen=True, slots=True)
class Call(Generic[A]):
    """An explicit action that was reported (a button). It must occur in the explanation."""

    action: A
    """The action."""
    seat: Seat | None = None
    """The seat that reported it; None if it isn't known."""


@dataclass(frozen=True, slots=True)
class ActionLine(Generic[S, A]):
    """A sequence of legal actions."""

    actions: tuple[A, ...]
    """The actions, in order."""
    states: tuple[S, ...]
    """The state before each action and, last, the state after all."""
    pieces: frozenset[PieceId] = frozenset()
    """The pieces whose spots the actions may have changed."""

    @property
    def state(self) -> S:
        """The state after the last action."""
        return self.states[-1]


def is_within(one: ActionLine[S, A], other: ActionLine[S, A]) -> bool:
    """Tell whether a line has all actions of a shorter one, in their order."""
    rest = iter(other.actions)
    return len(one.actions) < len(other.actions) and all(action in rest for action in one.actions)


def without_added_answers(game: Game[S, A], lines: Sequence[ActionLine[S, A]]) -> list[ActionLine[S, A]]:
    """Return the lines, except those that only add answers to another line's plays, in its order.

    A play that doesn't show yet needn't have been answered.
    """
    plays = [sum(not game.decider(state).continues for state in line.states[:-1]) for line in lines]
    return [
        line
        for count, line in zip(plays, lines, strict=True)
        if not any(
            count == others and is_within(other, line) for others, other in zip(plays, lines, strict=True)
        )
    ]


def concerned(game: Game[S, A], line: ActionLine[S, A]) -> frozenset[PieceId]:
    """Return the pieces whose spot a line's actions may have changed, also of a reported line."""
    return frozenset(
        piece
        for state, action in zip(line.states, line.actions, strict=False)
        for piece in game.trace(state, action).pieces
    )


class LineFit(IntEnum):
    """How well a line's layout fits what is seen, best first.

    `EXACT`: in everything. `SLOPPY`: in everything but the edge of pieces that the line itself moved.
    `DOUBTFUL`: an actor isn't pushed to the edge, or a piece is pushed that the line doesn't touch. `UNSEEN`:
    a piece left its place and went into a pile, under the card that is seen there, and no source saw it come.
    `UNFINISHED`: the line explains all differences, but pieces that it changes still lie as before.
    """

    EXACT = 0
    SLOPPY = 1
    DOUBTFUL = 2
    UNSEEN = 3
    UNFINISHED = 4


@dataclass(frozen=True, slots=True)
class Findings(Generic[S, A]):
    """The result of a search. Lines that end in the same state are different ways there."""

    start: Differences
    """How the sighting differs from the state that the search began with."""
    lines: Mapping[LineFit, tuple[ActionLine[S, A], ...]] = field(default_factory=dict)
    """The shortest lines of each fit."""
    complete: bool = True
    """Nothing was left out."""
    applied: int = 0
    """How many actions were tried."""
