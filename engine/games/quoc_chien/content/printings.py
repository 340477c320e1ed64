"""Differences between printings, rulebooks and public engines of this game, and how each is decided here.

Most are readings that a table chooses between; the others have a fixed way of play and its reason.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between printings."""

    about: str
    """The point where printings differ, with the possible ways to play."""
    reading: str = ""
    """The name of the reading that decides it; empty: no table chooses."""
    played: str = ""
    """The fixed way of play and its reason, where there's no reading; else empty."""


DIFFERENCES = (
    Difference("Players asked for an answer: only those who can, or all who might", "asked"),
    Difference("Generals dealt to each: 7, 6 or 5", "dealt"),
    Difference("The first to show a general draws two: from six players on, always, never", "first_reveal"),
    Difference("The rewards of first reveals come at once, or are kept as marks", "rewards"),
    Difference("A general with a locked skill may be shown in the play phase", "locked"),
    Difference("Dead members count when a player would be one too many of a kingdom", "careerist_dead"),
    Difference("A careerist's reward for a kill: by the table of rewards, or always three", "careerist_kill"),
    Difference("A kingdom wins while a survivor of it is hidden", "win_hidden"),
    Difference("Which boxes are in play", "boxes"),
    Difference("Lianjun Shengyan: what user and guests get", "banquet"),
    Difference("Diaohu Lishan: a card for the user, or health that can't change", "lure"),
    Difference("How many cards of alliance are given in a phase, and to how many players", "alliance"),
    Difference("Which cards bear the mark of alliance: 13, 14 or 15", "marked"),
    Difference("Feilong Duofeng: a hand card of the dying, or the dead come back", "duofeng"),
    Difference("Li Jue and Guo Si: Xichou or Xiongsuan", "xichou"),
    Difference("Lords' equipment beside plain cards, or in their places", "lord_cards"),
    Difference("Qiangxi: the weapon that pays counts for its range, or not", "qiangxi"),
    Difference("Qice: as many targets as cards at most, or as the trick names", "qice"),
    Difference("Fengshi goes off by itself, or its owner is asked", "fengshi"),
    Difference("Huashen borrows the skills of both generals kept aside, or one skill", "huashen"),
    Difference("Nullification is asked for where a trick does nothing to its target, or not", "nullify"),
    Difference("A delayed trick that is moved names the player it goes to, or only lies there", "moved"),
    Difference("A card's targets come in the order of turns, or added ones last", "order"),
    Difference("A lord is the other side of its general's card, or a card of its own", "lord_side"),
    Difference("Companions choose before the card for a leftover half is drawn, or after it", "reward_order"),
    Difference("A choice is declined by choosing nothing, or also by passing", "declining"),
    Difference(
        "Names, suits and ranks of the deck: an engine swaps three cards, another moves two and adds one",
        played="the deck of three sources out of four: the printed cards' tags are these",
    ),
    Difference(
        "Rank of the Dinglan pearl: diamond 6 or king", played="6, as three sources have it: it's one card"
    ),
    Difference(
        "When a head may be turned into its lord: before the match, or at the first reveal",
        played="at the first reveal, as the printed rule says",
    ),
    Difference(
        "Whether the match is drawn when deck and discards are both empty, or after five shuffles",
        played="it goes on, nothing is drawn: the rulebook doesn't end it, engines' limits are for servers",
    ),
    Difference(
        "Whether one neighbour on both sides besieges (of two players)",
        played="no: siege and queue need four living players",
    ),
    Difference(
        "Whether Xuanlue is called so or Yongjin",
        played="Xuanlue: only the name differs, what it does doesn't",
    ),
    Difference(
        "Later online editions: other half health for three generals, three more pairs of companions, some"
        " thirty skills rewritten",
        played="not at all: they're an edition of their own, not to be mixed with the classic one",
    ),
)
"""All differences, those with a reading first."""
