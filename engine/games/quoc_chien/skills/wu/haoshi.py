"""Haoshi, a skill of Lusu of Wu."""

from dataclasses import dataclass

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moving import all_taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, counted, held, put
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import InDrawPhase
from engine.kit.changed import altered
from engine.kit.resolving.combinations import Choosing
from engine.kit.resolving.frames import FrameStep, StackFrame, done, then

HAOSHI = 5
"""With more cards than this, Haoshi gives half of them away."""


@known
class Haoshi(InDrawPhase):
    """The owner draws two cards more.

    With more than five the owner then gives half to another player who has the fewest.
    """

    name = "haoshi"
    names = wording(en="Haoshi", vi="Hảo Thí", ja="好施")
    text = wording(
        en="Draw two more; with more than five then give half to another with fewest.",
        vi="Rút thêm hai lá; hơn năm lá thì đưa một nửa cho người ít bài nhất.",
        ja="2枚多く引き、5枚を超えれば半分を手札の最も少ない人に渡す。",
    )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw two more; `Sharing` follows after the draw."""
        state = counted(state, use.seat, Count.DRAW, 2)
        return done(put(state, use.seat, Count.HAOSHI, 1))


@dataclass(frozen=True, slots=True)
class Sharing(StackFrame):
    """The gift that follows Haoshi: half of a hand of more than five cards."""

    seat: Seat
    """The seat that shares its hand."""
    cards: tuple[str, ...] = ()
    """The half that it gives away; empty until it's chosen."""

    def run(self, game: QuocRules, state: State, came: tuple[str, ...] | None) -> FrameStep:
        """Ask for the cards, then for the player with the fewest who gets them."""
        del game
        hand = held(state, self.seat)
        if came is None and len(hand) <= HAOSHI:
            return done(state)
        if came is None:
            half = len(hand) // 2
            return then(state, self, Choosing(self.seat, "haoshi", tuple(map(str, hand)), half, half))
        if not self.cards:
            others = alive(state, self.seat, others=True)
            fewest = min(len(held(state, one)) for one in others)
            poor = tuple(str(one) for one in others if len(held(state, one)) == fewest)
            return then(state, altered(self, cards=came), Choosing(self.seat, "haoshi", poor))
        return done(all_taken(state, self.cards, Seat(came[0])))
