"""Huxin Jing: armour."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Kind
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, equipment_of, health_of
from engine.games.quoc_chien.resolving.damage import Damage
from engine.games.quoc_chien.resolving.playing import thrown
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, instead, nearest
from engine.kit.resolving.moments import Firing


@known
class HeartMirror(Stepwise):
    """Hộ Tâm Kính: the owner may discard it to prevent damage that would take all health."""

    name = "huxin-jing"
    moments = (Moment.ENDURING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True if the damage, after all changes, is as much as the owner's health."""
        damage = nearest(state, Damage)
        pierced = damage is not None and damage.unarmoured
        fatal = int(firing.fact("amount")) >= health_of(state, seat)
        return is_own(firing, "victim", seat) and fatal and not pierced

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Discard the mirror and call the damage off."""
        mirror = equipment_of(state, use.seat, Kind.ARMOUR)
        state, above = thrown(amended(state, Damage, off=True), use.seat, (str(mirror),))
        return instead(state, *above)
