"""The terms of effects: roles, durations, kinds of damage, and kinds of things."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from engine.kit.content import vocabulary

Role = NewType("Role", str)
"""The role of a thing in an effect: `user`, `victim`, `attacker`, `player`, or the name of a target slot."""

USER, VICTIM, ATTACKER, PLAYER = Role("user"), Role("victim"), Role("attacker"), Role("player")


class Lasting(StrEnum):
    """How long an effect holds."""

    ATTACK = "attack"
    TURN = "turn"
    NEXT_TURN = "next turn"
    ROUND = "round"
    MATCH = "match"


LASTING_MEANS = {
    Lasting.ATTACK: "the unit's next attack or attack skill in this turn, then it's gone",
    Lasting.TURN: "to the end of the turn when it was activated (DW-10.5)",
    Lasting.NEXT_TURN: "to the end of the next turn of the unit's owner",
    Lasting.ROUND: "through the whole round after the event; at any other time to the end of this round",
    Lasting.MATCH: "until something changes it again",
}


class Blow(StrEnum):
    """The ways to deal damage."""

    ATTACK = "attack"
    STRIKE = "strike"
    LOSS = "loss"


BLOW_MEANS = {
    Blow.ATTACK: "the user's attack: strengthened by cards, may be blocked and answered, splashes if it can",
    Blow.STRIKE: "a hit that isn't an attack: may be blocked, and answered in an opponent's turn; no splash",
    Blow.LOSS: "HP that leave: nothing blocks, answers, shields or strengthens it; "
    "from an event or a token it leaves the last HP",
}


class Cancelled(StrEnum):
    """The thing that is cancelled."""

    HIT = "hit"
    CARD = "card"


class Taken(StrEnum):
    """The thing that is stolen."""

    CARD = "card"
    COIN = "coin"


class Shown(StrEnum):
    """The thing that becomes known."""

    TOKENS = "tokens"


class Fill(StrEnum):
    """The kind of thing that a role stands for."""

    UNIT = "unit"
    HEX = "hex"
    PLAYER = "player"
    ARM = "arm"
    FACES = "faces"
    SKILL = "skill"
    MOUNTAINS = "mountains"


@dataclass(frozen=True, slots=True)
class TermMeaning(vocabulary.Says):
    """A parameter's meaning; `fill` is the kind of thing that a role must stand for."""

    fill: Fill = Fill.UNIT
    """The kind of thing that a role must stand for; unused for a number or a flag."""
