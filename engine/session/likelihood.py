"""How likely each of several lines of play is that all look the same now: by what hands did before. Pure.

A play that leaves no mark on a piece is shown by lifting that piece for a moment: whom a hit meant that was
blocked, or that cost one of several lives.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Generic

from engine.core.game import A, Game, S
from engine.core.ids import Cell, PieceId
from engine.session.search import Line
from engine.session.sighting import Sighting, edge_differs, lies_wrong, same_claim

SURE = 0.95
"""From here on a line is played without a question."""

_UNTOUCHED = 0.05
"""A line concerns a piece without a mark, and nobody lifted that."""

_LIFTED_FOR_NOTHING = 0.05
"""A piece was lifted that lies as before, and a line doesn't concern it."""

_OUT_OF_ORDER = 0.02
"""A line has pieces come in another order than hands took them."""

_SHOWN_OUT_OF_ORDER = 0.2
"""The same of pieces that were only lifted: one look, easily missed."""

_LONGER = 0.5
"""A line has one action more."""


class Witness(Generic[S, A]):
    """What hands did, as evidence for lines from one state."""

    def __init__(self, game: Game[S, A], state: S, sighting: Sighting) -> None:
        self._game = game
        self._before = game.layout(state)
        self._seen = sighting.spots
        self._stirred = sighting.stirred
        self._order = {piece: n for n, piece in enumerate(sighting.changed)}
        self._pointed_at = frozenset(
            piece
            for piece in sighting.lifted
            if piece in sighting.spots
            and piece in self._before
            and not lies_wrong(self._before[piece], sighting.spots[piece])
        )

    def decides(self, line: Line[S, A], others: Sequence[Line[S, A]]) -> bool:
        """Tell whether it was shown that this line was played, rather than only not shown that others were.

        Every piece that it leaves unmarked was lifted: one at least, unless no line leaves any.
        """
        unmarked = self._unmarked(line)
        if not unmarked <= self._pointed_at:
            return False
        return bool(unmarked) or all(self._unmarked(other) <= self._pointed_at for other in others)

    def may_be_a_nudge(self, line: Line[S, A]) -> bool:
        """Tell whether a line takes for an action what a hand may have done in passing.

        That is: a piece pushed to the edge of a cell in which another was handled, and nothing else to show
        for what it is said to have done.
        """
        after = self._game.layout(line.state)
        changed = {
            piece for piece in line.pieces if not same_claim(self._before.get(piece), after.get(piece))
        }
        for state, action in zip(line.states, line.actions, strict=False):
            touched = self._game.trace(state, action).pieces
            marked = touched & changed
            if len(marked) != 1 or touched & self._pointed_at - marked:
                continue
            (piece,) = marked
            was, now = self._before.get(piece), after.get(piece)
            if was is None or now is None or lies_wrong(was, now):
                continue
            if self._beside_a_hand(piece, now.cell):
                return True
        return False

    def nudges_apart(self, line: Line[S, A]) -> bool:
        """Tell whether a line explains all but pieces that a hand may have nudged in passing."""
        after = self._game.layout(line.state)
        for piece, spot in self._seen.items():
            expected = after.get(piece)
            if not edge_differs(expected, spot):
                continue
            idle = same_claim(self._before.get(piece), expected)
            if not (idle and self._beside_a_hand(piece, spot.cell)):
                return False
        return True

    def _beside_a_hand(self, piece: PieceId, cell: Cell) -> bool:
        return any(there == cell and other != piece for other, there in self._stirred)

    def likelihoods(self, lines: Sequence[Line[S, A]]) -> tuple[float, ...]:
        """Return how likely each line is; together 1."""
        weights = [self._weight(line) for line in lines]
        total = sum(weights)
        return tuple(weight / total for weight in weights)

    def _weight(self, line: Line[S, A]) -> float:
        unmarked = self._unmarked(line)
        weight = _LONGER ** len(line.actions)
        weight *= _UNTOUCHED ** len(unmarked - self._pointed_at)
        weight *= _LIFTED_FOR_NOTHING ** len(self._pointed_at - line.pieces)
        acted, shown = self._disorder(line)
        return float(weight * _OUT_OF_ORDER**acted * _SHOWN_OUT_OF_ORDER**shown)

    def _unmarked(self, line: Line[S, A]) -> frozenset[PieceId]:
        after = self._game.layout(line.state)
        return frozenset(
            piece for piece in line.pieces if same_claim(self._before.get(piece), after.get(piece))
        )

    def _disorder(self, line: Line[S, A]) -> tuple[int, int]:
        """Return how many neighbours come in another order than hands took them in: actions; pieces shown."""
        found = [
            self._game.trace(state, action) for state, action in zip(line.states, line.actions, strict=False)
        ]
        within = [[self._order[piece] for piece in one.order if piece in self._order] for one in found]
        traces = [one.pieces for one in found]
        counts = Counter(piece for pieces in traces for piece in pieces)
        when = [
            min(self._order[piece] for piece in own)
            for pieces in traces
            if (own := {piece for piece in pieces if counts[piece] == 1} & self._order.keys())
        ]
        return _falls(when), sum(map(_falls, within))


def _falls(times: Sequence[int]) -> int:
    return sum(earlier > later for earlier, later in pairwise(times))
