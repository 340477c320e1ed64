"""The readings that a table can choose between; in words for people they stand in texts/readings.yaml."""

from dataclasses import dataclass
from pathlib import Path

from engine.kit.options import Offered

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
    "marked": ("13", "14", "15"),
    "duofeng": ("newer", "older"),
    "xichou": ("older", "newer"),
    "rewards": ("at_once", "marks"),
    "locked": ("used", "play"),
    "lord_cards": ("beside", "instead"),
    "qiangxi": ("spent", "reaching"),
    "qice": ("cards", "any"),
    "fengshi": ("locked", "asked"),
    "huashen": ("both", "one"),
    "nullify": ("useful", "always"),
    "moved": ("named", "laid"),
    "order": ("turns", "added"),
    "lord_side": ("turned", "apart"),
    "reward_order": ("companions", "half"),
    "declining": ("none", "pass"),
}
"""Every reading and its values, the default first."""


@dataclass(frozen=True, slots=True)
class Options:
    """The readings in force.

    `asked` all: who might have an answer is asked, as far as others know. `dealt`: how many generals each
    chooses from. `first_reveal`: whether the first to reveal draws two, with six players or more, always,
    or never. `careerist_kill` three: a careerist who kills draws three. `careerist_dead` left: dead members
    don't count when a kingdom grows too large. `win_hidden` known: a kingdom wins as soon as no two living
    players can be enemies. `boxes` all: the extensions' cards, generals and lords are in play. `banquet`
    newer: who gives the allied banquet splits its number between cards and health, the guests draw one
    each. `lure` newer: who lures away draws nothing, and the health of who is lured away doesn't change.
    `alliance` three: of cards of alliance three may be given in a play phase, all to one player. `marked`:
    how many cards bear its mark. `duofeng` older: whom the lord's sword kills for a smallest kingdom may
    come back, in it; newer: whom it leaves dying gives a hand card. `xichou` newer: the two bandits have
    Xiongsuan in its place. `rewards` marks: what first reveals bring is kept as marks for later. `locked`
    play: a general with a skill that always works may be shown in its play phase. `lord_cards` instead:
    a lord's equipment takes the place of a plain card, which leaves the deck. `qiangxi` reaching: a weapon
    that pays for Qiangxi still counts for its range. `qice` any: Qice's trick may have more targets than
    cards. `fengshi` asked: its owner decides each time whether it goes off. `huashen` one: of the generals
    kept aside one skill is borrowed, not all. `nullify` always: whoever can nullify is asked, also for a
    target to which the trick does nothing. `moved` laid: a delayed trick that is moved, or lightning that
    goes on, lies where it comes to without naming anybody. `order` added: targets that a skill or weapon adds
    come last, and linked camps burn their user last. `lord_side` apart: lords are cards of their own, and a
    head that is turned into its lord goes among the generals that are left. `reward_order` half: the card
    for a leftover half is drawn before companions choose, not after it. `declining` pass: who declines a
    choice may write a pass, too, as journals of the first edition do.
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
    marked: str = "13"
    duofeng: str = "newer"
    xichou: str = "older"
    rewards: str = "at_once"
    locked: str = "used"
    lord_cards: str = "beside"
    qiangxi: str = "spent"
    qice: str = "cards"
    fengshi: str = "locked"
    huashen: str = "both"
    nullify: str = "useful"
    moved: str = "named"
    order: str = "turns"
    lord_side: str = "turned"
    reward_order: str = "companions"
    declining: str = "none"


OFFERED = Offered("quoc_chien", CHOICES, Options, Path(__file__).parent / "texts" / "readings.yaml")
