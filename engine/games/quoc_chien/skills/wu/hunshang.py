"""Hunshang, a skill of Sunce of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, health_of, put
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Hunshang(Stepwise):
    """As deputy with one health, the owner has Yingzi and Yinghun in this turn."""

    name = "hunshang"
    names = wording(en="Hunshang", vi="Hồn Thương", ja="魂殤")
    text = wording(
        en="Half a health less; at one health you have Yingzi and Yinghun this turn.",
        vi="Ít hơn nửa sinh lực; còn một sinh lực thì lượt này có Anh Tư và Anh Hồn.",
        ja="体力半分少なく、体力1ならこの手番に英姿と英魂を持つ。",
    )
    must = True
    only = "deputy"
    moments = (Moment.PHASE_START,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the start phase of an owner with one health."""
        return is_own(firing, "seat", seat) and health_of(state, seat) == 1

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Give the owner both skills for this turn."""
        for skill in ("yingzi", "yinghun"):
            state = put(state, use.seat, Family.LENT.of(skill), 1)
        return done(state)
