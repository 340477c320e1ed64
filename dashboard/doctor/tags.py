"""The tags of a board and its pieces, as their files have them."""

from engine.core.board import Board
from engine.core.finding import Finding, Grade
from engine.core.pieces import PieceSet
from vision.dictionary import load_dictionary

_SAFE_BITS = 5
"""Bits a side from which on a tag is hardly ever read for another."""


def tags_finding(board: Board, pieces: PieceSet) -> Finding:
    """Check that every tag exists in its dictionary, belongs to one thing, and differs enough from others.

    Raises:
        InputFault: a dictionary that doesn't exist.
    """
    check = "tag files"
    frame, alphabet = load_dictionary(board.frame.dictionary), load_dictionary(pieces.dictionary)
    unknown = [tag for tag in board.frame.centres_mm if tag >= frame.count]
    unknown += [tag for tag in pieces.by_tag if tag >= alphabet.count]
    if unknown:
        text = f"no such tags in their dictionaries: {', '.join(map(str, sorted(unknown)))}"
        return Finding(check, Grade.BAD, 0, text, "choose ids that exist, and print those labels again")
    if pieces.board != board.name:
        text = f"the pieces are made for board '{pieces.board}', not for '{board.name}'"
        return Finding(check, Grade.BAD, 0, text, "name the pieces of this board with --pieces")
    small = min((kind.tag_mm / alphabet.modules, kind.name) for kind in pieces.kinds.values())
    text = (
        f"{len(board.frame.centres_mm)} tags on the frame, {len(pieces.by_tag)} on "
        f"{len(pieces.pieces)} pieces; smallest module {small[0]:.1f} mm ({small[1]})"
    )
    if alphabet.modules - 2 < _SAFE_BITS:
        advice = "use DICT_5X5_250: tags of 4 x 4 are taken for each other 18 times as often"
        return Finding(check, Grade.FAIR, 70, f"{text}; tags of {pieces.dictionary} differ little", advice)
    return Finding(check, Grade.GOOD, 100, text)
