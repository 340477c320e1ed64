"""A case for the search: one reading of a table in a state, and the means to explain it. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Generic, Self

from engine.core.game import A, Game, S
from engine.core.ids import PieceId
from engine.session.explaining.explanations import Ambiguous, Why
from engine.session.explaining.likelihood import LineEvidence
from engine.session.explaining.lines import (
    USUAL,
    ActionLine,
    Call,
    Effort,
    Findings,
    SearchLimits,
    without_added_answers,
)
from engine.session.explaining.search import dash, search
from engine.session.seen.sighting import Leftovers, Sighting


@dataclass(frozen=True)
class Case(Generic[S, A]):
    """A question for the search: a sighting of a table, and the last known state of its game."""

    game: Game[S, A]
    """The game."""
    state: S
    """The last known state."""
    sighting: Sighting
    """The sighting to explain."""
    leftovers: Leftovers
    """Pieces that lie wrong already. They are accepted as long as they lie so."""
    calls: tuple[Call[A], ...] = ()
    """Explicit actions that were reported and must be part of the explanation."""
    limits: SearchLimits = USUAL
    """How far the search goes."""

    @cached_property
    def evidence(self) -> LineEvidence[S, A]:
        """The touches of hands between the last state and this sighting."""
        return LineEvidence(self.game, self.state, self.sighting, self.leftovers)

    def seen_as(self, sighting: Sighting) -> Self:
        """Return the same case with another reading of the table."""
        return replace(self, sighting=sighting)

    def with_unknown_edges(self, pieces: Iterable[PieceId]) -> Self:
        """Return the same case with unknown edges for these pieces: pushed or straight."""
        spots = self.sighting.spots
        unknown = {piece: replace(spots[piece], edge=None) for piece in pieces}
        return self.seen_as(replace(self.sighting, spots={**spots, **unknown}))

    def search(self, *, effort: Effort = Effort.USUAL) -> Findings[S, A]:
        """Return the shortest lines of play that make the table look as it is seen."""
        return search(
            self.game,
            self.state,
            self.sighting,
            leftovers=self.leftovers,
            calls=self.calls,
            limits=self.limits,
            effort=effort,
        )

    def dash(self, *, after_search: bool = False) -> Findings[S, A] | None:
        """Return one line to a table that has changed much; None: none was found, or none is needed."""
        return dash(
            self.game,
            self.state,
            self.sighting,
            leftovers=self.leftovers,
            limits=self.limits,
            after_search=after_search,
        )

    def ranked(self, why: Why, lines: Sequence[ActionLine[S, A]]) -> Ambiguous[S, A]:
        """Return a question with the likeliest answer first; equally likely ones stay in their order.

        Of several lines with the same result, now or later, only the likeliest is kept.
        """
        evidence = self.evidence
        ordered = without_added_answers(self.game, [evidence.in_order(line) for line in lines])
        weighed = sorted(zip(evidence.weights(ordered), ordered, strict=True), key=lambda one: -one[0])
        best: dict[S, tuple[float, ActionLine[S, A]]] = {}
        for weight, line in weighed:
            if line.state not in best and not any(evidence.levels(line.state, state) for state in best):
                best[line.state] = weight, line
        total = sum(weight for weight, _ in best.values())
        rated = [(weight / total, line) for weight, line in best.values()]
        return Ambiguous(why, tuple(line for _, line in rated), tuple(likely for likely, _ in rated))
