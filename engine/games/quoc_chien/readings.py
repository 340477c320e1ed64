"""The readings that a table can choose between; in words for people they stand in texts/readings.yaml."""

from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from engine.core.game import Ruleset
from engine.core.readings import Reading, read_readings
from engine.kit.options import chosen

CHOICES: dict[str, tuple[str, ...]] = {
    "asked": ("able", "all"),
    "dealt": ("7", "6", "5"),
    "first_reveal": ("six", "always", "never"),
    "careerist_kill": ("members", "three"),
    "careerist_dead": ("counted", "left"),
    "win_hidden": ("revealed", "known"),
    "boxes": ("standard", "all"),
    "banquet": ("older", "newer"),
    "lure": ("older", "newer"),
    "alliance": ("any", "three"),
}
"""Every reading and its values, the default first."""


@dataclass(frozen=True, slots=True)
class Options:
    """The readings in force.

    `asked` all: who might have an answer is asked, as far as others know. `dealt`: how many generals each
    chooses from. `first_reveal`: whether the first to reveal draws two, with six players or more, always, or
    never. `careerist_kill` three: a careerist who kills draws three. `careerist_dead` left: dead
    members don't count when a kingdom grows too large. `win_hidden` known: a kingdom wins as
    soon as no two living players can be enemies. `boxes` all: the extensions' cards, generals and lords are
    in play. `banquet` newer: who gives the allied banquet splits its number between cards and health, the
    guests draw one each. `lure` newer: who lures away draws nothing. `alliance` three: of cards of
    alliance three may be given in a play phase, all to one player.
    """

    asked: str = "able"
    dealt: str = "7"
    first_reveal: str = "six"
    careerist_kill: str = "members"
    careerist_dead: str = "counted"
    win_hidden: str = "revealed"
    boxes: str = "standard"
    banquet: str = "older"
    lure: str = "older"
    alliance: str = "any"


def options_of(ruleset: Ruleset) -> Options:
    """Return the readings of a ruleset.

    Raises:
        InputFault: no such reading, or no such value of it.
    """
    return Options(**chosen("quoc_chien", ruleset, CHOICES))


def in_force(options: Options) -> dict[str, str]:
    """Return the value of each reading."""
    return asdict(options)


@cache
def readings() -> tuple[Reading, ...]:
    """Return the readings in words for people."""
    return read_readings(Path(__file__).parent / "texts" / "readings.yaml", CHOICES)
