"""Liegong, a skill of Huangzhong of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.distance import reach
from engine.games.quoc_chien.position.registry import is_led, known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, health_of, held
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import NamesTarget
from engine.games.quoc_chien.skills.occasions import undodgeable
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Liegong(NamesTarget):
    """A target with many hand cards, or with few, can't dodge the owner's Slash."""

    name = "liegong"
    names = wording(en="Liegong", vi="Liệt Cung", ja="烈弓")
    text = wording(
        en=(
            "In your play phase, a target with as many cards as your health, or no more than your range, "
            "can't dodge."
        ),
        vi=(
            "Trong giai đoạn ra bài của bạn, mục tiêu có số bài không ít hơn sinh lực bạn hoặc không quá "
            "tầm đánh của bạn thì không thể dùng Thiểm."
        ),
        ja="自分の使用フェイズで、対象の手札が自分の体力以上か射程以下なら閃を使わせない。",
    )

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's play phase, when the target's hand is so large or so small."""
        if not NamesTarget.ready(self, game, state, firing, seat) or state.turn != seat:
            return False
        count = len(held(state, firing.seat_of("target")))
        return count >= health_of(state, seat) or count <= reach(state, seat)

    def reaches(self, state: State, seat: Seat) -> int:
        """Return one more if the lord's Shouyue holds."""
        return int(is_led(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Forbid the target to dodge."""
        return done(undodgeable(state, use.seat_of("target")))
