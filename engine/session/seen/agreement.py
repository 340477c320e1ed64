"""What several sources say of the same pieces, weighed: what they agree on, and what they dispute. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Spot

EDGES_KEPT = 6
"""Looks that say together whether a piece is pushed: one that misreads it doesn't count among so many."""

OUTWEIGHS = 3.0
"""A source that is trusted so many times as much as those against it is believed."""

Claims = tuple[tuple[str, Cell], ...]
"""Which source says that a piece lies where."""


@dataclass(frozen=True, slots=True)
class Trace:
    """One piece in a run. `edges` has the last looks' answers to whether it is pushed, the newest last.

    It's empty from a source that can't tell.
    """

    cell: Cell
    face: Face
    edges: tuple[bool, ...]
    turned_deg: int

    @property
    def spot(self) -> Spot:
        """The piece's spot; `edge` is None where too many looks don't agree, or none says."""
        return Spot(self.cell, self.face, turned_deg=self.turned_deg, edge=_agreed_edge(self.edges))


def _agreed_edge(edges: tuple[bool, ...]) -> bool | None:
    pushed = sum(edges)
    if not edges:
        return None
    if pushed * 5 >= len(edges) * 4:
        return True
    return False if pushed * 5 <= len(edges) else None


def agreed(
    claims: Mapping[str, Mapping[PieceId, Trace]], trust: Mapping[str, float]
) -> tuple[dict[PieceId, Spot], dict[PieceId, Claims]]:
    """Return where the pieces lie by all sources' word, and who says what of those that are disputed.

    A piece that one source sees and another doesn't is where it's seen: not to see is no claim.
    """
    said: dict[PieceId, list[tuple[str, Trace]]] = {}
    for source, pieces in claims.items():
        for piece, trace in pieces.items():
            said.setdefault(piece, []).append((source, trace))
    spots: dict[PieceId, Spot] = {}
    disputes: dict[PieceId, Claims] = {}
    for piece, words in said.items():
        believed = _believed(words, trust)
        if believed is None:
            disputes[piece] = tuple((source, trace.cell) for source, trace in words)
        else:
            spots[piece] = believed
    return spots, disputes


def _believed(words: list[tuple[str, Trace]], trust: Mapping[str, float]) -> Spot | None:
    first = words[0][1]
    if len(words) == 1:
        return first.spot
    weights: dict[tuple[Cell, Face], float] = {}
    for source, trace in words:
        place = (trace.cell, trace.face)
        weights[place] = weights.get(place, 0.0) + trust.get(source, 1.0)
    best = max(weights, key=lambda place: weights[place])
    if weights[best] < OUTWEIGHS * (sum(weights.values()) - weights[best]):
        return None
    there = [trace for _, trace in words if (trace.cell, trace.face) == best]
    # Who can't tell whether a piece is pushed doesn't contradict who can.
    spots = [trace.spot for trace in there if trace.edges] or [trace.spot for trace in there]
    agree = len({spot.edge for spot in spots}) == 1
    return spots[0] if agree else replace(spots[0], edge=None)
