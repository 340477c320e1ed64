"""Lieren, a skill of Zhurong of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, held
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.games.quoc_chien.skills.occasions import is_struck_by
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


@known
class Lieren(Stepwise):
    """After the owner's Slash dealt damage the owner compares points with the victim.

    An owner who wins takes a card of the victim.
    """

    name = "lieren"
    names = wording(en="Lieren", vi="Liệt Nhận", ja="烈刃")
    text = wording(
        en="After your Slash dealt damage, compare points: winning, take a card.",
        vi="Sau khi Sát gây sát thương, đọ điểm: thắng thì lấy một lá.",
        ja="殺でダメージを与えた後に点を比べ、勝てば1枚得る。",
    )
    moments = (Moment.DEALT,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when both players have cards."""
        victim = firing.seat_of("victim")
        dealt = is_struck_by(firing, seat)
        return dealt and victim not in state.out and bool(held(state, seat)) and bool(held(state, victim))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Compare points with the victim."""
        return use.ask(state, Comparing(use.seat, use.seat_of("victim")), self.compared)

    def compared(self, use: SkillUse, state: State, won: bool) -> FrameStep:
        """Take a card of the victim after a win."""
        robbing = Robbing(use.seat, use.seat_of("victim"), keeps=True, places=("hand", "equipment"))
        return instead(state, robbing) if won else done(state)
