"""The readings that a table can choose between; texts/readings.yaml has their words for people."""

from dataclasses import dataclass
from pathlib import Path

from engine.kit.options import Offered

CHOICES: dict[str, tuple[str, ...]] = {
    "format": ("free_for_all", "hunter_first", "hunter_last", "song_dau"),
    "health_cap": ("none", "start"),
    "whole_defense": ("adds_up", "at_once"),
    "expended_guard": ("guards", "rests"),
    "guard_hand": ("open", "shielded"),
    "counts": ("seed", "printed"),
    "sacrificed_gem": ("sacrificed", "stack"),
    "redirects": ("hand_first", "any_first", "oldest"),
    "mate_guard": ("team", "owner"),
    "joint_end": ("one", "both"),
    "draw_offer": ("printed", "there"),
    "hands": ("known", "counted"),
}
"""Every reading and its values, the default first."""


@dataclass(frozen=True, slots=True)
class Options:
    """The readings in force."""

    format: str = "free_for_all"
    """The format of a match whose setup names none (DG-8)."""
    health_cap: str = "none"
    """`start`: nobody heals above the health that the match began with."""
    whole_defense: str = "adds_up"
    """`at_once`: a champion is attacked with all the combat that stuns it, at one go."""
    expended_guard: str = "guards"
    """`rests`: a guard that is sideways doesn't guard."""
    guard_hand: str = "open"
    """`shielded`: a player with a guard can't be chosen to discard either."""
    counts: str = "seed"
    """`printed`: there are one Hit Job and two Intimidations, as in the printed game."""
    sacrificed_gem: str = "sacrificed"
    """`stack`: a sacrificed fire gem goes back to the fire gems."""
    redirects: str = "hand_first"
    """The redirection that takes an acquired card where several wait for it. `hand_first`: one to the hand,
    then one for actions, then one for any card. `any_first`: one for any card. `oldest`: the oldest.
    """
    mate_guard: str = "team"
    """`owner`: in Song Đấu a guard protects only its owner's other champions."""
    joint_end: str = "one"
    """`both`: a joint turn ends when both partners have ended it."""
    draw_offer: str = "printed"
    """`there`: an optional draw offers at most the cards that there are, and isn't offered without any."""
    hands: str = "known"
    """`counted`: nobody learns which cards are in hands until they are played."""


OFFERED = Offered("hero_realms", CHOICES, Options, Path(__file__).parent / "texts" / "readings.yaml")
