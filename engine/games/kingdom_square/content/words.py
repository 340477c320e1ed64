"""The vocabulary of what skills and abilities do: `turn/working.py` does it, `position/aims.py` aims it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from engine.games.kingdom_square.texts import CATALOGUE
from engine.kit.content.vocabulary import Says, Vocabulary


class Who(StrEnum):
    """Which units an effect may be aimed at."""

    UNIT = "unit"
    NON_HERO = "non_hero"
    OWN_HERO = "own_hero"
    OWN_NON_HERO = "own_non_hero"
    HERO_OR_WARRIOR = "hero_or_warrior"
    FLYER = "flyer"
    DARK = "dark"
    NOT_DARK = "not_dark"
    NOT_FIRE = "not_fire"
    HURT = "hurt"


class Ground(StrEnum):
    """Which lands an effect may be aimed at."""

    ANY = "any"
    EARTH_OR_FIRE = "earth_or_fire"


class Announced(StrEnum):
    """What a response calls off."""

    SKILL = "skill"
    ABILITY = "ability"
    SUMMON = "summon"


class Born(StrEnum):
    """Which token is made; `content/tokens.py` says what each is."""

    SKELETON = "skeleton"
    WALL = "wall"
    MINT = "mint"
    GUARD = "guard"


class Kept(StrEnum):
    """Which units come back from a graveyard."""

    EARTH = "earth"
    DARK = "dark"
    UNDEAD = "undead"


_LINE = Says("how far, in steps; 0: anywhere", 0, 9)
_WHO = Says("which units")


@dataclass(frozen=True, slots=True)
class Damage:
    """Deal damage to a unit."""

    amount: Annotated[int, Says("damage", 1, 9)]
    line: Annotated[int, _LINE] = 0
    pierce: Annotated[bool, Says("goes through what is between")] = False
    who: Annotated[Who, _WHO] = Who.UNIT


@dataclass(frozen=True, slots=True)
class DamagePaid:
    """Deal as much damage to a unit as was paid."""

    line: Annotated[int, _LINE]
    who: Annotated[Who, _WHO] = Who.UNIT


@dataclass(frozen=True, slots=True)
class AttackPaid:
    """The unit has more attack this turn, as much as was paid."""

    times: Annotated[int, Says("for each card", 1, 3)]


@dataclass(frozen=True, slots=True)
class Burst:
    """Deal damage to all units within an area, whoever's they are."""

    amount: Annotated[int, Says("damage", 1, 9)]
    area: Annotated[int, Says("how far", 1, 5)]


@dataclass(frozen=True, slots=True)
class Storm:
    """Deal damage to every unit."""

    amount: Annotated[int, Says("damage", 1, 9)]


@dataclass(frozen=True, slots=True)
class Dance:
    """Deal the hero's attack as damage to all other units within an area."""

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
    line: Annotated[int, _LINE] = 0
    who: Annotated[Who, _WHO] = Who.UNIT


@dataclass(frozen=True, slots=True)
class Rally:
    """The own units in the own area have more this turn, and may attack flying units."""

    at: Annotated[int, Says("attack", 0, 9)]
    df: Annotated[int, Says("defense", 0, 9)]


@dataclass(frozen=True, slots=True)
class HeroSpeed:
    """The hero's speed is this until the end of the turn; 0: one more than printed."""

    speed: Annotated[int, Says("speed", 0, 9)]


@dataclass(frozen=True, slots=True)
class Ranges:
    """Ranged attacks of the own units reach farther this turn."""

    more: Annotated[int, Says("tiles", 1, 9)]


@dataclass(frozen=True, slots=True)
class Arrows:
    """The own ranged units have more attack this turn."""

    more: Annotated[int, Says("attack", 1, 9)]


@dataclass(frozen=True, slots=True)
class TakeWing:
    """The unit flies this turn."""

    times: Annotated[int, Says("once", 1, 1)]


@dataclass(frozen=True, slots=True)
class BreakLand:
    """Destroy a land."""

    line: Annotated[int, _LINE]
    of: Annotated[Ground, Says("which lands")] = Ground.ANY


@dataclass(frozen=True, slots=True)
class BreakAround:
    """Destroy all lands within an area."""

    area: Annotated[int, Says("how far", 1, 5)]


@dataclass(frozen=True, slots=True)
class BreakSame:
    """Destroy all explored lands of the element that the hero stands on."""

    times: Annotated[int, Says("once", 1, 1)]


@dataclass(frozen=True, slots=True)
class Hide:
    """An empty explored land of the own area is turned face down."""

    lands: Annotated[int, Says("lands", 1, 1)]


@dataclass(frozen=True, slots=True)
class HideAll:
    """All empty explored lands of the own area are turned face down."""

    times: Annotated[int, Says("once", 1, 1)]


@dataclass(frozen=True, slots=True)
class Scout:
    """Explore a land."""

    line: Annotated[int, _LINE]


@dataclass(frozen=True, slots=True)
class Leap:
    """The unit is moved to a free tile."""

    line: Annotated[int, _LINE]


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

    line: Annotated[int, _LINE]
    forward: Annotated[bool, Says("may go forward")] = True


@dataclass(frozen=True, slots=True)
class Bounce:
    """Return a unit to its owner's hand."""

    line: Annotated[int, _LINE] = 0
    pierce: Annotated[bool, Says("goes through what is between")] = False
    who: Annotated[Who, _WHO] = Who.NON_HERO
    own_area: Annotated[bool, Says("in the own area only")] = False


@dataclass(frozen=True, slots=True)
class Destroy:
    """Destroy a unit."""

    who: Annotated[Who, _WHO]
    line: Annotated[int, _LINE] = 0


@dataclass(frozen=True, slots=True)
class ExileUnit:
    """Exile a unit."""

    who: Annotated[Who, _WHO]
    line: Annotated[int, _LINE] = 0


@dataclass(frozen=True, slots=True)
class TurnAbout:
    """Exhaust a ready unit, or make an exhausted one ready."""

    units: Annotated[int, Says("units", 1, 1)]


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw cards."""

    cards: Annotated[int, Says("cards", 1, 5)]


@dataclass(frozen=True, slots=True)
class ExileTop:
    """Exile the top card of the own book."""

    cards: Annotated[int, Says("cards", 1, 3)]


@dataclass(frozen=True, slots=True)
class Plunder:
    """The opponent puts cards of its table or trump into its graveyard."""

    cards: Annotated[int, Says("cards", 1, 3)]


@dataclass(frozen=True, slots=True)
class Headache:
    """Both players put cards of their table or trump into their graveyards, the opponent first."""

    cards: Annotated[int, Says("cards", 1, 3)]


@dataclass(frozen=True, slots=True)
class Purse:
    """Have cost to spend this turn before cards of the book are."""

    amount: Annotated[int, Says("cost", 1, 9)]


@dataclass(frozen=True, slots=True)
class PayLife:
    """The own hero loses HP as a part of the cost."""

    amount: Annotated[int, Says("HP", 1, 9)]


@dataclass(frozen=True, slots=True)
class Revive:
    """Summon a unit of the own graveyard."""

    kind: Annotated[Kept, Says("which units")]


@dataclass(frozen=True, slots=True)
class Token:
    """Summon a token."""

    kind: Annotated[Born, Says("which token")]


@dataclass(frozen=True, slots=True)
class Counter:
    """Call off what an opponent has announced."""

    what: Annotated[Announced, Says("what is called off")]


WORDS = Vocabulary(
    (
        Damage,
        DamagePaid,
        AttackPaid,
        Burst,
        Storm,
        Dance,
        Strike,
        Boost,
        Rally,
        HeroSpeed,
        Ranges,
        Arrows,
        TakeWing,
        BreakLand,
        BreakAround,
        BreakSame,
        Hide,
        HideAll,
        Scout,
        Leap,
        StepBack,
        Push,
        Shift,
        Bounce,
        Destroy,
        ExileUnit,
        TurnAbout,
        Draw,
        ExileTop,
        Plunder,
        Headache,
        Purse,
        PayLife,
        Revive,
        Token,
        Counter,
    ),
    CATALOGUE,
)
