"""Duanxie, a skill of Chenwudongxi of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.extension import Chaining, can_be_chained
from engine.games.quoc_chien.skills.doing import SkillUse
from engine.games.quoc_chien.skills.kinds import OnAnother
from engine.kit.resolving.frames import FrameStep, instead


@known
class Duanxie(OnAnother):
    """Once a phase, the owner chains another player, then also the owner."""

    name = "duanxie"
    names = wording(en="Duanxie", vi="Đoạn Tiết", ja="断紲")
    text = wording(
        en="Chain another, then yourself.",
        vi="Xích một người khác, rồi xích mình.",
        ja="ほかの1人を連環にし、自分も連環になる。",
    )
    once = True

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Chain both players."""
        mine = [] if state.counters[use.seat, Count.CHAINED] else [Chaining(use.seat)]
        return instead(state, Chaining(whom), *mine)

    def others(self, state: State, seat: Seat) -> list[Seat]:
        """Return the players who aren't chained and can be."""
        free = (one for one in alive(state, seat, others=True) if not state.counters[one, Count.CHAINED])
        return [one for one in free if can_be_chained(state, one)]
