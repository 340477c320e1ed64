"""Jianxiong, a skill of Caocao of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moving import all_taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import MIDDLE, State
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.skills.doing import SkillUse, is_own
from engine.games.quoc_chien.skills.kinds import AfterDamage
from engine.kit.resolving.frames import FrameStep, done, nearest
from engine.kit.resolving.moments import Firing


@known
class Jianxiong(AfterDamage):
    """The owner takes the card that dealt the damage."""

    name = "jianxiong"
    names = wording(en="Jianxiong", vi="Gian Hùng", ja="奸雄")
    text = wording(
        en="After damage, take the card that dealt it.",
        vi="Sau khi nhận sát thương, lấy lá bài đã gây ra nó.",
        ja="ダメージを受けた後、それを与えたカードを得る。",
    )

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when a card dealt the damage and still lies in the middle."""
        return is_own(firing, "victim", seat) and bool(self._cards(state))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take the card that dealt the damage, and no other card in the middle."""
        return done(all_taken(state, self._cards(state), use.seat))

    def _cards(self, state: State) -> list[str]:
        damage = nearest(state, Damage)
        cards = damage.cards if damage is not None and damage.card else ()
        return [card for card in cards if state.zones.is_in(card, MIDDLE)]
