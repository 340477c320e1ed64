"""A game's appearance and words for prints, in one language."""

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
    """A game's appearance, with its pieces' faces, its marks on cells and its cards."""

    look: Appearance
    """The game's appearance."""
    faces: Mapping[PieceId, PieceFace] = field(default_factory=dict)
    """The faces of the game's pieces, by the pieces' ids."""
    marks: tuple[PlaceMark, ...] = ()
    """The marks on cells that the game asks for."""
    cards: tuple[PrintedCard, ...] = ()
    """The game's cards."""
    language: str = ENGLISH
    """The language of the print."""

    def said(self, phrase: Phrase) -> str:
        """Return a phrase as text in the print's language."""
        return INTERPRETER.said(phrase, self.language)

    def name(self, piece: Piece) -> str:
        """Return a piece's name for people; the id of a piece that the game doesn't know."""
        face = self.faces.get(piece.id)
        return piece.id if face is None else self.said(face.label)

    def seat(self, piece: Piece) -> SeatLook:
        """Return the look of the seat that owns a piece, or of nobody."""
        face = self.faces.get(piece.id)
        return self.look.nobody if face is None else self.look.seat(face.seat)


def depiction_of(
    game: str, board: Board, pieces: PieceSet, *, content: str, language: str = ENGLISH
) -> Depiction:
    """Return a game's depiction for a board and its pieces.

    On a board that the game can't be played on, it has the appearance only, without faces, marks and cards.

    Raises:
        InputFault: there is no such game or content pack.
    """
    look = open_look(game)
    try:
        opened = open_game(game, board, Ruleset(content))
    except InputFault:
        # A board that the game can't play on may be printed all the same. A missing content pack is refused
        # here.
        open_game(game, load_board(look.boards[0]), Ruleset(content))
        return Depiction(look, language=language)
    return Depiction(
        look,
        {one.piece: one for one in opened.piece_faces(tuple(pieces.pieces))},
        tuple(opened.place_marks()),
        tuple(opened.printed_cards()),
        language,
    )
