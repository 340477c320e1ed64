"""Pairs as many as can be paired: a maximum matching of a graph, by Edmonds' blossom algorithm.

Source: Jack Edmonds, *Paths, trees, and flowers* (1965). A tournament's rounds need it: pairing from the top
down leaves at the bottom people who have met already, though another pairing has none of them.
"""

from collections import deque
from collections.abc import Sequence

_NONE = -1


def matching(neighbours: Sequence[Sequence[int]]) -> list[int]:
    """Return each vertex's partner, -1 for none, such that as many as possible have one.

    `neighbours[v]` are the vertices that `v` may be paired with, those that it had better be paired with
    first. It takes time with the third power of the number of vertices.
    """
    search = _Search(neighbours)
    for vertex, others in enumerate(neighbours):
        if search.partner[vertex] == _NONE:
            free = next((one for one in others if search.partner[one] == _NONE), _NONE)
            if free != _NONE:
                search.partner[vertex], search.partner[free] = free, vertex
    for vertex in range(len(neighbours)):
        if search.partner[vertex] == _NONE:
            search.augment(vertex)
    return search.partner


class _Search:
    """A matching that grows by paths whose ends have no partner yet."""

    def __init__(self, neighbours: Sequence[Sequence[int]]) -> None:
        self._neighbours = neighbours
        self._count = len(neighbours)
        self.partner = [_NONE] * self._count
        self._parent: list[int] = []
        self._base: list[int] = []

    def augment(self, root: int) -> None:
        """Give a vertex a partner, if any path to another without one exists."""
        end = self._path_end(root)
        while end != _NONE:
            before = self._parent[end]
            after = self.partner[before]
            self.partner[end], self.partner[before] = before, end
            end = after

    def _path_end(self, root: int) -> int:
        self._parent, self._base = [_NONE] * self._count, list(range(self._count))
        reached = [False] * self._count
        reached[root] = True
        waiting = deque([root])
        while waiting:
            vertex = waiting.popleft()
            for other in self._neighbours[vertex]:
                if self._base[vertex] == self._base[other] or self.partner[vertex] == other:
                    continue
                partner = self.partner[other]
                if other == root or (partner != _NONE and self._parent[partner] != _NONE):
                    self._contract(vertex, other, reached, waiting)
                elif self._parent[other] == _NONE:
                    self._parent[other] = vertex
                    if partner == _NONE:
                        return other
                    reached[partner] = True
                    waiting.append(partner)
        return _NONE

    def _contract(self, vertex: int, other: int, reached: list[bool], waiting: deque[int]) -> None:
        """Treat an odd circle, a blossom, as one vertex from now on."""
        base = self._common_base(vertex, other)
        blossom = [False] * self._count
        self._mark(vertex, base, other, blossom)
        self._mark(other, base, vertex, blossom)
        for one in range(self._count):
            if blossom[self._base[one]]:
                self._base[one] = base
                if not reached[one]:
                    reached[one] = True
                    waiting.append(one)

    def _common_base(self, vertex: int, other: int) -> int:
        seen = set()
        while True:
            vertex = self._base[vertex]
            seen.add(vertex)
            if self.partner[vertex] == _NONE:
                break
            vertex = self._parent[self.partner[vertex]]
        while self._base[other] not in seen:
            other = self._parent[self.partner[self._base[other]]]
        return self._base[other]

    def _mark(self, vertex: int, base: int, child: int, blossom: list[bool]) -> None:
        while self._base[vertex] != base:
            partner = self.partner[vertex]
            blossom[self._base[vertex]] = blossom[self._base[partner]] = True
            self._parent[vertex] = child
            child = partner
            vertex = self._parent[partner]
