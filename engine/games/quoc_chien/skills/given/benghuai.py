"""Benghuai, a skill that Baoling gives."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, counted, health_of, most_health, put
from engine.games.quoc_chien.resolving.damage import Losing
from engine.games.quoc_chien.resolving.dying import Death
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


class BenghuaiLoss(IntEnum):
    """The losses that the owner of Benghuai chooses from, by number."""

    HEALTH = 1
    LIMIT = 2


@known
class Benghuai(Stepwise):
    """Unless nobody has less health, the owner loses a health or a point of the limit.

    It's lost in the end phase; the owner chooses by number, 1 or 2.
    """

    name = "benghuai"
    names = wording(en="Benghuai", vi="Băng Hoại", ja="崩壊")
    text = wording(
        en="In the end phase, unless nobody has less health, lose one health or one of the limit.",
        vi="Giai đoạn kết thúc, nếu có người ít sinh lực hơn thì mất một sinh lực hoặc một giới hạn.",
        ja="終了フェイズ、体力が最少でなければ体力か上限を1失う。",
    )
    must = True
    moments = (Moment.PHASE_END,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when another player has less health than the owner."""
        mine = health_of(state, seat)
        return is_own(firing, "seat", seat) and any(health_of(state, one) < mine for one in alive(state))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which of the two to lose."""
        return use.ask(state, use.choose(BenghuaiLoss), self.chosen)

    def chosen(self, use: SkillUse, state: State, loss: BenghuaiLoss) -> FrameStep:
        """Take away what the owner chose."""
        if loss is BenghuaiLoss.HEALTH:
            return instead(state, Losing(use.seat))
        state = shrunk(state, use.seat)
        # Nobody recovers above a limit of zero: there's no rescue.
        return done(state) if most_health(state, use.seat) > 0 else instead(state, Death(use.seat, None))


def shrunk(state: State, seat: Seat) -> State:
    """Return the state with a seat's health limit one lower, and its health at most as high as the limit."""
    state = counted(state, seat, Count.MAX_HEALTH, -1)
    return put(state, seat, Count.HEALTH, min(health_of(state, seat), most_health(state, seat)))
