"""Fankui, a skill of Simayi of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import MINE, takeable
from engine.games.quoc_chien.skills.doing import SkillUse, is_own
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Fankui(AfterDamage):
    """The owner takes a card of the player who dealt the damage."""

    name = "fankui"
    names = wording(en="Fankui", vi="Phản Hồi", ja="反饋")
    text = wording(
        en="After damage, take a card of whoever dealt it.",
        vi="Sau khi nhận sát thương, lấy một lá của người gây ra.",
        ja="ダメージを受けた後、与えた人のカードを1枚得る。",
    )

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when a player with cards dealt the damage."""
        source = firing.seat_of("source")
        has_cards = source not in ("", seat) and bool(takeable(state, source, MINE))
        return is_own(firing, "victim", seat) and has_cards

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take one card of that player."""
        return instead(state, Robbing(use.seat, use.seat_of("source"), keeps=True, places=MINE))
