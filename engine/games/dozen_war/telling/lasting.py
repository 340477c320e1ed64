"""The marks that cards and skills have left on a unit, as sentences."""

from engine.core.phrase import Fact, Phrase
from engine.core.sentences import Texts, joined
from engine.games.dozen_war.arms import arm_label
from engine.games.dozen_war.content.rules import Rules
from engine.games.dozen_war.position.marks import (
    FOR_GOOD,
    NEXT_ATTACK,
    THIS_ROUND,
    THIS_TURN,
    BarredTarget,
    FightsAs,
    LuckyFace,
    MarkMeaning,
    Status,
    UnitBoost,
    UnitMark,
)
from engine.games.dozen_war.position.state import State
from engine.games.dozen_war.saving.marks_text import mark_word

_UNTIL = {THIS_TURN: "turn", NEXT_ATTACK: "attack", THIS_ROUND: "round"}


def lasting(rules: Rules, texts: Texts, state: State, piece: int) -> tuple[Phrase, ...]:
    """Return the effect and duration of each mark of a unit; all of it is public."""
    return tuple(_text(rules, texts, mark) for mark in state.marks if mark.piece == piece)


def _text(rules: Rules, texts: Texts, mark: UnitMark) -> Phrase:
    does = texts.say(f"marks.{mark_word(mark.means)}", amount=_amount(rules, mark.means))
    if mark.left == FOR_GOOD:
        return does
    until = texts.say(f"marks_until.{_UNTIL.get(mark.left, 'own_turns')}", left=mark.left)
    return joined((does, until), "run")


def _amount(rules: Rules, means: MarkMeaning) -> Fact:
    match means:
        case UnitBoost(_, amount):
            return amount
        case LuckyFace(face):
            return face
        case BarredTarget(piece):
            return rules.roster.ids[piece]
        case FightsAs(arm):
            return arm_label(arm)
        case Status():
            return 1
