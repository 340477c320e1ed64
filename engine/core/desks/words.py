"""A game's words: sentences about play, and what is printed on cards, pieces and boards."""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from engine.core.decisions import Violation
from engine.core.depiction import PieceFace, PlaceMark, PrintedCard
from engine.core.faces import Faces
from engine.core.ids import PieceId, Seat
from engine.core.phrase import SILENCE, Phrase

S_contra = TypeVar("S_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


class WordsDesk(Protocol[S_contra, A_contra]):
    """Sentences and prints for people."""

    def action_text(self, state: S_contra, action: A_contra) -> Phrase:
        """Return the action as a sentence for people."""

    def own_text(self, state: S_contra, action: A_contra) -> Phrase:
        """Return the action as a sentence for the seat that chooses it, with what it alone may know."""
        return self.action_text(state, action)

    def violation_text(self, violation: Violation) -> Phrase:
        """Return the broken rule as a sentence for people."""

    def action_note(self, state: S_contra, action: A_contra) -> Phrase:
        """Return the text of the card, skill or event for everybody; empty where an action needs none."""
        del state, action
        return SILENCE

    def own_note(self, state: S_contra, action: A_contra) -> Phrase:
        """Return the text beneath an action's button for the seat that may choose it: its skill's."""
        return self.action_note(state, action)

    def consequences(self, before: S_contra, after: S_contra) -> Sequence[Phrase]:
        """Return sentences for everybody about the changes that the action's own sentence leaves out."""
        del before, after
        return ()

    def short_name(self, piece: str) -> str:
        """Return a card's name in files without its owner; any other word is returned as it is."""
        return piece

    def faces(self) -> Faces:
        """Return all cards of the game and the names of its zones."""
        return Faces(())

    def piece_faces(self, pieces: Sequence[PieceId]) -> Sequence[PieceFace]:
        """Return the faces of those physical pieces that the game knows."""
        del pieces
        return ()

    def place_marks(self) -> Sequence[PlaceMark]:
        """Return the prints on the board's cells."""
        return ()

    def printed_cards(self) -> Sequence[PrintedCard]:
        """Return the game's cards, each once, whatever the number of its copies."""
        return ()

    def group_titles(self) -> Mapping[str, str]:
        """Return the kinds of groups in the order of the report: a short key, and a heading in English."""
        return {}

    def groups(
        self, played: Sequence[tuple[Seat | None, A_contra]], final: S_contra
    ) -> Mapping[str, Mapping[Seat, Sequence[str]]]:
        """Return each seat's groups of each kind in a match, each named once.

        `played` has the match's actions in their order, with their seats (None: chance); `final` is its last
        position. A seat is left out if nothing is known of it.
        """
        del played, final
        return {}
