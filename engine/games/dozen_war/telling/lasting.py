"""What cards and skills have left on a unit, as sentences."""

from engine.core.phrase import Fact, Phrase
from engine.core.sentences import Texts, joined
from engine.games.dozen_war.arms import SOLDIER_ARMS, arm_label
from engine.games.dozen_war.position.marks import FOR_GOOD, NEXT_ATTACK, THIS_ROUND, THIS_TURN, UnitMark
from engine.games.dozen_war.position.rules import Rules
from engine.games.dozen_war.position.state import State

_UNTIL = {THIS_TURN: "turn", NEXT_ATTACK: "attack", THIS_ROUND: "round"}


def lasting(rules: Rules, texts: Texts, state: State, piece: int) -> tuple[Phrase, ...]:
    """Return what each mark of a unit does and how long; all of it is public."""
    return tuple(_text(rules, texts, mark) for mark in state.marks if mark.piece == piece)


def _text(rules: Rules, texts: Texts, mark: UnitMark) -> Phrase:
    does = texts.say(f"marks.{mark.word}", amount=_amount(rules, mark))
    if mark.left == FOR_GOOD:
        return does
    until = texts.say(f"marks_until.{_UNTIL.get(mark.left, 'own_turns')}", left=mark.left)
    return joined((does, until), "run")


def _amount(rules: Rules, mark: UnitMark) -> Fact:
    if mark.word == "aimed":
        return rules.roster.ids[mark.amount]
    return arm_label(SOLDIER_ARMS[mark.amount]) if mark.word == "arm" else mark.amount
