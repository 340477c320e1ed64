"""The words for parameters of effects: targets, places, kinds of cards."""

from enum import StrEnum
from typing import Annotated

from engine.kit.content.vocabulary import Says

Line = Annotated[int, Says("how far, in steps; 0: anywhere", 0, 9)]


class Element(StrEnum):
    """A card's element. `none`: wasteland and the leaden throne."""

    FIRE = "fire"
    EARTH = "earth"
    WIND = "wind"
    WATER = "water"
    LIGHT = "light"
    DARK = "dark"
    NONE = "none"


class Who(StrEnum):
    """The units that an effect may be aimed at."""

    UNIT = "unit"
    OTHER = "other"
    NON_HERO = "non_hero"
    OWN = "own"
    OWN_HERO = "own_hero"
    OWN_NON_HERO = "own_non_hero"
    OWN_UNDEAD = "own_undead"
    OWN_OTHER = "own_other"
    FOE_NON_HERO = "foe_non_hero"
    HERO_OR_WARRIOR = "hero_or_warrior"
    FLYER = "flyer"
    DARK = "dark"
    NOT_DARK = "not_dark"
    NOT_FIRE = "not_fire"
    HURT = "hurt"


class Ground(StrEnum):
    """The lands that an effect may be aimed at."""

    ANY = "any"
    EARTH_OR_FIRE = "earth_or_fire"
    HERE_FIRE = "here_fire"
    OWN_FIRE = "own_fire"
    OWN_EARTH_OR_FIRE = "own_earth_or_fire"
    WIND = "wind"
    SAME = "same"


class Announced(StrEnum):
    """The announcements that a response may call off."""

    SKILL = "skill"
    ABILITY = "ability"
    SUMMON = "summon"
    MOVE = "move"


class Born(StrEnum):
    """The kinds of tokens; `content/tokens.yaml` has the card of each."""

    SKELETON = "skeleton"
    ZOMBIE = "zombie"
    DOG = "dog"
    WALL = "wall"
    MINT = "mint"
    GUARD = "guard"
    BUG = "bug"
    LORD = "lord"


class Kept(StrEnum):
    """The units that return from a graveyard; `any`: from either graveyard, exiled at the turn's end."""

    EARTH = "earth"
    DARK = "dark"
    UNDEAD = "undead"
    ANY = "any"


class Into(StrEnum):
    """The places that a searched card goes to."""

    EITHER = "either"
    TABLE = "table"
    TRUMP = "trump"


class Sought(StrEnum):
    """The cards that may be searched for in the player's book."""

    BEAST = "beast"
    AURA = "aura"
    EARTH = "earth"
    WEAK = "weak"
    FRAIL = "frail"
