"""The unseen facts that a line of play rests on. They leave it uncertain even if it fits well. Pure."""

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
    """The unseen facts that lines from one state rest on.

    `layout` returns a state's layout, kept by the caller.
    """

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
        """Tell whether a line concerns a hidden piece, or puts one where nobody can look.

        A piece that left its place and isn't seen may also be in a hand. A piece that a line leaves on a pile
        under a seen one doesn't count: nobody would look for it there.
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
        """Tell whether no source can confirm where a line puts a piece, or that the piece is gone.

        Switches alone can't confirm pieces that have yet to be put where they belong either: two of them may
        lie in each other's place.
        """
        return any(
            rests_on_guesses(self._sighting, self._before, self._layout(line.state), line.pieces)
            or any(piece in line.pieces for piece in self._owed)
            for line in lines
        )

    @property
    def _owed(self) -> frozenset[PieceId]:
        """The pieces that had to be put elsewhere when a source last saw them, while none sees them now."""
        if self._sighting.switches is None:
            return frozenset()
        return frozenset(
            piece
            for piece, spot in self._leftovers.items()
            if piece in self._sighting.followed and lies_wrong(self._before.get(piece), spot)
        )

    def with_tops(self, lines: Sequence[ActionLine[S, A]]) -> tuple[ActionLine[S, A], ...]:
        """Return the lines that leave the seen card on top of each pile: of two cards the later one."""
        off = [
            sum(
                spot.covered and spot.piled and piece in self._seen and self._seen[piece].cell == spot.cell
                for piece, spot in self._layout(line.state).items()
            )
            for line in lines
        ]
        return tuple(line for line, misfits in zip(lines, off, strict=True) if misfits == min(off))

    def with_backs(self, lines: Sequence[ActionLine[S, A]]) -> tuple[ActionLine[S, A], ...]:
        """Return the lines whose result has the counted number of backs.

        A piece may hide the back of a card beneath it, so a hidden back may be missing.
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
        """Tell whether chance turned cards up where nobody could look, perhaps more than one."""
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
        """Tell whether another card may have been turned up in a cell, and now be out of sight elsewhere."""
        game = self._game
        unseen = self._sighting.unwatched | self._sighting.murky
        for turned_up in game.legal_actions(before):
            after = game.apply(before, turned_up)
            if game.decider(after).chooser is not Chooser.SEAT:
                continue  # no play could take it away
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
        """Tell whether a single look showed something about a now unseen piece that no line explains.

        A dazzled camera may have read a card in its last look without settling on it. Or a piece was seen
        pushed and later looks disagree about its edge: it may really be pushed, where some play could have
        pushed it.
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
        """Tell whether a line leaves a piece in a cell straight, though looks disagree about its edge."""
        seen, before, after = (
            spots.get(piece) for spots in (self._seen, self._before, self._layout(line.state))
        )
        if seen is None or before is None or after is None or piece in self._leftovers:
            return False
        unknown = seen.edge is None and seen.cell == cell == after.cell
        if not unknown or before.edge is True or after.edge is True:
            return False
        # A piece that is pushed after a button was pressed is judged after the button.
        explicit = (self._game.trace(*one).explicit for one in zip(line.states, line.actions, strict=False))
        pressed = next((n for n, said in enumerate(explicit) if said), len(line.actions))
        return any(self._may_push(state, piece) for state in line.states[: pressed + 1])

    def _may_push(self, state: S, piece: PieceId) -> bool:
        """Tell whether some play in a state pushes a piece to its cell's edge."""
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
    """Tell whether a piece was seen in another cell or turn than in a state; edge and face don't count."""
    if expected is None or lie.cell != expected.cell:
        return expected is None or not expected.covered
    return lie_across(expected, Spot(lie.cell, sideways=lie.sideways))
