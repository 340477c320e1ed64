"""Ganglie, a skill of Xiahoudun of Wei."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, held
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.effects import Dropping
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.skills.doing import SkillUse, is_own
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


class Payment(IntEnum):
    """How the price of Ganglie is paid; players choose by the number."""

    DISCARD = 1
    HURT = 2


@known
class Ganglie(AfterDamage):
    """The owner judges.

    Unless it's a heart, the player who dealt the damage discards two cards or takes one damage.
    """

    name = "ganglie"
    names = wording(en="Ganglie", vi="Cương Liệt", ja="剛烈")
    text = wording(
        en="After damage, judge: unless heart, the source discards two hand cards or takes one damage.",
        vi=(
            "Sau khi nhận sát thương, phán xét: không phải cơ thì người gây ra bỏ hai lá trên tay hoặc nhận "
            "một sát thương."
        ),
        ja="ダメージを受けた後に判定し、ハート以外なら相手は手札2枚を捨てるか1ダメージを受ける。",
    )

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when a player dealt the damage."""
        return is_own(firing, "victim", seat) and bool(firing.fact("source"))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Judge."""
        return use.ask(state, Judging(use.seat, self.name), self.judged)

    def judged(self, use: SkillUse, state: State, found: Judged | None) -> FrameStep:
        """Ask the source of the damage how to pay."""
        source = use.seat_of("source")
        if found is None or found.suit is Suit.HEART or source in state.out:
            return done(state)
        ways = tuple(Payment) if len(held(state, source)) > 1 else (Payment.HURT,)
        return use.ask(state, use.choose(ways, by=source), self.paid)

    def paid(self, use: SkillUse, state: State, way: Payment) -> FrameStep:
        """Discard two cards of that player, or deal one damage."""
        source = use.seat_of("source")
        drops = way is Payment.DISCARD
        return instead(state, Dropping(source, 2) if drops else Damage(source, 1, use.seat))
