"""Jili, a skill of Shamoke of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.distance import reach
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Jili(Stepwise):
    """The owner draws cards when the cards used in a turn reach the owner's range in number.

    Played cards count, too. The owner draws as many cards as the range is.
    """

    name = "jili"
    names = wording(en="Jili", vi="Tật Lê", ja="蒺藜")
    text = wording(
        en="When your cards this turn are as many as your range, draw as many.",
        vi="Khi số bài bạn dùng trong lượt bằng tầm đánh, rút bấy nhiêu.",
        ja="この手番に使ったカードの数が射程と同じになると、その数だけ引く。",
    )
    moments = (Moment.USING, Moment.ANSWERED)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner's last card reached that number."""
        mine = is_own(firing, "user" if firing.moment == Moment.USING else "seat", seat)
        if firing.moment == Moment.ANSWERED and not firing.fact("card"):  # a judgment's Dodge is no card
            return False
        return mine and state.counters[seat, Count.CARDS] == reach(state, seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw as many cards as the owner's range."""
        return instead(state, drawing(use.seat, reach(state, use.seat)))
