"""Shuangxiong, a skill of Yanliangwenchou of Qun."""

from collections.abc import Iterator
from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moving import taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.skill import Converted
from engine.games.quoc_chien.position.state import DISCARDS, State, held, put, suit_of
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import InDrawPhase
from engine.kit.resolving.frames import FrameStep, done


class JudgedColour(IntEnum):
    """The numbers of the skill's counter: one for each colour of its judgment."""

    RED = 1
    BLACK = 2


@known
class Shuangxiong(InDrawPhase):
    """Instead of drawing, the owner judges and takes the judgment card.

    In this turn hand cards of the other colour count as duels.
    """

    name = "shuangxiong"
    names = wording(en="Shuangxiong", vi="Song Hùng", ja="双雄")
    text = wording(
        en=(
            "Instead of drawing judge and take the card: hand cards of the other colour count as duels "
            "this turn."
        ),
        vi="Thay vì rút, phán xét và lấy lá đó: bài khác màu trên tay dùng như Quyết Đấu trong lượt này.",
        ja="引く代わりに判定してそのカードを得、この手番は違う色の手札を決闘として使える。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Judge instead of drawing."""
        judging = Judging(use.seat, self.name)
        return use.ask(put(state, use.seat, Count.NO_DRAW, 1), judging, self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Take the judgment card, and remember its colour."""
        if found is None:
            return done(state)
        if state.zones.is_in(found.card, DISCARDS):
            state = taken(state, found.card, use.seat)
        return done(
            put(
                state,
                use.seat,
                Count.SHUANGXIONG,
                JudgedColour.RED if found.suit.is_red else JudgedColour.BLACK,
            )
        )

    def converts(self, state: State, seat: Seat, wanted: str, *, playing: bool) -> Iterator[Converted]:
        """Yield the hand cards of the other colour, each as a duel."""
        colour = state.counters[seat, Count.SHUANGXIONG]
        if wanted == "juedou" and playing and colour:
            for card in held(state, seat):
                if suit_of(state, seat, card).is_red != (colour == JudgedColour.RED):
                    yield (card,), wanted
