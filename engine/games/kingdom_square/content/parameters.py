"""What effects may be aimed at, and what they bring: the words that parameters are made of."""

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
    """Which units an effect may be aimed at."""

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
    """Which lands an effect may be aimed at."""

    ANY = "any"
    EARTH_OR_FIRE = "earth_or_fire"
    HERE_FIRE = "here_fire"
    OWN_FIRE = "own_fire"
    OWN_EARTH_OR_FIRE = "own_earth_or_fire"
    WIND = "wind"
    SAME = "same"


class Announced(StrEnum):
    """What a response calls off."""

    SKILL = "skill"
    ABILITY = "ability"
    SUMMON = "summon"
    MOVE = "move"


class Born(StrEnum):
    """Which token is made; `content/tokens.yaml` says what each is."""

    SKELETON = "skeleton"
    ZOMBIE = "zombie"
    DOG = "dog"
    WALL = "wall"
    MINT = "mint"
    GUARD = "guard"
    BUG = "bug"
    LORD = "lord"


class Kept(StrEnum):
    """Which units come back from a graveyard; any: of either graveyard, and exiled at the turn's end."""

    EARTH = "earth"
    DARK = "dark"
    UNDEAD = "undead"
    ANY = "any"


class Into(StrEnum):
    """Where a card goes that was looked for."""

    EITHER = "either"
    TABLE = "table"
    TRUMP = "trump"


class Sought(StrEnum):
    """Which cards are looked for in the player's book."""

    BEAST = "beast"
    AURA = "aura"
    EARTH = "earth"
    WEAK = "weak"
    FRAIL = "frail"
