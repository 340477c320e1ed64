"""The arms that units fight as, and the twelve generals: names that content and positions share."""

from enum import StrEnum
from functools import cache

from engine.core.phrase import Phrase
from engine.games.dozen_war.texts import TEXTS


class Arm(StrEnum):
    """The arm that a piece fights as (DW-5 to DW-8); a castle has `CASTLE` (DW-4)."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARCHER = "archer"
    ALCHEMIST = "alchemist"
    CASTLE = "castle"


INFANTRY, CAVALRY, ARCHER, ALCHEMIST, CASTLE = tuple(Arm)
"""The arms as plain names, because they are used by the thousand: a member of an enumeration takes ten times
as long to look up."""
SOLDIER_ARMS = (Arm.INFANTRY, Arm.CAVALRY, Arm.ARCHER)
"""The arms that have soldiers and castles, in the order of their slots."""
GENERALS: dict[str, Arm] = {
    "est": Arm.INFANTRY,
    "kazu": Arm.INFANTRY,
    "rodoc": Arm.INFANTRY,
    "mask": Arm.CAVALRY,
    "soul": Arm.CAVALRY,
    "siri": Arm.CAVALRY,
    "raen": Arm.ARCHER,
    "xacnas": Arm.ARCHER,
    "lucy": Arm.ARCHER,
    "grim": Arm.ALCHEMIST,
    "neuro": Arm.ALCHEMIST,
    "ranus": Arm.ALCHEMIST,
}
"""The twelve generals and their arms (DW-1.4), in the order of their slots."""
MOVES = {Arm.INFANTRY: 1, Arm.CAVALRY: 3, Arm.ARCHER: 1, Arm.ALCHEMIST: 1, Arm.CASTLE: 0}
"""How many hexes each arm moves (headings of DW-5 to DW-8)."""


@cache
def arm_label(arm: Arm) -> Phrase:
    """Return the name of an arm."""
    return TEXTS.say(f"arms.{arm}")
