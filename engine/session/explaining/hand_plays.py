"""The plays of a line as hands made them: when each was made, and which pieces it leaves unmarked. Pure.

A play that leaves no mark on a piece is shown by lifting that piece for a moment. Such a piece is the target
of a hit that was blocked, or that cost one of several lives.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Generic

from engine.core.game import A, Game, S
from engine.core.ids import PieceId, Seconds
from engine.core.layout import Layout, Spot, lie_across
from engine.session.explaining.lines import ActionLine
from engine.session.seen.sighting import Sighting, same_claim
from engine.session.seen.touches import Did, PieceTouch, actions, lifted_once


@dataclass(frozen=True, slots=True)
class HandPlay:
    """One action with its answers."""

    start: int
    """The number of its first action in the line."""
    end: int
    """The number after its last action in the line."""
    unmarked: frozenset[PieceId]
    """Pieces that it concerns and that lie as before; so hands must have shown them by a lift."""
    times: tuple[tuple[Seconds, ...], ...] = ()
    """For each of its actions, when its changes, or the pieces it has to show, were handled."""
    first: Mapping[PieceId, Seconds] | None = None
    """When each piece was first handled; None: no times are known."""
    order: tuple[PieceId, ...] = ()
    """The order to show the pieces in."""


class HandPlays(Generic[S, A]):
    """The touches of hands on the way to a sighting, by the plays of lines from one state."""

    def __init__(self, game: Game[S, A], state: S, sighting: Sighting) -> None:
        self._game = game
        self._sighting = sighting
        self._layouts: dict[S, Layout] = {}
        self.before = self.layout(state)
        """The layout before any line."""
        self.actions: defaultdict[tuple[PieceId, Did], list[PieceTouch]] = defaultdict(list)
        """The hands' actions with each piece, by kind, in the order of their times."""
        # A piece under another one seems to come and go with it.
        covered = {
            piece
            for piece, spot in self.before.items()
            if spot.covered and not sighting.was_taken(piece, self.before)
        }
        found = lifted_once([action for action in actions(sighting.touches) if action.piece not in covered])
        for action in found:
            self.actions[action.piece, action.did].append(action)
        entered = {(action.cell, action.at) for action in found if action.did in {Did.MOVED, Did.CAME}}
        # A piece that vanishes while something is put on it was covered, not lifted.
        shown = Counter(
            action.piece
            for action in found
            if action.did is Did.SHOWN and (action.cell, action.at) not in entered
        )
        came_and_went = {
            action.piece for action in found if action.did is Did.GONE and action.piece in self.came
        }
        self.shown = shown + Counter(came_and_went)
        """How often each piece was lifted for a moment."""

    @property
    def came(self) -> frozenset[PieceId]:
        """The pieces that hands brought to the table."""
        return frozenset(piece for piece, did in self.actions if did is Did.CAME)

    def layout(self, state: S) -> Layout:
        """Return how all lies in a state."""
        if state not in self._layouts:
            self._layouts[state] = self._game.layout(state)
        return self._layouts[state]

    def is_ground(self, piece: PieceId) -> bool:
        """Tell whether other pieces may be put on a piece."""
        return piece in self.before and self.before[piece].ground

    def unmarked(self, line: ActionLine[S, A]) -> frozenset[PieceId]:
        """Return the pieces that a line concerns and leaves as they lay."""
        return frozenset(piece for play in self.of(line) for piece in play.unmarked)

    def of(self, line: ActionLine[S, A]) -> list[HandPlay]:
        """Return a line's actions, each with its answers and the times of its touches."""
        starts = [
            n for n, state in enumerate(line.states[:-1]) if n == 0 or not self._game.decider(state).continues
        ]
        used: Counter[tuple[PieceId, Did]] = Counter()
        plays = []
        # The last touches of a kind count, so the line is followed from its end.
        for start, end in reversed(list(pairwise([*starts, len(line.actions)]))):
            plays.append(self._play(line, start, end, used))
        return plays[::-1]

    def _play(
        self, line: ActionLine[S, A], start: int, end: int, used: Counter[tuple[PieceId, Did]]
    ) -> HandPlay:
        before, after = self.layout(line.states[start]), self.layout(line.states[end])
        trace = self._game.trace(line.states[start], line.actions[start])
        unmarked = frozenset[PieceId]()
        if not self._game.decider(line.states[start]).continues:
            unmarked = frozenset(
                piece
                for piece in trace.pieces
                if piece in before and _leaves_no_mark(before[piece], after.get(piece))
            )
        times: list[tuple[Seconds, ...]] = []
        first: dict[PieceId, Seconds] = {}
        for n in reversed(range(start, end)):
            was, now = self.layout(line.states[n]), self.layout(line.states[n + 1])
            wanted = [
                (piece, _did(was.get(piece), now.get(piece)))
                for piece in self._game.trace(line.states[n], line.actions[n]).pieces
            ]
            if n == start:
                wanted += [(piece, Did.SHOWN) for piece in unmarked]
            own: list[Seconds] = []
            for piece, did in wanted:
                if did is None:
                    continue
                at = self._when(piece, did, now.get(piece), used)
                if at is not None:
                    own.append(at)
                    first[piece] = min(at, first.get(piece, at))
            times.append(tuple(own))
        return HandPlay(start, end, unmarked, tuple(reversed(times)), first, trace.order)

    def _when(
        self, piece: PieceId, did: Did, spot: Spot | None, used: Counter[tuple[PieceId, Did]]
    ) -> Seconds | None:
        """Return the time of the last touch of this kind that no later play of the line explains.

        A change that a camera found when it looked again has no known time.
        """
        found = self.actions.get((piece, did), [])
        if did is Did.MOVED and spot is not None:
            found = [action for action in found if action.cell == spot.cell]
        number = used[piece, did]
        used[piece, did] += 1
        at = found[-1 - number].at if number < len(found) else None
        return None if at == self._sighting.eyes_back_at else at


def lifts_to_show(plays: Iterable[HandPlay]) -> Counter[PieceId]:
    """Return how often each piece must be lifted to show all of these plays."""
    return Counter(piece for play in plays for piece in play.unmarked)


def done_late(plays: Sequence[Sequence[Seconds]]) -> int:
    """Return the number of touches for these plays that came before an earlier play was over."""
    count, over = 0, None
    for times in plays:
        if not times:
            continue
        if over is not None:
            count += sum(at < over for at in times)
        over = max(times) if over is None else max(over, *times)
    return count


def _leaves_no_mark(was: Spot, now: Spot | None) -> bool:
    """Tell whether a piece lies as before.

    This includes a piece that was only covered or uncovered on its pile.
    """
    return same_claim(was, now) and not (was.piled and now is not None and was.covered is not now.covered)


def _did(was: Spot | None, now: Spot | None) -> Did | None:
    """Return the touch that makes a piece lie as an action has it."""
    if same_claim(was, now):
        return None
    if was is None:
        return Did.CAME
    if now is None:
        return Did.GONE
    if was.cell != now.cell:
        return Did.MOVED
    if was.face is not now.face:
        return Did.FLIPPED
    if lie_across(was, now):
        return Did.SIDEWAYS if now.sideways else Did.UPRIGHT
    return Did.PUSHED if now.edge else None
