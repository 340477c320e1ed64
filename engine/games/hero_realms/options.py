"""The readings that a table can choose between; in words for people they stand in texts/readings.yaml."""

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
    """The readings in force.

    `format`: what a match is played as where a setup doesn't say it (DG-8). `health_cap` start: nobody heals
    above what the match began with. `whole_defense` at_once: a champion is attacked with all it takes at one
    go. `expended_guard` rests: a guard that is sideways doesn't guard. `guard_hand` shielded: a player with a
    guard isn't chosen to discard either. `counts` printed: one Hit Job and two
    Intimidations, as the printed game has them. `sacrificed_gem` stack: a sacrificed fire gem goes back to
    the fire gems. `redirects`: which of several redirections takes an acquired card that all wait for: that
    to the hand and then that for actions first, that for any card first, or the oldest. `mate_guard` owner:
    in Song Đấu a guard protects its owner's other champions alone. `joint_end` both: a joint turn ends when
    both partners have ended it. `draw_offer` there: an optional draw offers no more than there are
    cards, and with none it isn't asked. `hands` counted: which cards are in hands is learnt
    when they're played.
    """

    format: str = "free_for_all"
    health_cap: str = "none"
    whole_defense: str = "adds_up"
    expended_guard: str = "guards"
    guard_hand: str = "open"
    counts: str = "seed"
    sacrificed_gem: str = "sacrificed"
    redirects: str = "hand_first"
    mate_guard: str = "team"
    joint_end: str = "one"
    draw_offer: str = "printed"
    hands: str = "known"


OFFERED = Offered("hero_realms", CHOICES, Options, Path(__file__).parent / "texts" / "readings.yaml")
