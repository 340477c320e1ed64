"""Xichou, a skill of Lijueguosi of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, counted, put
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.healing import Healing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import comes_up
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing

XICHOU = 2
"""How much health two bandits bring along."""


RED, BLACK = 1, 2


@known
class Xichou(Stepwise):
    """Shown for the first time, the general brings two health.

    In the play phase a card of another colour than the last costs one health.
    """

    name = "xichou"
    names = wording(en="Xichou", vi="Khích Cừu", ja="隙仇")
    text = wording(
        en="Shown first, two health more; using a card of another colour than the last, lose one.",
        vi="Lần đầu lật, thêm hai sinh lực; dùng lá khác màu lá trước thì mất một.",
        ja="初めて公開すると体力上限と体力が2増え、前と違う色のカードを使うと体力1を失う。",
    )
    must = True
    reading = ("xichou", "older")
    moments = (Moment.SHOWN, Moment.USING)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when it's first shown, and in the owner's play phase when the colour changes."""
        if firing.moment == Moment.SHOWN:
            return comes_up(state, firing, seat, self.name) and not state.counters[seat, Count.XICHOU_SPENT]
        colour = {"red": RED, "black": BLACK}.get(str(firing.fact("colour")))
        return is_own(firing, "user", seat) and state.turn == seat and colour is not None

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Add two health, or take one."""
        seat = use.seat
        if not use.fact("name"):
            state = counted(put(state, seat, Count.XICHOU_SPENT, 1), seat, Count.MAX_HEALTH, XICHOU)
            return instead(state, Healing(seat, XICHOU))
        colour = RED if use.fact("colour") == "red" else BLACK
        last = state.counters[seat, Count.COLOUR]
        state = put(state, seat, Count.COLOUR, colour)
        return instead(state, Losing(seat)) if last not in (0, colour) else done(state)
