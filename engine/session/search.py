"""The referee's search: sequences of legal actions whose layout is what was seen.

Written once for all games. Bounded by a count of actions applied, so that the same sighting always gives the
same answer, however slow the machine.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Generic

from engine.core.game import A, Chooser, Game, S
from engine.core.ids import PieceId, Seat
from engine.core.layout import Layout
from engine.session.sighting import NO_LEFTOVERS, Differences, Leftovers, Sighting, differences, lies_wrong

ANSWER = "answer"
"""The kind of decision that belongs to the action before it, and so makes no explanation longer."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far the search goes: actions in a row, and actions applied in all."""

    actions: int = 4
    applied: int = 3000


USUAL = Limits()


@dataclass(frozen=True, slots=True)
class Call(Generic[A]):
    """An explicit action that was reported (a button): it must occur; `seat` is whose it is, if known."""

    action: A
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Line(Generic[S, A]):
    """A sequence of legal actions. `states` has the state before each action and, last, the one after all.

    `pieces` are those whose spot the actions may have changed.
    """

    actions: tuple[A, ...]
    states: tuple[S, ...]
    pieces: frozenset[PieceId] = frozenset()

    @property
    def state(self) -> S:
        """The state after the last action."""
        return self.states[-1]


class Fit(IntEnum):
    """How well a line's layout fits what is seen, best first.

    `EXACT`: in everything. `SLOPPY`: but for the edge of pieces that the line itself moved. `DOUBTFUL`: an
    actor isn't pushed to the edge, or a piece is that the line doesn't touch. `UNFINISHED`: what differs was
    explained, but pieces that the line changes still lie as they did.
    """

    EXACT = 0
    SLOPPY = 1
    DOUBTFUL = 2
    UNFINISHED = 3


@dataclass(frozen=True, slots=True)
class Findings(Generic[S, A]):
    """What a search came to. `lines` has the shortest lines of each fit; `complete`: nothing was left out."""

    start: Differences
    lines: Mapping[Fit, tuple[Line[S, A], ...]] = field(default_factory=dict)
    complete: bool = True


@dataclass(frozen=True, slots=True)
class _Node(Generic[S, A]):
    line: Line[S, A]
    off: Differences
    turns: int = 0
    called: int = 0
    strayed: bool = False


def search(
    game: Game[S, A],
    state: S,
    sighting: Sighting,
    *,
    leftovers: Leftovers = NO_LEFTOVERS,
    calls: Sequence[Call[A]] = (),
    limits: Limits = USUAL,
) -> Findings[S, A]:
    """Return the shortest lines of play from a state that make the table look as it is seen."""
    return _Search(game, state, sighting, leftovers=leftovers, calls=tuple(calls), limits=limits).run()


class _Search(Generic[S, A]):
    """One breadth-first search. Lives for one call of `search`."""

    def __init__(
        self,
        game: Game[S, A],
        state: S,
        sighting: Sighting,
        *,
        leftovers: Leftovers,
        calls: tuple[Call[A], ...],
        limits: Limits,
    ) -> None:
        self._game = game
        self._sighting = sighting
        self._leftovers = leftovers
        self._calls = calls
        self._limits = limits
        self._pieces = game.pieces(state)
        self._before = game.layout(state)
        self._start = self._off(self._before)
        self._root = _Node(Line[S, A]((), (state,)), self._start)
        self._reached: set[tuple[S, int]] = {(state, 0)}
        self._applied = 0
        self._found: dict[Fit, list[tuple[int, Line[S, A]]]] = {}

    def run(self) -> Findings[S, A]:
        if not self._start.pieces and not self._calls:
            return Findings(self._start)
        frontier = [self._root]
        for _ in range(self._limits.actions + len(self._calls)):
            deeper: list[_Node[S, A]] = []
            for node in frontier:
                for child in self._children(node):
                    if child is None:
                        return self._findings(complete=False)
                    deeper.append(child)
            exact = self._found.get(Fit.EXACT)
            if exact:
                # Only answers still owed can make another line that is as short.
                shortest = min(turns for turns, _ in exact)
                deeper = [node for node in deeper if node.turns <= shortest]
            frontier = deeper
        return self._findings(complete=True)

    def _findings(self, *, complete: bool) -> Findings[S, A]:
        return Findings(
            self._start, {fit: _shortest(lines) for fit, lines in sorted(self._found.items())}, complete
        )

    def _off(self, layout: Layout) -> Differences:
        return differences(
            self._sighting, layout, self._pieces, before=self._before, leftovers=self._leftovers
        )

    def _children(self, node: _Node[S, A]) -> Iterator[_Node[S, A] | None]:
        """Yield the nodes worth going on from; None when the budget is used up."""
        state = node.line.state
        decision = self._game.decider(state)
        if decision.chooser is Chooser.NOBODY:
            return
        answering = decision.kind == ANSWER
        if node.called < len(self._calls):
            call = self._calls[node.called]
            theirs = call.seat is None or call.seat in decision.seats
            if theirs and not self._game.violations(state, call.action):
                yield from self._child(node, call.action, frozenset(), turn=True, owed=True, called=1)
        for action in self._game.legal_actions(state):
            trace = self._game.trace(state, action)
            if trace.explicit or not (answering or trace.pieces & node.off.pieces):
                continue
            yield from self._child(node, action, trace.pieces, turn=not answering, owed=answering, called=0)

    def _child(
        self,
        node: _Node[S, A],
        action: A,
        touched: frozenset[PieceId],
        *,
        turn: bool,
        owed: bool,
        called: int,
    ) -> Iterator[_Node[S, A] | None]:
        if self._applied >= self._limits.applied:
            yield None
            return
        self._applied += 1
        after = self._game.apply(node.line.state, action)
        calls = node.called + called
        if (after, calls) in self._reached:
            return
        self._reached.add((after, calls))
        layout = self._game.layout(after)
        off = self._off(layout)
        line = Line((*node.line.actions, action), (*node.line.states, after), node.line.pieces | touched)
        turns = node.turns + turn
        if calls == len(self._calls):
            fit = self._fit(layout, off)
            if fit is not None:
                self._found.setdefault(fit, []).append((turns, line))
        if off.wrong - node.off.wrong:
            return
        better = (len(off.wrong), len(off.edges)) < (len(node.off.wrong), len(node.off.edges))
        if better or owed or self._game.decider(after).kind == ANSWER:
            yield _Node(line, off, turns, calls, node.strayed)
        elif not node.strayed and touched & off.wrong:
            # A piece may come where it lies in two steps (a warp, then a move), but not in any number.
            yield _Node(line, off, turns, calls, strayed=True)

    def _fit(self, layout: Layout, off: Differences) -> Fit | None:
        """Return how a layout fits, or None when it doesn't explain what is seen."""
        if off.wrong & self._start.wrong:
            return None
        moved = frozenset(
            piece for piece in off.edges if lies_wrong(layout.get(piece), self._before.get(piece))
        )
        not_pushed = frozenset(
            piece
            for piece, pushed in off.edges.items()
            if not pushed and layout.get(piece) != self._before.get(piece)
        )
        pushed_for_nothing = frozenset(
            piece for piece, pushed in off.edges.items() if pushed and piece not in moved
        )
        if pushed_for_nothing and (not_pushed or off.wrong):
            # Somebody acted, and it wasn't whom this line says.
            return None
        if off.wrong:
            return Fit.UNFINISHED
        if not_pushed or pushed_for_nothing:
            return Fit.DOUBTFUL
        return Fit.SLOPPY if off.edges else Fit.EXACT


def _shortest(lines: Sequence[tuple[int, Line[S, A]]]) -> tuple[Line[S, A], ...]:
    """Return the lines with the fewest turns, without those that only add answers to another of them."""
    fewest = min(turns for turns, _ in lines)
    kept: list[Line[S, A]] = []
    for turns, line in lines:
        if turns == fewest and not any(line.actions[: len(other.actions)] == other.actions for other in kept):
            kept.append(line)
    return tuple(kept)
