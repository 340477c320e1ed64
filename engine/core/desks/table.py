"""A game's table: the pieces, how they lie, and what an arbiter may set."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Protocol, TypeVar

from engine.core.decisions import Trace
from engine.core.faults import InputFault
from engine.core.ids import Cell, PieceId
from engine.core.layout import Heap, Layout
from engine.core.tags import Taggable

S = TypeVar("S")
A = TypeVar("A")


class TableDesk(Protocol[S, A]):
    """The table as a camera may see it."""

    lays_face_down: ClassVar[bool] = False
    """Pieces may lie face down, so that nobody knows which they are."""
    throws_dice: ClassVar[bool] = False
    """Dice are thrown in it, so that a table chooses where they come from."""

    def pieces(self, state: S) -> tuple[PieceId, ...]:
        """Return every piece of the match, on the table or off it."""

    def layout(self, state: S) -> Layout:
        """Return the layout of the table."""

    def trace(self, state: S, action: A) -> Trace:
        """Return the pieces' changes that an action leaves on the table; the action need not be legal."""

    def guesses(self, state: S, layout: Layout) -> Sequence[A]:
        """Return actions, legal or not, that a player may have meant by making the table look like this.

        They are for warnings, which name the rules that they break; the nearest action comes first.
        """

    def heaps(self, state: S) -> Sequence[Heap]:
        """Return the face-down cards as heaps, empty piles too. These cards aren't in the layout."""
        del state
        return ()

    def trays(self) -> Mapping[Cell, Cell]:
        """Return the cells where cards lie side by side before they're piled, each with its pile's cell.

        Cards in such a cell count as lying on the pile.
        """
        return {}

    def twins(self, state: S, piece: PieceId) -> Sequence[PieceId]:
        """Return the other pieces that players may take for this one: alike, of the same owner."""
        del state, piece
        return ()

    def apart(self, one: Cell, other: Cell) -> int:
        """Return how many steps lie between two cells; 0 between a cell and itself.

        A repair begins with the nearest piece. 0 for all cells where distance doesn't matter.
        """
        del one, other
        return 0

    def things(self) -> Sequence[Taggable]:
        """Return the cards and skills that are a card on the table and can carry an RFID tag, each once.

        A thing's name is its `UseView.key`, with the physical pieces' names.
        """
        return ()

    def adopted(self, state: S, layout: Layout) -> S | None:
        """Return the state with the pieces as in a layout, all else as it was.

        None: the game can't take over a table as it lies.

        Raises:
            InputFault: no position of the game looks like this; names what and why.
        """
        del state, layout
        return None

    def correctable(self) -> Sequence[str]:
        """Return the facts that an arbiter can set in a position. Everybody may see all of them.

        By name: of a piece (`piece.hp`, `piece.at`, `piece.acted`), of a seat (`seat.` and the name of one of
        its numbers), of the match (`match.round`, `match.turn`).
        """
        return ()

    def corrected(self, state: S, whose: str, fact: str, value: str) -> S:
        """Return the position with a fact of a piece or seat set (of the match, if `whose` is empty).

        Raises:
            InputFault: nothing of that name has such a fact, or no position of the game has that value; says
                why.
        """
        del state, value
        raise InputFault(f"{fact} of {whose or 'the match'} can't be set")
