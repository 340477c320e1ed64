"""The piece that a word of a scenario file means: `f.no.17` is the lowest copy that lies on the table."""

from collections.abc import Container, Iterable

from engine.core.ids import PieceId


def bare(piece: str) -> str:
    """Return a piece's name without its copy.

    >>> bare("f.no.17#2")
    'f.no.17'
    """
    return piece.partition("#")[0]


def meant_piece(word: str, pieces: Iterable[PieceId], lying: Container[PieceId]) -> PieceId | None:
    """Return the piece that a word means: the piece itself, or its lowest copy, preferably on the table.

    None: no piece has this name.

    >>> pieces = [PieceId("lamp#1"), PieceId("lamp#2")]
    >>> meant_piece("lamp", pieces, {"lamp#2"})
    'lamp#2'
    """
    copies = [piece for piece in pieces if word in (piece, bare(piece))]
    return min(copies, key=lambda one: (one != word, one not in lying, _copy(one)), default=None)


def _copy(piece: str) -> int:
    number = piece.partition("#")[2]
    return int(number) if number.isdecimal() else 0
