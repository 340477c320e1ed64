"""The vocabulary of what skills and abilities do to units: `turn/` does it, `position/aims.py` aims it."""

from dataclasses import dataclass
from typing import Annotated

from engine.games.kingdom_square.content.whom import Born, Ground, Kept, Line, Who
from engine.kit.content.vocabulary import Says

_WHO = Says("which units")


@dataclass(frozen=True, slots=True)
class Damage:
    """Deal damage to a unit."""

    amount: Annotated[int, Says("damage", 1, 9)]
    line: Line = 0
    pierce: Annotated[bool, Says("goes through what is between")] = False
    who: Annotated[Who, _WHO] = Who.UNIT


@dataclass(frozen=True, slots=True)
class DamagePaid:
    """Deal as much damage to a unit as was paid."""

    line: Line
    who: Annotated[Who, _WHO] = Who.UNIT


@dataclass(frozen=True, slots=True)
class AttackPaid:
    """The unit has more attack this turn, as much as was paid."""

    times: Annotated[int, Says("for each card", 1, 3)]


@dataclass(frozen=True, slots=True)
class Burst:
    """Deal damage to all units within an area, both sides'."""

    amount: Annotated[int, Says("damage", 1, 9)]
    area: Annotated[int, Says("how far", 1, 5)]


@dataclass(frozen=True, slots=True)
class Storm:
    """Deal damage to every unit."""

    amount: Annotated[int, Says("damage", 1, 9)]


@dataclass(frozen=True, slots=True)
class Dance:
    """Deal the hero's attack as damage to all units within an area, the hero included."""

    area: Annotated[int, Says("how far", 1, 5)]


@dataclass(frozen=True, slots=True)
class Strike:
    """Deal damage to the opponent's hero."""

    amount: Annotated[int, Says("damage", 1, 9)]


@dataclass(frozen=True, slots=True)
class Boost:
    """A unit has other attack, defense and speed until the end of the turn."""

    at: Annotated[int, Says("attack", -9, 9)] = 0
    df: Annotated[int, Says("defense", -9, 9)] = 0
    sp: Annotated[int, Says("speed", -9, 9)] = 0
    line: Line = 0
    who: Annotated[Who, _WHO] = Who.UNIT


@dataclass(frozen=True, slots=True)
class Rally:
    """The player's units in the player's area have more this turn, and may attack flying units."""

    at: Annotated[int, Says("attack", 0, 9)]
    df: Annotated[int, Says("defense", 0, 9)]


@dataclass(frozen=True, slots=True)
class HeroSpeed:
    """The hero's speed is this until the end of the turn; 0: one more than printed."""

    speed: Annotated[int, Says("speed", 0, 9)]


@dataclass(frozen=True, slots=True)
class Ranges:
    """Ranged attacks of the player's units reach farther this turn; `lines`: their abilities' Lines, too."""

    more: Annotated[int, Says("tiles", 1, 9)]
    lines: Annotated[bool, Says("the Lines of abilities, too")] = False


@dataclass(frozen=True, slots=True)
class Arrows:
    """All ranged units have more attack this turn, both sides' (reading `shared_gains`)."""

    more: Annotated[int, Says("attack", 1, 9)]


@dataclass(frozen=True, slots=True)
class TakeWing:
    """The unit flies this turn."""

    times: Annotated[int, Says("once", 1, 1)]


@dataclass(frozen=True, slots=True)
class Leap:
    """The unit is moved to a free tile."""

    line: Line
    of: Annotated[Ground, Says("which lands")] = Ground.ANY


@dataclass(frozen=True, slots=True)
class StepBack:
    """The unit is moved one tile back."""

    tiles: Annotated[int, Says("tiles", 1, 1)]


@dataclass(frozen=True, slots=True)
class Push:
    """All units without flying in the area are pushed away, where the tile behind them is free."""

    area: Annotated[int, Says("how far", 1, 1)]


@dataclass(frozen=True, slots=True)
class Shift:
    """Transfer a unit to a free tile next to it; `forward` false: backwards or sideways only."""

    line: Line
    forward: Annotated[bool, Says("may go forward")] = True


@dataclass(frozen=True, slots=True)
class Bounce:
    """Return a unit to its owner's hand."""

    line: Line = 0
    pierce: Annotated[bool, Says("goes through what is between")] = False
    who: Annotated[Who, _WHO] = Who.NON_HERO
    own_area: Annotated[bool, Says("in its player's own area only")] = False


@dataclass(frozen=True, slots=True)
class Destroy:
    """Destroy a unit."""

    who: Annotated[Who, _WHO]
    line: Line = 0


@dataclass(frozen=True, slots=True)
class ExileUnit:
    """Exile a unit."""

    who: Annotated[Who, _WHO]
    line: Line = 0


@dataclass(frozen=True, slots=True)
class TurnAbout:
    """Exhaust a ready unit, or make an exhausted one ready."""

    units: Annotated[int, Says("units", 1, 1)]


@dataclass(frozen=True, slots=True)
class PayLife:
    """The player's hero loses HP as a part of the cost."""

    amount: Annotated[int, Says("HP", 1, 9)]


@dataclass(frozen=True, slots=True)
class Revive:
    """Summon a unit of the player's graveyard."""

    kind: Annotated[Kept, Says("which units")]


@dataclass(frozen=True, slots=True)
class Token:
    """Summon a token."""

    kind: Annotated[Born, Says("which token")]


@dataclass(frozen=True, slots=True)
class Kick:
    """Deal damage to a unit, then transfer it by one tile."""

    amount: Annotated[int, Says("damage", 1, 9)]
    line: Line


@dataclass(frozen=True, slots=True)
class Fireball:
    """Deal damage to a unit, then less to all others within Line 1 of it."""

    amount: Annotated[int, Says("damage", 1, 9)]
    line: Line
    splash: Annotated[int, Says("damage to the others", 1, 9)]


@dataclass(frozen=True, slots=True)
class Chain:
    """Deal damage to a unit; it jumps on to units beside the last that were not hit yet."""

    amount: Annotated[int, Says("damage", 1, 9)]
    line: Line


@dataclass(frozen=True, slots=True)
class Spear:
    """Deal damage to a unit through what is between, and less to each unit that is pierced."""

    amount: Annotated[int, Says("damage", 1, 9)]
    line: Line
    graze: Annotated[int, Says("damage to the pierced", 1, 9)]


@dataclass(frozen=True, slots=True)
class Tornado:
    """Deal damage along a row or column; who is hit is shifted, or takes more."""

    amount: Annotated[int, Says("damage", 1, 9)]
    more: Annotated[int, Says("damage to who cannot be shifted", 1, 9)]


@dataclass(frozen=True, slots=True)
class Sweep:
    """Deal damage to all units in the neutral row but those of wind."""

    amount: Annotated[int, Says("damage", 1, 9)]


@dataclass(frozen=True, slots=True)
class Wrath:
    """Deal damage to every unit, then to those of dark (reading `divine_might`: or that instead)."""

    amount: Annotated[int, Says("damage", 1, 9)]
    dark: Annotated[int, Says("damage to those of dark", 1, 9)]


@dataclass(frozen=True, slots=True)
class Duel:
    """The hero and a unit deal their attack to each other."""

    line: Line


@dataclass(frozen=True, slots=True)
class Halt:
    """A unit moves no further this turn."""

    line: Line


@dataclass(frozen=True, slots=True)
class HaltHere:
    """A unit that stands on the land moves no further this turn."""


@dataclass(frozen=True, slots=True)
class Heal:
    """The player's hero gains HP."""

    hp: Annotated[int, Says("HP", 1, 9)]


@dataclass(frozen=True, slots=True)
class Salve:
    """A unit gains HP, or the next damage to it is lessened; who has no HP has more defense this turn."""

    hp: Annotated[int, Says("HP, or damage", 1, 9)]


@dataclass(frozen=True, slots=True)
class Hone:
    """The unit itself has more attack and defense this turn."""

    at: Annotated[int, Says("attack", 0, 9)]
    df: Annotated[int, Says("defense", 0, 9)] = 0


@dataclass(frozen=True, slots=True)
class BurnOut:
    """A unit of the player is faster this turn, and destroyed at its end."""

    sp: Annotated[int, Says("speed", 1, 9)]


@dataclass(frozen=True, slots=True)
class Again:
    """A unit that fought becomes ready and may fight again."""


@dataclass(frozen=True, slots=True)
class Ordain:
    """The unit is a priest too this turn."""


@dataclass(frozen=True, slots=True)
class Blank:
    """A unit loses its name, classes and abilities this turn."""

    line: Line


@dataclass(frozen=True, slots=True)
class Strip:
    """Destroy all binds of a unit."""

    line: Line


@dataclass(frozen=True, slots=True)
class Ward:
    """The player's hero, or all the player's units, can not be aimed at from afar this turn."""

    every: Annotated[bool, Says("all the player's units")] = False


@dataclass(frozen=True, slots=True)
class Shoot:
    """The unit attacks from afar this turn."""

    far: Annotated[int, Says("how far", 1, 9)]


@dataclass(frozen=True, slots=True)
class Blades:
    """All the player's units attack from afar and through anything in between this turn."""

    far: Annotated[int, Says("how far", 1, 9)]


@dataclass(frozen=True, slots=True)
class Beg:
    """Put all skills of the player's table into the graveyard; nobody attacks the hero at close quarters."""


@dataclass(frozen=True, slots=True)
class Saves:
    """Own units that die this turn return to the hand."""


@dataclass(frozen=True, slots=True)
class Muster:
    """Summons of fire units, rogues and golsars cost less this turn."""

    less: Annotated[int, Says("cost", 1, 9)]


@dataclass(frozen=True, slots=True)
class Sacrifice:
    """Put a unit of the player into the graveyard as a part of the cost."""

    who: Annotated[Who, Says("which units")]
    line: Line = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """Put the unit that stands on the land into the graveyard as a part of the cost."""


@dataclass(frozen=True, slots=True)
class Tribute:
    """Put a unit of the player that is not of dark into the graveyard, or the unit itself."""


@dataclass(frozen=True, slots=True)
class Bury:
    """Put a unit under its owner's book."""

    who: Annotated[Who, Says("which units")]


@dataclass(frozen=True, slots=True)
class RecallOwn:
    """Return all units of dark in the player's area to their owners' hands, no heroes."""


@dataclass(frozen=True, slots=True)
class Transform:
    """The hero becomes another one and keeps its damage."""

    into: Annotated[int, Says("the number of its card", 1, 999)]


@dataclass(frozen=True, slots=True)
class Scatter:
    """All golsars within an area are shifted."""

    area: Annotated[int, Says("how far", 1, 5)]


@dataclass(frozen=True, slots=True)
class Host:
    """Summon tokens on every free tile of the player's goal line."""

    kind: Annotated[Born, Says("which token")]


@dataclass(frozen=True, slots=True)
class Lord:
    """Exile all units of the player's graveyard; summon a token as strong as their number."""


@dataclass(frozen=True, slots=True)
class Rush:
    """The hero moves one tile or attacks, this number of times."""

    times: Annotated[int, Says("times", 1, 9)]
