"""Zhiman, a skill of Masu of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.changing import Changing, can_change
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import OPEN, takeable
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, instead
from engine.kit.resolving.moments import Firing


@known
class Zhiman(Stepwise):
    """The owner may prevent own damage to another player to take a card that lies before them.

    A player of the same kingdom may then change the deputy.
    """

    name = "zhiman"
    names = wording(en="Zhiman", vi="Chế Man", ja="制蛮")
    text = wording(
        en=(
            "Instead of your damage take a card that lies before the victim; a friend may change its deputy."
        ),
        vi="Thay vì gây sát thương, lấy một lá trước mặt nạn nhân; người cùng thế lực được đổi phó tướng.",
        ja="ダメージを与える代わりに相手の場のカードを得る。同じ勢力なら副将を替えられる。",
    )
    moments = (Moment.CAUSING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner is about to damage another player with such a card."""
        victim = firing.seat_of("victim")
        lies = bool(takeable(state, victim, OPEN))
        return is_own(firing, "source", seat) and victim != seat and lies

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Call the damage off and take the card."""
        robbing = Robbing(use.seat, use.seat_of("victim"), keeps=True, places=OPEN)
        return use.first(amended(state, Damage, off=True), (robbing,), self.robbed)

    def robbed(self, use: SkillUse, state: State) -> FrameStep:
        """Ask a player of the same kingdom whether to change the deputy."""
        victim = use.seat_of("victim")
        if are_friends(state, use.seat, victim) and can_change(state, victim):
            return use.ask(state, use.confirm(by=victim), self.agreed)
        return done(state)

    def agreed(self, use: SkillUse, state: State, agrees: bool) -> FrameStep:
        """Change the victim's deputy."""
        return instead(state, Changing(use.seat_of("victim"))) if agrees else done(state)
