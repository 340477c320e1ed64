"""The names of counters: one for each, so that no counter has two spellings."""

from enum import IntEnum, StrEnum
from typing import NewType

Named = NewType("Named", str)
"""The name of a counter of a family: one for each skill, place, phase or player."""

TURN = "turn:"
"""The beginning of the names of counters that last until the turn ends."""


class Count(StrEnum):
    """The counters of a seat; `ORDERED` is the match's. The values stand in journals."""

    HEALTH = "health"
    """Health points; none: the seat is dying or dead."""
    MAX_HEALTH = "max_health"
    """The most health points that it may have."""
    CHAINED = "chained"
    """1 while its chain is on."""
    TURNED = "turned"
    """1 while it's turned over: it misses its next turn."""
    HALF = "half"
    """1 once it has had its reward for a leftover half."""
    COMPANIONS = "companions"
    """1 once it has had its reward for companions."""
    EXTRA_TURN = "extra_turn"
    """1 while another turn is due to it."""
    ORDERED = "ordered"
    """1 while an imperial order on the discards has had its effect."""
    UNWORN = "unworn"
    """How many equipments have left it, until their moments fire."""
    UNSILVERED = "unsilvered"
    """How many silver lions were among these."""
    UNTAUGHT = "untaught"
    """How many Ways of Peace were among these."""
    GUIXIU_SPENT = "spent.guixiu"
    """1 once Guixiu has drawn."""
    XICHOU_SPENT = "spent.xichou"
    """1 once Xichou has brought health."""

    AIMED = "turn:aimed"
    """1 once it used a card on another in this turn."""
    AWAY = "turn:away"
    """1 while it's lured away."""
    CARDS = "turn:cards"
    """How many cards it used or answered with in this turn."""
    COLOUR = "turn:colour"
    """The colour of its last card by Xichou: 1 red, 2 black."""
    COMPARE = "turn:compare"
    """The additional points of its card in a comparison."""
    DEALT = "turn:dealt"
    """How much damage it dealt in this turn."""
    DISCARDED = "turn:discarded"
    """How many cards it discarded in its discard phase."""
    DRAW = "turn:draw"
    """How many more cards it draws in its draw phase."""
    DRUNK = "turn:drunk"
    """The additional damage of its next Slash."""
    FANGQUAN = "turn:fangquan"
    """1 once it skipped its play phase by Fangquan."""
    GIVEN_AWAY = "turn:given"
    """How many cards it has given away in this turn."""
    HALBERD = "turn:halberd"
    """1 while a Slash has more targets by the sky halberd."""
    HAOSHI = "turn:haoshi"
    """1 if it gives half of a large hand away after drawing."""
    HENGJIANG = "turn:hengjiang"
    """1 while Hengjiang waits for the end of the discard phase."""
    HOLDS = "turn:holds"
    """1 if it may pay for another turn."""
    JIU = "turn:jiu"
    """1 once it used Wine in this turn."""
    KILLED = "turn:killed"
    """How many players it killed in this turn."""
    LIMIT = "turn:limit"
    """How many more cards it may keep."""
    LOST = "turn:lost"
    """How many cards it lost in this turn."""
    MASKED = "turn:masked"
    """1 while a Slash forbids it to show generals."""
    NO_BLACK = "turn:no_black"
    """1 while it may not use black hand cards."""
    NO_DRAW = "turn:no_draw"
    """1 if it doesn't draw in its draw phase."""
    NO_RED = "turn:no_red"
    """1 while it may not use red hand cards."""
    NO_SHA = "turn:no_sha"
    """1 while it may not use Slashes."""
    ANSWERED = "turn:answered"
    """How many Dodges a judgment gave it in this turn."""
    PLAY_OVER = "turn:play_over"
    """1 once its play phase is over."""
    SHA = "turn:sha"
    """How many Slashes it used in its play phase."""
    SHUANGXIONG = "turn:shuangxiong"
    """The colour that Shuangxiong found: 1 red, 2 black."""
    SLASHED = "turn:slashed"
    """1 once it answered with a Slash in this turn."""
    STRONGER = "turn:stronger"
    """The additional damage of its Slashes and duels in this turn."""
    TIANYI = "turn:tianyi"
    """1 once it won by Tianyi."""


class Soldier(IntEnum):
    """The values of a soldier's counter: a man or a woman (QC-9)."""

    MALE = 1
    FEMALE = 2


class Family(StrEnum):
    """The beginnings of the names of counters for each skill, place, phase or player."""

    LIMITED = "limited."
    """For a limited skill: how often it was used."""
    GIVEN = "given."
    """For a skill: 1 while the seat has it from elsewhere."""
    LOST = "lost."
    """For a skill, or a place whose skills are lost: 1 while it's lost."""
    GUISE = "guise."
    """For a skill: 1 while the seat has it from a general that it keeps aside."""
    SOLDIER = "soldier."
    """For a place: the gender of the soldier that stands there, 1 male, 2 female."""
    USED = "turn:skill."
    """For a skill: how often it was used in this turn."""
    LENT = "turn:given."
    """For a skill: 1 while the seat has it for this turn."""
    RENEWED = "turn:renewed."
    """For a limited skill: 1 if it comes back once the turn is over."""
    SKIPPED = "turn:skip."
    """For a phase: 1 if it's skipped in this turn."""
    NEAR = "turn:near."
    """For a player: 1 while it's at distance 1 in this turn."""
    THROWN = "turn:thrown."
    """For a card: its place among those discarded in the discard phase."""

    def of(self, what: str) -> Named:
        """Return the name of one counter of the family.

        >>> Family.SKIPPED.of("draw")
        'turn:skip.draw'
        """
        return Named(self.value + what)


Counted = Count | Named
"""The names of counters."""
