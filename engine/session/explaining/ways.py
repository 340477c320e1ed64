"""The states that a search reached, and the ways to each: hands may have shown which way was taken."""

from collections import Counter
from collections.abc import Sequence
from typing import Generic

from engine.core.game import A, Game, S
from engine.session.explaining.lines import ActionLine

_MOST = 200
"""The most lines with the same end that are distinguished; with more, the difference hardly matters."""

Found = tuple[int, ActionLine[S, A]]
"""A line and its number of turns: answers don't count."""


class SearchWays(Generic[S, A]):
    """The ways that a search found to each state: they differ in more than the order of the same actions.

    A hit that a piece took for another has the same result as a hit on that piece.
    """

    def __init__(self, game: Game[S, A], root: ActionLine[S, A]) -> None:
        self._game = game
        self._known: dict[tuple[S, int], list[Found[S, A]]] = {(root.state, 0): [(0, root)]}

    def is_new(self, line: ActionLine[S, A], called: int, turns: int) -> bool:
        """Tell whether a line leads to a new state; if not, keep it as another way to a known one.

        `called`: how many of the reported actions it has.
        """
        known = self._known.get((line.state, called))
        if known is None:
            self._known[line.state, called] = [(turns, line)]
            return True
        actions = Counter(line.actions)
        if all(Counter(way.actions) != actions for _, way in known):
            known.append((turns, line))
        return False

    def with_others(self, lines: Sequence[Found[S, A]]) -> list[Found[S, A]]:
        """Return lines, also with other beginnings that lead to the same state as theirs."""
        found = list(lines)
        for turns, line in found:
            for n in range(1, len(line.actions)):
                ways = self._known.get((line.states[n], 0))
                if ways is None or line.actions[:n] != ways[0][1].actions:
                    break  # that beginning was already replaced in another line
                for turns_there, way in ways[1:]:
                    if len(found) == _MOST:
                        return found
                    found.append((turns - ways[0][0] + turns_there, self._spliced(way, line, n)))
        return found

    def _spliced(self, way: ActionLine[S, A], line: ActionLine[S, A], n: int) -> ActionLine[S, A]:
        """Return the way to a line's state number `n`, followed by the rest of the line."""
        pieces = set(way.pieces)
        for state, action in zip(line.states[n:], line.actions[n:], strict=False):
            pieces |= self._game.trace(state, action).pieces
        actions, states = (*way.actions, *line.actions[n:]), (*way.states, *line.states[n + 1 :])
        return ActionLine(actions, states, frozenset(pieces))
