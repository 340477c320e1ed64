"""Mingshi, a skill of Kongrong of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, hidden
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, nearest
from engine.kit.resolving.moments import Firing


@known
class Mingshi(Stepwise):
    """The owner takes one damage less from a player with a hidden general."""

    name = "mingshi"
    names = wording(en="Mingshi", vi="Danh Sĩ", ja="名士")
    text = wording(
        en="You take one less from a player with a hidden general.",
        vi="Nhận ít hơn một sát thương từ người còn tướng úp.",
        ja="伏せた武将のある人から受けるダメージが1減る。",
    )
    must = True
    moments = (Moment.SUFFERING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when a player with a hidden general deals the damage."""
        source = firing.seat_of("source")
        return is_own(firing, "victim", seat) and bool(source) and bool(hidden(state, source))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Lower the damage by one."""
        damage = nearest(state, Damage)
        assert damage is not None  # noqa: S101  # narrows the type: the moment is of damage
        return done(amended(state, Damage, amount=damage.amount - 1))
