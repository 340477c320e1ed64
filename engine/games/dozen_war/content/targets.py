"""The targets of a skill or card: named slots that the user fills, each from a set of legal things."""

from dataclasses import dataclass
from enum import StrEnum

from engine.games.dozen_war.arms import Arm
from engine.games.dozen_war.content.terms import USER, Fill, Role


class Who(StrEnum):
    """The kind of thing that fills a slot. An ally is one of the player's own pieces."""

    ALLY_UNIT = "ally unit"
    ALLY_SOLDIER = "ally soldier"
    ALLY_GENERAL = "ally general"
    DEAD_GENERAL = "dead ally general"
    ENEMY_UNIT = "enemy unit"
    ENEMY_SOLDIER = "enemy soldier"
    ENEMY_GENERAL = "enemy general"
    ENEMY_TARGET = "enemy target"
    FREE_HEX = "free hex"
    MOUNTAIN = "mountain"
    ENEMY_PLAYER = "enemy player"
    ARM = "arm"
    DIE_FACES = "die faces"
    USED_SKILL = "used skill"


WHO_MEANS = {
    Who.ALLY_UNIT: "one of the player's own soldiers or generals on the board",
    Who.ALLY_SOLDIER: "one of the player's own soldiers on the board",
    Who.ALLY_GENERAL: "one of the player's own generals on the board",
    Who.DEAD_GENERAL: "one of the player's own killed generals",
    Who.ENEMY_UNIT: "another player's soldier or general on the board",
    Who.ENEMY_SOLDIER: "another player's soldier on the board",
    Who.ENEMY_GENERAL: "another player's general on the board",
    Who.ENEMY_TARGET: "what an attack may hit: an enemy unit, or a castle as DW-4.3 allows",
    Who.FREE_HEX: "a hex where what `fits` names may stand (DW-2, DW-3.2, DW-4.6)",
    Who.MOUNTAIN: "a mountain, the closed volcano too",
    Who.ENEMY_PLAYER: "another player who is still in the match",
    Who.ARM: "one of the arms in `arms`",
    Who.DIE_FACES: "faces of a die, `count` different ones",
    Who.USED_SKILL: "a skill that an enemy general has used in this match, usable now",
}

UNITS = frozenset(
    {
        Who.ALLY_UNIT,
        Who.ALLY_SOLDIER,
        Who.ALLY_GENERAL,
        Who.ENEMY_UNIT,
        Who.ENEMY_SOLDIER,
        Who.ENEMY_GENERAL,
        Who.ENEMY_TARGET,
    }
)
"""The kinds of things that stand on the board as pieces."""

FILLED_BY = {
    Fill.UNIT: UNITS | {Who.DEAD_GENERAL},
    Fill.HEX: frozenset({Who.FREE_HEX}),
    Fill.PLAYER: frozenset({Who.ENEMY_PLAYER}),
    Fill.ARM: frozenset({Who.ARM}),
    Fill.FACES: frozenset({Who.DIE_FACES}),
    Fill.SKILL: frozenset({Who.USED_SKILL}),
    Fill.MOUNTAINS: frozenset({Who.MOUNTAIN}),
}
"""The kinds of slots that can fill an effect's role."""


class Where(StrEnum):
    """How far away a thing may be, measured from the role in `of`."""

    ANY = "any"
    WITHIN = "within"
    BESIDE = "beside"
    LINE = "line"
    RANGE = "range"
    PATH = "path"


WHERE_MEANS = {
    Where.ANY: "anywhere on the board",
    Where.WITHIN: "`within n`: at most n hexes away in any direction, over everything",
    Where.BESIDE: "`beside`: one of the six hexes around",
    Where.LINE: "`line n`: on one straight line, at most n hexes away; several targets share the line",
    Where.RANGE: "in the unit's own attack range, with all that strengthens it",
    Where.PATH: "`path n`: reached in at most n steps, passing what `through` says",
}

MEASURED = frozenset({Where.WITHIN, Where.LINE, Where.PATH})
"""The places that need a number of hexes."""


class Through(StrEnum):
    """The things that a line or a path passes."""

    NOTHING = "nothing"
    UNITS = "units"
    ALL = "all"


THROUGH_MEANS = {
    Through.NOTHING: "clear: it ends at the first unit, mountain or standing castle, which it still meets",
    Through.UNITS: "it passes units; it ends at a mountain, which it still meets (DW-3.4)",
    Through.ALL: "it passes units, mountains and castles",
}


class Only(StrEnum):
    """A further condition for the unit in a slot."""

    WOUNDED = "wounded"
    ATTACKER = "attacker"


ONLY_MEANS = {
    Only.WOUNDED: "below its full HP",
    Only.ATTACKER: "has attacked this turn; the distance is measured to the unit that it attacked",
}


@dataclass(frozen=True, slots=True)
class Target:
    """One slot of a record: things that a player chooses, or all things that fit."""

    name: Role
    """The slot's name: a role that effects may name."""
    who: Who
    """The kind of thing that fills it."""
    where: Where = Where.ANY
    """How far away from `of` such a thing may be."""
    hexes: int = 0
    """The number of hexes that `where` needs; 0 where it needs none."""
    through: Through = Through.UNITS
    """The things that a line or a path passes on its way."""
    of: Role = USER
    """The role that the distance is measured from."""
    count: int = 1
    """The most things that it takes."""
    least: int = 1
    """The fewest things that it takes."""
    arms: tuple[Arm, ...] = ()
    """The arms that a unit must have, empty for any; for a slot of an arm, the arms to choose from."""
    only: Only | None = None
    """A further condition for the unit; None: there is none."""
    fits: Role = USER
    """The role, or the arm, that must have room on the hex."""
    every: bool = False
    """It takes all that fit, so nobody chooses."""
    user_too: bool = True
    """Whether the user itself may be among them."""
    repeat: bool = False
    """One thing may be chosen more than once."""


class Moment(StrEnum):
    """When an answer may be given."""

    HIT = "hit"
    AFTER = "after hit"
    CARD = "card"


MOMENT_MEANS = {
    Moment.HIT: "before a hit on one of the player's own units lands",
    Moment.AFTER: "after a hit on one of their own units has landed, even without harm, unless cancelled",
    Moment.CARD: "when another player has just played a card, before it works",
}


class Hurt(StrEnum):
    """The players whose hits may be answered."""

    USER = "user"
    SOLDIER = "soldier"
    GENERAL = "general"


@dataclass(frozen=True, slots=True)
class Answer:
    """The hit or card that a defend-marked record answers."""

    moment: Moment = Moment.HIT
    """When the answer is given."""
    whose: tuple[Hurt, ...] = (Hurt.SOLDIER, Hurt.GENERAL)
    """The kinds of hit units that it answers for; `Hurt.USER` is the skill's general itself."""
    arms: tuple[Arm, ...] = ()
    """The arms of hit units that it answers for; empty for any."""
    within: int | None = None
    """The most hexes between the user and the hit unit; None for any. A card's user is the hit unit."""


class Need(StrEnum):
    """A condition that must hold before a record may be used at all."""

    SOLDIER_LOST = "soldier lost"
    HP_TO_SPARE = "hp to spare"
    USER_ALIVE = "user alive"


NEED_MEANS = {
    Need.SOLDIER_LOST: "a soldier of the player has died in this match",
    Need.HP_TO_SPARE: "the user has more than 1 HP",
    Need.USER_ALIVE: "the user lives after the hit; a card without this answers even if its bearer died",
}


SLOT_KINDS = {
    "user": "piece",
    "unit": "piece",
    "units": "piece",
    "target": "piece",
    "targets": "piece",
    "hex": "cell",
    "player": "seat",
    "arm": "arm",
    "faces": "face",
    "skill": "skill",
    "mountains": "cell",
}
"""The slots, each with its kind of thing."""
