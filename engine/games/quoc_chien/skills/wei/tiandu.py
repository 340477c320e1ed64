"""Tiandu, a skill of Guojia of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import all_taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import JUDGED, State
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Tiandu(Stepwise):
    """The owner takes the card of the owner's judgment."""

    name = "tiandu"
    names = wording(en="Tiandu", vi="Thiên Đố", ja="天妒")
    text = wording(
        en="After your own judgment, take its card.",
        vi="Sau phán xét của mình, lấy lá phán xét.",
        ja="自分の判定の後、そのカードを得る。",
    )
    moments = (Moment.JUDGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True after the owner's judgment, while its card still lies there."""
        return is_own(firing, "seat", seat) and bool(state.zones.known(JUDGED))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take the judgment card."""
        return done(all_taken(state, state.zones.known(JUDGED)[:1], use.seat))
