"""Duanchang, a skill of Caiwenji of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Family
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import PLACES, State, general_in, put
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Duanchang(Stepwise):
    """When the owner dies, the killer loses the skills of one general."""

    name = "duanchang"
    names = wording(en="Duanchang", vi="Đoạn Trường", ja="断腸")
    text = wording(
        en="When you die the killer loses the skills of a general of your choice.",
        vi="Khi bạn chết, người giết bạn mất kỹ năng của một tướng do bạn chọn.",
        ja="死亡時、倒した人の武将1枚の技能を失わせる。",
    )
    must = True
    moments = (Moment.DEATH,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when another player killed the owner."""
        return is_own(firing, "victim", seat) and firing.fact("killer") not in ("", seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner which general loses its skills."""
        killer = use.seat_of("killer")
        ways = [place for place in PLACES if general_in(state, killer, place) is not None]
        return use.ask(state, use.choose_if_any(ways), self.chosen)

    def chosen(self, use: SkillUse, state: State, place: str | None) -> FrameStep:
        """Take the skills of that general away."""
        return done(state if place is None else put(state, use.seat_of("killer"), Family.LOST.of(place), 1))
