"""The readings that a table can choose between; texts/readings.yaml has their words for people."""

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
    """The readings in force: each field is one, with a value from `CHOICES`."""

    asked: str = "able"
    """`all`: players who might have an answer are asked; `able`: only those who have one."""
    dealt: str = "7"
    """How many generals each player chooses from."""
    first_reveal: str = "six"
    """When the first to reveal draws two: with `six` players or more, `always`, or `never`."""
    careerist_kill: str = "members"
    """A careerist draws for a kill as many as the kingdom had `members`, or always `three`."""
    careerist_dead: str = "counted"
    """Whether dead members count when a kingdom grows too large: `counted` or `left` out."""
    win_hidden: str = "revealed"
    """A kingdom wins once all living are `revealed`, or it's `known` that none are enemies."""
    boxes: str = "standard"
    """The `standard` box alone, or `all`: the extensions' cards, generals and lords too."""
    banquet: str = "older"
    """`newer`: the host of a banquet splits its number between cards and health; guests draw one."""
    lure: str = "older"
    """`newer`: the lure's user draws nothing, and the health of a player lured away can't change."""
    alliance: str = "any"
    """How many cards of alliance are given in a play phase: `any`, or `three`, all to one player."""
    marked: str = "13"
    """How many cards bear the mark of alliance: 13, 14 or 15."""
    duofeng: str = "newer"
    """`older`: a victim of the lord's sword may come back; `newer`: a dying one gives a card."""
    xichou: str = "older"
    """`newer`: the two bandits have Xiongsuan instead of Xichou."""
    rewards: str = "at_once"
    """The rewards of first reveals come `at_once`, or are kept as `marks` for later."""
    locked: str = "used"
    """`play`: a general with a skill that always works may be shown in the play phase."""
    lord_cards: str = "beside"
    """`instead`: a lord's equipment replaces a plain card of the deck; `beside`: both are in it."""
    qiangxi: str = "spent"
    """`reaching`: a weapon that pays for Qiangxi still counts for its range; `spent`: it doesn't."""
    qice: str = "cards"
    """`any`: Qice's trick may have more targets than there are cards; `cards`: it may not."""
    fengshi: str = "locked"
    """`asked`: the owner of Fengshi decides each time whether it goes off; `locked`: it always does."""
    huashen: str = "both"
    """`one`: a skill of one of the generals kept aside is borrowed; `both`: the skills of both."""
    nullify: str = "useful"
    """`always`: a player who can nullify is asked even where the trick has no effect."""
    moved: str = "named"
    """`laid`: a delayed trick that moves on is laid down without naming a target."""
    order: str = "turns"
    """`added`: added targets come last, and linked camps burn their user last; else by `turns`."""
    lord_side: str = "turned"
    """`apart`: a lord is a card of its own, and a head that it replaces joins the generals left."""
    reward_order: str = "companions"
    """`half`: the card for a leftover half is drawn before `companions` choose, not after it."""
    declining: str = "none"
    """`pass`: a choice may be declined by a pass, too, as journals of the first edition do."""


OFFERED = Offered("quoc_chien", CHOICES, Options, Path(__file__).parent / "texts" / "readings.yaml")
