"""How likely each of several lines of play is that all look the same now: by what hands did before. Pure.

A play that leaves no mark on a piece is shown by lifting that piece for a moment: the target of a hit that
was blocked, or that cost one of several lives.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Generic

from engine.core.game import A, Game, S, come_to_the_same
from engine.core.ids import PieceId, Seconds
from engine.core.layout import Layout, Spot, lie_across
from engine.session.explaining.grounds import Grounds
from engine.session.explaining.lines import ActionLine
from engine.session.seen.sighting import (
    NO_LEFTOVERS,
    START,
    Leftovers,
    Sighting,
    edge_differs,
    lies_wrong,
    same_claim,
)
from engine.session.seen.touches import Did, PieceTouch, actions, lifted_once

SURE = 0.95
"""From here on a line is played without a question, if it was shown."""

BEYOND_DOUBT = 0.99
"""From here on it needn't be shown: that the others weren't, and the order of what was done, are enough."""

_UNTOUCHED = 0.02
"""A line concerns a piece without a mark, and nobody lifted that: who plays forgets it now and then."""

_LIFTED_FOR_NOTHING = 0.03
"""A piece was lifted that lies as before, and a line doesn't concern it."""

_LIFTED_AGAIN = 0.25
"""A piece was lifted more often than a line has it hit: that has no reason, while two hits would be one."""

_OUT_OF_ORDER = 0.02
"""Something was done for an action before another was over that a line has come earlier."""

_SHOWN_OUT_OF_ORDER = 0.03
"""The same of two pieces that one action concerns, and that were both only lifted, which is to show them."""

_TAKEN_OUT_OF_ORDER = 0.2
"""The same where one of them had to be touched anyway: who clears the table may begin anywhere."""

_LONGER = 0.5
"""A line has one action more."""

_LESS = 0.25
"""A line hits one piece where the same hands could have hit another with it.

Bots who had that choice took the lesser one 10 times and the greater one 40 times in 150 matches of the war
game; people who play to win know it as well.
"""

_GESTURE_S = 5.0
"""The time within which the pieces of one play are shown."""

_SAME_HAND_S = 0.3
"""A push that comes to light within this of another piece's touch beside it may be the same hand's."""


@dataclass(frozen=True, slots=True)
class _Play:
    """One action with its answers."""

    start: int
    """The number of its first action in the line."""
    end: int
    """The number after its last action in the line."""
    unmarked: frozenset[PieceId]
    """Pieces that it concerns and that lie as before, so hands must have shown them."""
    times: tuple[tuple[Seconds, ...], ...] = ()
    """For each of its actions, when its changes, or the pieces it has to show, were handled."""
    first: Mapping[PieceId, Seconds] | None = None
    """When each piece was handled first; None: no times are known."""
    order: tuple[PieceId, ...] = ()
    """The order that pieces were to be shown in."""


class LineEvidence(Generic[S, A]):
    """The touches of hands, as evidence for lines from one state."""

    def __init__(
        self, game: Game[S, A], state: S, sighting: Sighting, leftovers: Leftovers = NO_LEFTOVERS
    ) -> None:
        self._game = game
        self._leftovers = leftovers
        self._before = game.layout(state)
        self._layouts: dict[S, Layout] = {state: self._before}
        self._sighting = sighting
        self._seen = sighting.spots
        self._touches = sighting.touches
        self._actions: defaultdict[tuple[PieceId, Did], list[PieceTouch]] = defaultdict(list)
        # A piece under another one comes and goes with it.
        covered = {
            piece
            for piece, spot in self._before.items()
            if spot.covered and not sighting.was_taken(piece, self._before)
        }
        found = lifted_once([action for action in actions(sighting.touches) if action.piece not in covered])
        for action in found:
            self._actions[action.piece, action.did].append(action)
        entered = {(action.cell, action.at) for action in found if action.did in {Did.MOVED, Did.CAME}}
        # A piece that vanishes as something is put on it was covered, not lifted.
        shown = Counter(
            action.piece
            for action in found
            if action.did is Did.SHOWN and (action.cell, action.at) not in entered
        )
        came_and_went = {
            action.piece for action in found if action.did is Did.GONE and action.piece in self._came
        }
        self._shown = shown + Counter(came_and_went)
        self.grounds = Grounds(game, self._before, sighting, leftovers, self._layout)

    @property
    def layout(self) -> Layout:
        """How all should lie before any line."""
        return self._before

    @property
    def _came(self) -> frozenset[PieceId]:
        return frozenset(piece for piece, did in self._actions if did is Did.CAME)

    def decides(self, line: ActionLine[S, A], others: Sequence[ActionLine[S, A]], likely: float) -> bool:
        """Tell whether it was shown that this line was played, rather than only not shown that others were.

        Every piece that it leaves unmarked was lifted: one at least, unless no line leaves any, or there's
        no doubt all the same. Where no camera looked meanwhile, more may have been lifted than was seen.
        `likely`: how likely the line is.
        """
        unmarked = self._unmarked(line)
        if likely < SURE or not unmarked <= self._shown.keys():
            return False
        if self._was_unwatched(unmarked) and any(unmarked < self._unmarked(other) for other in others):
            return False
        if unmarked or likely >= BEYOND_DOUBT:
            return True
        return all(self._unmarked(other) <= self._shown.keys() for other in others)

    def levels(self, one: S, other: S) -> bool:
        """Tell whether it makes no difference to anything that follows which of two positions it is."""
        return come_to_the_same(self._game, one, other)

    def saw_any_of(self, line: ActionLine[S, A]) -> bool:
        """Tell whether a line changes how any piece lies, or leaves one as it lay that was lifted."""
        after = self._layout(line.state)
        moved = any(not same_claim(self._before.get(piece), after.get(piece)) for piece in line.pieces)
        return moved or bool(self._unmarked(line) & self._shown.keys())

    def saw_some_of_all(self, line: ActionLine[S, A]) -> bool:
        """Tell whether hands were seen at each play of a line, with a camera looking all the while."""
        return self._sighting.eyes_back_at is None and all(any(play.times) for play in self._plays(line))

    def saw_all_of(self, line: ActionLine[S, A]) -> bool:
        """Tell whether hands did all that a line says, in its order, and were seen to do nothing else.

        Of what one play takes off the table any may go first.
        """
        if not self.saw_some_of_all(line):
            return False
        least = _LONGER ** len(line.actions) * _TAKEN_OUT_OF_ORDER
        return self.weight(line) >= least and not self.may_be_a_nudge(line)

    def _was_unwatched(self, pieces: frozenset[PieceId]) -> bool:
        """Tell whether no camera looked for a while about when these pieces were shown."""
        back_at = self._sighting.eyes_back_at
        shown = [action.at for piece in pieces for action in self._actions[piece, Did.SHOWN]]
        return back_at is not None and any(at - back_at < _GESTURE_S for at in shown)

    def may_be_a_nudge(self, line: ActionLine[S, A]) -> bool:
        """Tell whether an action of a line may be a hand's nudge in passing.

        It may if a piece was pushed to the edge of a cell where another piece was handled at that moment, and
        nothing else shows the action.
        """
        plays = self._plays(line)
        to_show = self._to_show(plays)
        enough = {piece for piece, times in to_show.items() if self._shown[piece] >= times}
        return any(self._is_a_nudge(line, play) for play in plays if not play.unmarked & enough)

    def _is_a_nudge(self, line: ActionLine[S, A], play: _Play) -> bool:
        """Tell whether a play's only change is a piece pushed by a hand that meant another piece."""
        before, after = self._layout(line.states[play.start]), self._layout(line.states[play.end])
        changed = {
            piece
            for state, action in zip(
                line.states[play.start : play.end], line.actions[play.start : play.end], strict=True
            )
            for piece in self._game.trace(state, action).pieces
            if not same_claim(before.get(piece), after.get(piece))
        }
        if len(changed) != 1:
            return False
        (piece,) = changed
        was, now = before.get(piece), after.get(piece)
        if was is None or now is None or lies_wrong(was, now):
            return False
        return self._beside_a_hand(piece, now)

    def is_shown(self, line: ActionLine[S, A]) -> bool:
        """Tell whether every piece that a line concerns and leaves as it lay was lifted for it."""
        return not self._to_show(self._plays(line)) - self._shown

    @property
    def maybe_nudged(self) -> frozenset[PieceId]:
        """The pieces at an edge of the cell where they lay before, that a hand may have pushed in passing."""
        return frozenset(
            piece
            for piece, spot in self._seen.items()
            if edge_differs(self._before.get(piece), spot)
            and not lies_wrong(self._before.get(piece), spot)
            and self._beside_a_hand(piece, spot)
        )

    def nudges_apart(self, line: ActionLine[S, A]) -> bool:
        """Tell whether a line explains all but pieces that a hand may have nudged in passing."""
        after = self._layout(line.state)
        for piece, spot in self._seen.items():
            expected = after.get(piece)
            if not edge_differs(expected, spot):
                continue
            idle = same_claim(self._before.get(piece), expected)
            known = self._leftovers.get(piece)
            if idle and known is not None and known.edge is spot.edge:
                continue
            if not (idle and self._beside_a_hand(piece, spot)):
                return False
        return True

    def _beside_a_hand(self, piece: PieceId, spot: Spot) -> bool:
        """Tell whether the hand that shifted a piece in its cell may have meant another one there.

        Where no camera read the cell meanwhile, that's any hand in it since. Ground that shows as whoever
        stands on it is lifted is handled by nobody.
        """
        shifts = [one for one in self._touches if one.piece == piece and one.is_shift]
        shifted = max(shifts, key=lambda one: one.at, default=None)
        if shifted is not None and not all(map(self._is_ground, shifted.beside)):
            return True
        return any(
            one.piece != piece
            and not self._is_ground(one.piece)
            and (shifted is None or abs(one.at - shifted.at) <= _SAME_HAND_S)
            and any(lie is not None and lie.cell == spot.cell for lie in (one.was, one.now))
            for one in self._touches
        )

    def in_order(self, line: ActionLine[S, A]) -> ActionLine[S, A]:
        """Return a line with its plays in the order of the hands, if that is legal and comes to the same."""
        plays = self._plays(line)
        begun = [min((at for times in play.times for at in times), default=None) for play in plays]
        known = [at for at in begun if at is not None]
        if len(known) < len(begun) or not any(earlier > later for earlier, later in pairwise(known)):
            return line
        actions = tuple(
            action
            for _, play in sorted(zip(known, plays, strict=True), key=lambda one: one[0])
            for action in line.actions[play.start : play.end]
        )
        states = [line.states[0]]
        for action in actions:
            if self._game.violations(states[-1], action):
                return line
            states.append(self._game.apply(states[-1], action))
        return replace(line, actions=actions, states=tuple(states)) if states[-1] == line.state else line

    def has_entangled(self, line: ActionLine[S, A]) -> bool:
        """Tell whether hands began a play of a line before they had ended the one before."""
        return _late([times for play in self._plays(line) for times in play.times]) > 0

    def weights(self, lines: Sequence[ActionLine[S, A]]) -> tuple[float, ...]:
        """Return how likely each of several lines is, beside the others."""
        to_show = [self._to_show(self._plays(line)) for line in lines]
        return tuple(
            self.weight(line)
            * (_LESS if any(_does_less(line, own, *one) for one in zip(lines, to_show, strict=True)) else 1.0)
            for line, own in zip(lines, to_show, strict=True)
        )

    def weight(self, line: ActionLine[S, A]) -> float:
        """Return how well a line fits what hands did, whatever else might have been played."""
        plays = self._plays(line)
        to_show = self._to_show(plays)
        weight = _LONGER ** len(line.actions)
        weight *= _UNTOUCHED ** (to_show - self._shown).total()
        weight *= _LIFTED_AGAIN ** sum(self._shown[piece] > times for piece, times in to_show.items())
        weight *= _LIFTED_FOR_NOTHING ** len(
            self.pointed_at - line.pieces - self._may_be_answering(line, plays)
        )
        weight *= _OUT_OF_ORDER ** _late([times for play in plays for times in play.times])
        for play in plays:
            weight *= self._weight_of_order(play)
        return float(weight)

    def _may_be_answering(self, line: ActionLine[S, A], plays: Sequence[_Play]) -> frozenset[PieceId]:
        """Return what was lifted after all of a line that awaits an answer: perhaps who takes the hit."""
        if not self._game.decider(line.state).continues:
            return frozenset()
        over = max((at for play in plays for times in play.times for at in times), default=START)
        return frozenset(
            piece
            for piece in self._shown
            if all(action.at > over for action in self._actions[piece, Did.SHOWN])
        )

    @property
    def pointed_at(self) -> frozenset[PieceId]:
        """The pieces that were lifted and nothing else. Nobody points with ground: an arm hid it."""
        return frozenset(
            piece
            for piece in self._shown
            if not self._is_ground(piece)
            and (not lies_wrong(self._before.get(piece), self._seen.get(piece)) or piece in self._came)
        )

    def _is_ground(self, piece: PieceId) -> bool:
        return piece in self._before and self._before[piece].ground

    def _weight_of_order(self, play: _Play) -> float:
        weight = 1.0
        first = play.first or {}
        for earlier, later in pairwise([piece for piece in play.order if piece in first]):
            if first[earlier] > first[later]:
                only_shown = {earlier, later} <= play.unmarked
                weight *= _SHOWN_OUT_OF_ORDER if only_shown else _TAKEN_OUT_OF_ORDER
        return weight

    @staticmethod
    def _to_show(plays: Iterable[_Play]) -> Counter[PieceId]:
        """Return how often each piece has to be lifted so that all of these plays are shown."""
        return Counter(piece for play in plays for piece in play.unmarked)

    def _unmarked(self, line: ActionLine[S, A]) -> frozenset[PieceId]:
        return frozenset(piece for play in self._plays(line) for piece in play.unmarked)

    def _plays(self, line: ActionLine[S, A]) -> list[_Play]:
        """Return a line's actions, each with its answers, and when the hands did what belongs to them."""
        starts = [
            n for n, state in enumerate(line.states[:-1]) if n == 0 or not self._game.decider(state).continues
        ]
        used: Counter[tuple[PieceId, Did]] = Counter()
        plays = []
        # The last actions of a kind are those that count, so the line is gone through from its end.
        for start, end in reversed(list(pairwise([*starts, len(line.actions)]))):
            plays.append(self._play(line, start, end, used))
        return plays[::-1]

    def _play(
        self, line: ActionLine[S, A], start: int, end: int, used: Counter[tuple[PieceId, Did]]
    ) -> _Play:
        before, after = self._layout(line.states[start]), self._layout(line.states[end])
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
            was, now = self._layout(line.states[n]), self._layout(line.states[n + 1])
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
        return _Play(start, end, unmarked, tuple(reversed(times)), first, trace.order)

    def _when(
        self, piece: PieceId, did: Did, spot: Spot | None, used: Counter[tuple[PieceId, Did]]
    ) -> Seconds | None:
        """Return when the last action of this kind was done that no later play of the line accounts for.

        A change that a camera found as it looked again was made while nobody looked: nobody knows when.
        """
        found = self._actions.get((piece, did), [])
        if did is Did.MOVED and spot is not None:
            found = [action for action in found if action.cell == spot.cell]
        number = used[piece, did]
        used[piece, did] += 1
        at = found[-1 - number].at if number < len(found) else None
        return None if at == self._sighting.eyes_back_at else at

    def _layout(self, state: S) -> Layout:
        if state not in self._layouts:
            self._layouts[state] = self._game.layout(state)
        return self._layouts[state]


def _does_less(
    line: ActionLine[S, A], shows: Counter[PieceId], other: ActionLine[S, A], other_shows: Counter[PieceId]
) -> bool:
    """Tell whether a line does some of what another does, and nothing else: a hit that splashes less.

    `shows`, `other_shows`: the pieces that each leaves as they lay, and how often. A piece that is hit twice
    by the one isn't hit less by it.
    """
    as_long = len(line.actions) == len(other.actions)
    return as_long and bool(shows) and shows < other_shows and line.pieces < other.pieces


def _leaves_no_mark(was: Spot, now: Spot | None) -> bool:
    """Tell whether a piece lies as before.

    A piece that was covered on its pile, or laid bare, needn't be shown.
    """
    return same_claim(was, now) and not (was.piled and now is not None and was.covered is not now.covered)


def _did(was: Spot | None, now: Spot | None) -> Did | None:
    """Return what a hand does to make a piece lie as an action has it."""
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


def _late(plays: Sequence[Sequence[Seconds]]) -> int:
    """Return how much was done for these, in this order, before one that stands before them was over."""
    count, over = 0, None
    for times in plays:
        if not times:
            continue
        if over is not None:
            count += sum(at < over for at in times)
        over = max(times) if over is None else max(over, *times)
    return count
