"""Unseen grounds of a line of play: with them it isn't certain, however well it fits. Pure."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Generic

from engine.core.decisions import Chooser
from engine.core.game import A, Game, S
from engine.core.ids import Cell, PieceId
from engine.core.layout import Layout, Spot, lie_across
from engine.session.explaining.face_down import due_backs, misfits
from engine.session.explaining.lines import ActionLine
from engine.session.seen.sighting import Leftovers, Sighting, lies_wrong, rests_on_guesses
from engine.session.seen.touches import Lie


class Grounds(Generic[S, A]):
    """The grounds that lines from one state need seen; `layout`: that of a state, kept by the caller."""

    def __init__(
        self,
        game: Game[S, A],
        before: Layout,
        sighting: Sighting,
        leftovers: Leftovers,
        layout: Callable[[S], Layout],
    ) -> None:
        self._game = game
        self._leftovers = leftovers
        self._before = before
        self._sighting = sighting
        self._seen = sighting.spots
        self._touches = sighting.touches
        self._layout = layout

    def rests_on_hidden(self, lines: Sequence[ActionLine[S, A]]) -> bool:
        """Tell whether a line concerns a piece that can't be looked for, or puts one where nobody can look.

        A piece that left its place may be in a hand as well, for all that can be seen. A piece that a line
        leaves on a pile, under a seen one, is where nobody looks for it, whatever else can't be read.
        """
        return any(
            self._is_unseen(line, piece) for line in lines for piece in line.pieces - self._seen.keys()
        )

    def _is_unseen(self, line: ActionLine[S, A], piece: PieceId) -> bool:
        layout = self._layout(line.state)
        after = layout.get(piece)
        if after is not None and after.covered and self._sighting.is_under_another(piece, layout):
            return after.cell in self._sighting.murky
        return piece in self._sighting.hidden or (after is not None and after.cell in self._sighting.murky)

    def rests_on_guesses(self, lines: Sequence[ActionLine[S, A]]) -> bool:
        """Tell whether nothing can name a piece that a line puts somewhere, or say that it is gone.

        Nor, by switches alone, one that is still to be put where it belongs: two may lie there by now, each
        in the other's place.
        """
        return any(
            rests_on_guesses(self._sighting, self._before, self._layout(line.state), line.pieces)
            or any(piece in line.pieces for piece in self._owed)
            for line in lines
        )

    @property
    def _owed(self) -> frozenset[PieceId]:
        """The pieces that were to be put elsewhere when somebody last saw them, while nobody does."""
        if self._sighting.switches is None:
            return frozenset()
        return frozenset(
            piece
            for piece, spot in self._leftovers.items()
            if piece in self._sighting.followed and lies_wrong(self._before.get(piece), spot)
        )

    def with_tops(self, lines: Sequence[ActionLine[S, A]]) -> tuple[ActionLine[S, A], ...]:
        """Return the lines after which what is seen on piles is the top: of two cards the one laid last."""
        off = [
            sum(
                spot.covered and spot.piled and piece in self._seen and self._seen[piece].cell == spot.cell
                for piece, spot in self._layout(line.state).items()
            )
            for line in lines
        ]
        return tuple(line for line, misfits in zip(lines, off, strict=True) if misfits == min(off))

    def with_backs(self, lines: Sequence[ActionLine[S, A]]) -> tuple[ActionLine[S, A], ...]:
        """Return the lines after which as many backs lie face down as are seen, where backs can be counted.

        A piece on ground may hide the ground's back, and shows none that isn't there.
        """
        game, backs = self._game, self._sighting.backs
        if len(lines) < 2 or backs is None or not game.lays_face_down:
            return tuple(lines)
        off = [
            misfits(
                due_backs(game.heaps(line.state), self._layout(line.state)),
                self._sighting,
            )
            for line in lines
        ]
        return tuple(line for line, number in zip(lines, off, strict=True) if number == min(off))

    def rests_on_unwatched(self, lines: Sequence[ActionLine[S, A]]) -> bool:
        """Tell whether chance turned something up where nobody could look, and perhaps more than once."""
        unwatched = self._sighting.unwatched
        return bool(unwatched) and any(
            piece in self._seen
            and not spot.piled
            and spot.cell in unwatched
            and self._may_have_passed(before, spot.cell)
            for line in lines
            for before, after in pairwise(line.states)
            if self._game.decider(before).chooser is Chooser.CHANCE
            for piece, spot in self._layout(after).items()
            if self._layout(before).get(piece) is None
        )

    def _may_have_passed(self, before: S, cell: Cell) -> bool:
        """Tell whether something else may have been turned up in a cell, and taken where it can't be seen."""
        game = self._game
        unseen = self._sighting.unwatched | self._sighting.murky
        for turned_up in game.legal_actions(before):
            after = game.apply(before, turned_up)
            if game.decider(after).chooser is not Chooser.SEAT:
                continue  # nobody could take it away
            for piece, lay in game.layout(after).items():
                if lay.cell != cell or piece in self._layout(before):
                    continue
                for action in game.actions_about(after, frozenset((piece,))):
                    lies = game.layout(game.apply(after, action)).get(piece)
                    if lies is None or lies.covered or (lies.cell != cell and lies.cell in unseen):
                        return True
                    if lies.cell != cell and not lies_wrong(lies, self._seen.get(piece)):
                        return True
        return False

    def leaves_out_what_passed(self, lines: Sequence[ActionLine[S, A]]) -> bool:
        """Tell whether a passing look saw what every line leaves out, of a piece that can't be seen now.

        A camera that was dazzled may have read a card in its very last look, and not settled on it yet. And
        of a piece that was seen pushed, at whose edge looks disagree since, nobody knows yet that it wasn't,
        where anything that could be played meanwhile pushes it.
        """
        passed = {one.piece: one.now for one in self._touches if one.piece in self._sighting.hidden}
        pushed = {(one.piece, one.now.cell) for one in self._touches if one.now and one.now.pushed}
        return all(
            any(
                lie is not None and _lies_otherwise(lie, self._layout(line.state).get(piece))
                for piece, lie in passed.items()
            )
            or any(self._leaves_straight(line, piece, cell) for piece, cell in pushed)
            for line in lines
        )

    def _leaves_straight(self, line: ActionLine[S, A], piece: PieceId, cell: Cell) -> bool:
        """Tell whether a line leaves a piece in a cell straight, at whose edge looks disagree."""
        seen, before, after = (
            spots.get(piece) for spots in (self._seen, self._before, self._layout(line.state))
        )
        if seen is None or before is None or after is None or piece in self._leftovers:
            return False
        untold = seen.edge is None and seen.cell == cell == after.cell
        if not untold or before.edge is True or after.edge is True:
            return False
        # A piece that is pushed after a button was pressed is looked at after it.
        explicit = (self._game.trace(*one).explicit for one in zip(line.states, line.actions, strict=False))
        pressed = next((n for n, said in enumerate(explicit) if said), len(line.actions))
        return any(self._may_push(state, piece) for state in line.states[: pressed + 1])

    def _may_push(self, state: S, piece: PieceId) -> bool:
        """Tell whether anything that may be played in a state has a piece pushed to its cell's edge."""
        game = self._game
        if game.decider(state).chooser is not Chooser.SEAT:
            return False
        pushed = (
            game.layout(game.apply(state, action)).get(piece)
            for action in game.actions_about(state, frozenset((piece,)))
            if piece in game.trace(state, action).pieces
        )
        return any(spot is not None and spot.edge is True for spot in pushed)


def _lies_otherwise(lie: Lie, expected: Spot | None) -> bool:
    """Tell whether a piece was seen where a state doesn't have it, or across; its edge and face apart."""
    if expected is None or lie.cell != expected.cell:
        return expected is None or not expected.covered
    return lie_across(expected, Spot(lie.cell, sideways=lie.sideways))
