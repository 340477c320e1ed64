"""The words of a game for the things that are printed, in the table's language."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from dashboard.web.words.speaking import INTERPRETER
from engine.core.appearance import Appearance, SeatLook
from engine.core.board import Board, load_board
from engine.core.depiction import PieceFace, PlaceMark, PrintedCard
from engine.core.faults import InputFault
from engine.core.game import Ruleset
from engine.core.ids import PieceId
from engine.core.phrase import ENGLISH, Phrase
from engine.core.pieces import Piece, PieceSet
from engine.games.registry import open_game, open_look


@dataclass(frozen=True, slots=True)
class Depiction:
    """A game's appearance with its faces, places and cards."""

    look: Appearance
    """The appearance."""
    faces: Mapping[PieceId, PieceFace] = field(default_factory=dict)
    """The faces of its pieces."""
    marks: tuple[PlaceMark, ...] = ()
    """The marks of its places."""
    cards: tuple[PrintedCard, ...] = ()
    """The cards."""
    language: str = ENGLISH
    """The language of all its words."""

    def said(self, phrase: Phrase) -> str:
        """Return a name or a text in the language of the print."""
        return INTERPRETER.said(phrase, self.language)

    def name(self, piece: Piece) -> str:
        """Return the name that people have for a piece; a piece of no game has its id."""
        face = self.faces.get(piece.id)
        return piece.id if face is None else self.said(face.label)

    def seat(self, piece: Piece) -> SeatLook:
        """Return the look of whose piece it is."""
        face = self.faces.get(piece.id)
        return self.look.nobody if face is None else self.look.seat(face.seat)


def depiction_of(
    game: str, board: Board, pieces: PieceSet, *, content: str, language: str = ENGLISH
) -> Depiction:
    """Return a game's words for a board and its pieces; pieces that aren't its own have only their look.

    Raises:
        InputFault: no such game or content pack.
    """
    look = open_look(game)
    try:
        opened = open_game(game, board, Ruleset(content))
    except InputFault:
        # A board without the game's map can be printed too; a pack that isn't there can't.
        open_game(game, load_board(look.boards[0]), Ruleset(content))
        return Depiction(look, language=language)
    return Depiction(
        look,
        {one.piece: one for one in opened.piece_faces(tuple(pieces.pieces))},
        tuple(opened.place_marks()),
        tuple(opened.printed_cards()),
        language,
    )
