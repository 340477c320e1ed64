"""Boosts and statuses as text: a word and its number, in setups and saved positions."""

from engine.core.document import Entry
from engine.games.dozen_war.arms import SOLDIER_ARMS
from engine.games.dozen_war.position.marks import (
    BarredTarget,
    BoostWord,
    FightsAs,
    LuckyFace,
    MarkMeaning,
    Status,
    UnitBoost,
)

_BARRED, _ARM, _EVADE = "aimed", "arm", "evade"
_BOOSTS = tuple(sorted(one for one in BoostWord if one is not BoostWord.PACE))
MARK_WORDS = (*_BOOSTS, _BARRED, _ARM, _EVADE, *Status)
"""Every word of a mark in files."""


def mark_word(means: MarkMeaning) -> str:
    """Return the word for a mark in files, and in sentences about marks."""
    match means:
        case UnitBoost(word):
            return word.value
        case LuckyFace():
            return _EVADE
        case BarredTarget():
            return _BARRED
        case FightsAs():
            return _ARM
        case Status():
            return means.value


def dump_meaning(means: MarkMeaning) -> tuple[str, int]:
    """Return a mark's word and its number; `read_meaning` is the inverse.

    The number is a boost's amount, a face, the number of the barred piece, or the arm's place in
    `SOLDIER_ARMS`; 1 for a status.
    """
    word = mark_word(means)
    match means:
        case UnitBoost(_, amount):
            return word, amount
        case LuckyFace(face):
            return word, face
        case BarredTarget(piece):
            return word, piece
        case FightsAs(arm):
            return word, SOLDIER_ARMS.index(arm)
        case Status():
            return word, 1


def read_meaning(word: Entry, number: int) -> MarkMeaning:
    """Return the meaning of a mark that is written as a word and a number.

    Raises:
        InputFault: there is no such word, or no such arm; with the line.
    """
    match word.text(MARK_WORDS):
        case "evade":
            return LuckyFace(number)
        case "aimed":
            return BarredTarget(number)
        case "arm":
            if not 0 <= number < len(SOLDIER_ARMS):
                raise word.fault(
                    f"expected the number of an arm, 0 to {len(SOLDIER_ARMS) - 1}; found {number}"
                )
            return FightsAs(SOLDIER_ARMS[number])
        case status if status in tuple(Status):
            return Status(status)
        case boost:
            return UnitBoost(BoostWord(boost), number)
