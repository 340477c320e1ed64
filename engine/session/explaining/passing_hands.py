"""Pieces that a hand may have nudged in passing, while it handled another piece beside them. Pure."""

from typing import Generic

from engine.core.game import A, Game, S
from engine.core.ids import PieceId
from engine.core.layout import Spot
from engine.session.explaining.hand_plays import HandPlay, HandPlays, lifts_to_show
from engine.session.explaining.lines import ActionLine
from engine.session.seen.sighting import Leftovers, Sighting, edge_differs, lies_wrong, same_claim

_SAME_HAND_S = 0.3
"""A push that shows within this time of a touch beside it may be the same hand's."""


class PassingHands(Generic[S, A]):
    """The hands on the way to a sighting, and the pieces that they may have pushed without meaning to."""

    def __init__(
        self, game: Game[S, A], sighting: Sighting, plays: HandPlays[S, A], leftovers: Leftovers
    ) -> None:
        self._game = game
        self._plays = plays
        self._leftovers = leftovers
        self._seen = sighting.spots
        self._touches = sighting.touches

    def may_be_a_nudge(self, line: ActionLine[S, A]) -> bool:
        """Tell whether an action of a line may be a hand's nudge in passing.

        It may if a piece was pushed to the edge of a cell where another piece was handled at that moment, and
        nothing else shows the action.
        """
        plays = self._plays.of(line)
        to_show = lifts_to_show(plays)
        enough = {piece for piece, times in to_show.items() if self._plays.shown[piece] >= times}
        return any(self._is_a_nudge(line, play) for play in plays if not play.unmarked & enough)

    def _is_a_nudge(self, line: ActionLine[S, A], play: HandPlay) -> bool:
        """Tell whether a play's only change is a push by a hand that meant another piece."""
        before, after = self._plays.layout(line.states[play.start]), self._plays.layout(line.states[play.end])
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

    @property
    def maybe_nudged(self) -> frozenset[PieceId]:
        """The pieces at an edge of the cell where they lay before that a hand may have pushed in passing."""
        return frozenset(
            piece
            for piece, spot in self._seen.items()
            if edge_differs(self._plays.before.get(piece), spot)
            and not lies_wrong(self._plays.before.get(piece), spot)
            and self._beside_a_hand(piece, spot)
        )

    def nudges_apart(self, line: ActionLine[S, A]) -> bool:
        """Tell whether a line explains everything but pieces that a hand may have nudged in passing."""
        after = self._plays.layout(line.state)
        for piece, spot in self._seen.items():
            expected = after.get(piece)
            if not edge_differs(expected, spot):
                continue
            idle = same_claim(self._plays.before.get(piece), expected)
            known = self._leftovers.get(piece)
            if idle and known is not None and known.edge is spot.edge:
                continue
            if not (idle and self._beside_a_hand(piece, spot)):
                return False
        return True

    def _beside_a_hand(self, piece: PieceId, spot: Spot) -> bool:
        """Tell whether the hand that shifted a piece in its cell may have meant another one there.

        Where no camera read the cell meanwhile, any hand in it since then counts. Ground that becomes visible
        when the piece on it is lifted wasn't handled.
        """
        shifts = [one for one in self._touches if one.piece == piece and one.is_shift]
        shifted = max(shifts, key=lambda one: one.at, default=None)
        if shifted is not None and not all(map(self._plays.is_ground, shifted.beside)):
            return True
        return any(
            one.piece != piece
            and not self._plays.is_ground(one.piece)
            and (shifted is None or abs(one.at - shifted.at) <= _SAME_HAND_S)
            and any(lie is not None and lie.cell == spot.cell for lie in (one.was, one.now))
            for one in self._touches
        )
