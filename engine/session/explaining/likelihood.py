"""The likelihood of each of several lines of play with the same visible result: by touches of hands. Pure."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Generic

from engine.core.game import A, Game, S, come_to_the_same
from engine.core.ids import PieceId
from engine.core.layout import Layout
from engine.session.explaining.grounds import Grounds
from engine.session.explaining.hand_plays import HandPlay, HandPlays, done_late, lifts_to_show
from engine.session.explaining.lines import ActionLine
from engine.session.explaining.passing_hands import PassingHands
from engine.session.seen.sighting import (
    NO_LEFTOVERS,
    START,
    Leftovers,
    Sighting,
    lies_wrong,
    same_claim,
)
from engine.session.seen.touches import Did

SURE = 0.95
"""From this likelihood on a line is played without a question, if hands showed it."""

BEYOND_DOUBT = 0.99
"""From this likelihood on a line needn't be shown: the order of touches and the lack of others is enough."""

_UNTOUCHED = 0.02
"""A line concerns a piece without a mark, and nobody lifted the piece: players forget that now and then."""

_LIFTED_FOR_NOTHING = 0.03
"""A piece was lifted and put back, and the line doesn't concern it."""

_LIFTED_AGAIN = 0.25
"""A piece was lifted more often than the line has it hit: two lifts have no reason in a line with one hit."""

_OUT_OF_ORDER = 0.02
"""A touch for one action came before an earlier action of the line was over."""

_SHOWN_OUT_OF_ORDER = 0.03
"""The same for two pieces of one action that were both only lifted, which hands do to show them."""

_TAKEN_OUT_OF_ORDER = 0.2
"""The same where one of them had to be touched anyway: a player who clears the table may begin anywhere."""

_LONGER = 0.5
"""The line has one action more."""

_LESS = 0.25
"""The line hits one piece where the same touches could have hit another with it.

Bots who had that choice took the lesser one 10 times and the greater one 40 times in 150 matches of the war
game; people who play to win choose likewise.
"""

_GESTURE_S = 5.0
"""The time within which the pieces of one play are shown."""


class LineEvidence(Generic[S, A]):
    """The touches of hands, as evidence for lines from one state."""

    def __init__(
        self, game: Game[S, A], state: S, sighting: Sighting, leftovers: Leftovers = NO_LEFTOVERS
    ) -> None:
        self._game = game
        self._sighting = sighting
        self._seen = sighting.spots
        self._plays = HandPlays(game, state, sighting)
        self.passing = PassingHands(game, sighting, self._plays, leftovers)
        self.grounds = Grounds(game, self._plays.before, sighting, leftovers, self._plays.layout)

    @property
    def layout(self) -> Layout:
        """The layout before any line."""
        return self._plays.before

    def decides(self, line: ActionLine[S, A], others: Sequence[ActionLine[S, A]], likely: float) -> bool:
        """Tell whether hands showed this line, rather than merely not showing the others.

        Every piece that it leaves unmarked was lifted. There is at least one such piece, unless no line has
        any or the line is beyond doubt anyway. Where no camera looked meanwhile, more pieces may have been
        lifted than were seen. `likely`: how likely the line is.
        """
        unmarked = self._plays.unmarked(line)
        if likely < SURE or not unmarked <= self._plays.shown.keys():
            return False
        if self._was_unwatched(unmarked) and any(unmarked < self._plays.unmarked(other) for other in others):
            return False
        if unmarked or likely >= BEYOND_DOUBT:
            return True
        return all(self._plays.unmarked(other) <= self._plays.shown.keys() for other in others)

    def levels(self, one: S, other: S) -> bool:
        """Tell whether the difference between two positions doesn't matter for anything that follows."""
        return come_to_the_same(self._game, one, other)

    def saw_any_of(self, line: ActionLine[S, A]) -> bool:
        """Tell whether a line changes how any piece lies, or leaves a lifted piece as it lay."""
        after = self._plays.layout(line.state)
        moved = any(not same_claim(self._plays.before.get(piece), after.get(piece)) for piece in line.pieces)
        return moved or bool(self._plays.unmarked(line) & self._plays.shown.keys())

    def saw_some_of_all(self, line: ActionLine[S, A]) -> bool:
        """Tell whether hands were seen at each play of a line, while a camera looked all the time."""
        return self._sighting.eyes_back_at is None and all(any(play.times) for play in self._plays.of(line))

    def saw_all_of(self, line: ActionLine[S, A]) -> bool:
        """Tell whether hands made all plays of a line, in its order, and nothing else was seen.

        Pieces that one play takes off the table may go in any order.
        """
        if not self.saw_some_of_all(line):
            return False
        least = _LONGER ** len(line.actions) * _TAKEN_OUT_OF_ORDER
        return self.weight(line) >= least and not self.passing.may_be_a_nudge(line)

    def _was_unwatched(self, pieces: frozenset[PieceId]) -> bool:
        """Tell whether no camera looked for a while around the time when these pieces were shown."""
        back_at = self._sighting.eyes_back_at
        shown = [action.at for piece in pieces for action in self._plays.actions[piece, Did.SHOWN]]
        return back_at is not None and any(at - back_at < _GESTURE_S for at in shown)

    def is_shown(self, line: ActionLine[S, A]) -> bool:
        """Tell whether every piece that a line concerns without a mark was lifted for it."""
        return not lifts_to_show(self._plays.of(line)) - self._plays.shown

    def in_order(self, line: ActionLine[S, A]) -> ActionLine[S, A]:
        """Return a line with its plays in the order of the hands, if it stays legal with the same result."""
        plays = self._plays.of(line)
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
        """Tell whether hands began a play of a line before they had ended the previous one."""
        return done_late([times for play in self._plays.of(line) for times in play.times]) > 0

    def weights(self, lines: Sequence[ActionLine[S, A]]) -> tuple[float, ...]:
        """Return the likelihood of each of several lines, compared with the others."""
        to_show = [lifts_to_show(self._plays.of(line)) for line in lines]
        return tuple(
            self.weight(line)
            * (_LESS if any(_does_less(line, own, *one) for one in zip(lines, to_show, strict=True)) else 1.0)
            for line, own in zip(lines, to_show, strict=True)
        )

    def weight(self, line: ActionLine[S, A]) -> float:
        """Return how well a line fits the touches, without a comparison with other lines."""
        plays = self._plays.of(line)
        to_show = lifts_to_show(plays)
        weight = _LONGER ** len(line.actions)
        weight *= _UNTOUCHED ** (to_show - self._plays.shown).total()
        weight *= _LIFTED_AGAIN ** sum(self._plays.shown[piece] > times for piece, times in to_show.items())
        weight *= _LIFTED_FOR_NOTHING ** len(
            self.pointed_at - line.pieces - self._may_be_answering(line, plays)
        )
        weight *= _OUT_OF_ORDER ** done_late([times for play in plays for times in play.times])
        for play in plays:
            weight *= self._weight_of_order(play)
        return float(weight)

    def _may_be_answering(self, line: ActionLine[S, A], plays: Sequence[HandPlay]) -> frozenset[PieceId]:
        """Return pieces that were lifted after a line that awaits an answer: they may take the hit."""
        if not self._game.decider(line.state).continues:
            return frozenset()
        over = max((at for play in plays for times in play.times for at in times), default=START)
        return frozenset(
            piece
            for piece in self._plays.shown
            if all(action.at > over for action in self._plays.actions[piece, Did.SHOWN])
        )

    @property
    def pointed_at(self) -> frozenset[PieceId]:
        """The pieces that were only lifted. Ground doesn't count: nobody points with it, so an arm hid it."""
        return frozenset(
            piece
            for piece in self._plays.shown
            if not self._plays.is_ground(piece)
            and (
                not lies_wrong(self._plays.before.get(piece), self._seen.get(piece))
                or piece in self._plays.came
            )
        )

    def _weight_of_order(self, play: HandPlay) -> float:
        weight = 1.0
        first = play.first or {}
        for earlier, later in pairwise([piece for piece in play.order if piece in first]):
            if first[earlier] > first[later]:
                only_shown = {earlier, later} <= play.unmarked
                weight *= _SHOWN_OUT_OF_ORDER if only_shown else _TAKEN_OUT_OF_ORDER
        return weight


def _does_less(
    line: ActionLine[S, A], shows: Counter[PieceId], other: ActionLine[S, A], other_shows: Counter[PieceId]
) -> bool:
    """Tell whether a line does a part of what another does, and nothing else: a hit that splashes less.

    `shows`, `other_shows`: how often each line concerns each piece without a mark. A line that hits a piece
    twice doesn't do less to that piece.
    """
    as_long = len(line.actions) == len(other.actions)
    return as_long and bool(shows) and shows < other_shows and line.pieces < other.pieces
