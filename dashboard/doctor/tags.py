"""The check of the tags in the files of a board and its pieces."""

from dashboard.doctor.texts import TEXTS
from engine.core.board import Board, without_seats
from engine.core.findings import Finding, Grade
from engine.core.pieces import PieceSet
from engine.core.sentences import joined
from vision.tags.dictionary import load_dictionary

_SAFE_BITS = 5
"""The least number of bits along a tag's side. Smaller tags are more easily mistaken for each other."""


def tags_finding(board: Board, pieces: PieceSet) -> Finding:
    """Check that every tag exists in its dictionary, belongs to one thing, and differs enough from others.

    Raises:
        InputFault: there is no such dictionary of tags.
    """
    check = "tag files"
    frame, alphabet = load_dictionary(board.frame.dictionary), load_dictionary(pieces.dictionary)
    unknown = [tag for tag in board.frame.centres_mm if tag >= frame.count]
    faces_and_backs = (*pieces.by_tag, *pieces.backs)
    unknown += [tag for tag in faces_and_backs if tag >= alphabet.count]
    if unknown:
        text = TEXTS.say("tags.unknown", tags=joined([str(tag) for tag in sorted(unknown)]))
        return Finding(check, Grade.BAD, 0, text, TEXTS.say("tags.unknown_advice"))
    if pieces.board != without_seats(board.name):
        text = TEXTS.say("tags.other_board", made_for=pieces.board, board=board.name)
        return Finding(check, Grade.BAD, 0, text, TEXTS.say("tags.other_board_advice"))
    small = min((kind.tag_mm / alphabet.modules, kind.name) for kind in pieces.kinds.values())
    text = TEXTS.say(
        "tags.counted",
        frame=len(board.frame.centres_mm),
        tags=len(faces_and_backs),
        pieces=len(pieces.pieces),
        mm=round(small[0], 1),
        kind=small[1],
    )
    if alphabet.modules - 2 < _SAFE_BITS:
        alike = TEXTS.say("tags.alike", dictionary=pieces.dictionary)
        advice = TEXTS.say("tags.alike_advice")
        return Finding(check, Grade.FAIR, 70, joined((text, alike), "steps"), advice)
    return Finding(check, Grade.GOOD, 100, text)
