"""Guixiu, a skill of Mifuren of Shu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, put
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.games.quoc_chien.skills.occasions import comes_up
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Guixiu(Stepwise):
    """The owner draws two cards when the general is shown, and recovers one health when it's removed."""

    name = "guixiu"
    names = wording(en="Guixiu", vi="Khuê Tú", ja="閨秀")
    text = wording(
        en="When it's shown, you may draw two; when it's removed, you may recover one.",
        vi="Khi lật, được rút hai lá; khi bị loại, được hồi một.",
        ja="公開すると2枚引いてよく、外されると1回復してよい。",
    )
    moments = (Moment.SHOWN,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the general has just been shown."""
        return comes_up(state, firing, seat, self.name) and not state.counters[seat, Count.GUIXIU_SPENT]

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Draw two cards."""
        return instead(put(state, use.seat, Count.GUIXIU_SPENT, 1), drawing(use.seat, 2))
