"""The claims of several sources about the same pieces, weighed: agreements and disputes. Pure."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from engine.core.ids import Cell, PieceId
from engine.core.layout import Face, Spot, lie_across

EDGES_KEPT = 6
"""The number of looks that decide together whether a piece is pushed, so that one misreading doesn't
matter."""

OUTWEIGHS = 3.0
"""A source is believed that has this many times the trust of those against it."""

Claims = tuple[tuple[str, Cell], ...]
"""The claims about each piece, by source."""


@dataclass(frozen=True, slots=True)
class PieceRun:
    """One piece in a run."""

    cell: Cell
    """The cell that it lies in."""
    face: Face | None
    """The side that is up; None from a source that can't tell."""
    edges: tuple[bool, ...]
    """Whether it is pushed, by each of the last looks, the newest last; empty from a source that can't tell.
    """
    sideways: bool | None
    """Whether it lies across; None from a source that can't tell."""

    @property
    def spot(self) -> Spot:
        """The piece's spot; `edge` is None where too many looks disagree, or none says."""
        return Spot(self.cell, self.face, sideways=self.sideways, edge=_agreed_edge(self.edges))

    def may_be(self, other: "PieceRun") -> bool:
        """Tell whether another look may show the same; unknown facts contradict nothing."""
        same_face = self.face is other.face or None in (self.face, other.face)
        return self.cell == other.cell and same_face and not lie_across(self.spot, other.spot)

    def with_more(self, other: "PieceRun") -> "PieceRun":
        """Return this trace with the facts that only the other knows, and with the other's edges added."""
        edges = (*self.edges, *other.edges)[-EDGES_KEPT:]
        face = self.face if self.face is not None else other.face
        sideways = other.sideways if other.sideways is not None else self.sideways
        if (edges, face, sideways) == (self.edges, self.face, self.sideways):
            return self
        return PieceRun(self.cell, face, edges, sideways)


def _agreed_edge(edges: tuple[bool, ...]) -> bool | None:
    pushed = sum(edges)
    if not edges:
        return None
    if pushed * 5 >= len(edges) * 4:
        return True
    return False if pushed * 5 <= len(edges) else None


def agreed(
    claims: Mapping[str, Mapping[PieceId, PieceRun]], trust: Mapping[str, float]
) -> tuple[dict[PieceId, Spot], dict[PieceId, Claims]]:
    """Return where the pieces lie by all sources together, and the claims about disputed pieces.

    A piece that one source sees and another doesn't is where it's seen: not seeing it is no claim.
    """
    said: dict[PieceId, list[tuple[str, PieceRun]]] = {}
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


def _believed(words: list[tuple[str, PieceRun]], trust: Mapping[str, float]) -> Spot | None:
    """Return a piece's spot, each fact from the sources that know it; None where a fact is disputed."""
    if len(words) == 1:
        return words[0][1].spot
    cell = _outweighing([(trace.cell, trust.get(source, 1.0)) for source, trace in words])
    if cell is None:
        return None
    there = [(source, trace) for source, trace in words if trace.cell == cell]
    faces = [(trace.face, trust.get(source, 1.0)) for source, trace in there if trace.face is not None]
    face = _outweighing(faces)
    if faces and face is None:
        return None
    spots = [trace.spot for _, trace in there if face is None or trace.face is face]
    # A source that can't see whether a piece is pushed doesn't contradict one that can.
    pushed = {trace.spot.edge for _, trace in there if trace.edges and trace.face in (face, None)}
    sideways = {spot.sideways for spot in spots if spot.sideways is not None}
    return Spot(
        cell,
        face,
        sideways=sideways.pop() if len(sideways) == 1 else None,
        edge=pushed.pop() if len(pushed) == 1 else None,
    )


_Fact = TypeVar("_Fact")


def _outweighing(said: Iterable[tuple[_Fact, float]]) -> _Fact | None:
    """Return the fact with far more weight than all others together; None: there is none."""
    weights: dict[_Fact, float] = {}
    for fact, weight in said:
        weights[fact] = weights.get(fact, 0.0) + weight
    if not weights:
        return None
    best = max(weights, key=lambda fact: weights[fact])
    return best if weights[best] >= OUTWEIGHS * (sum(weights.values()) - weights[best]) else None
