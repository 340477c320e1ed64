"""Xingshang, a skill of Caopi of Wei."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import all_taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, cards_of
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


@known
class Xingshang(Stepwise):
    """The owner takes all cards of another player who dies."""

    name = "xingshang"
    names = wording(en="Xingshang", vi="Hành Thương", ja="行殤")
    text = wording(
        en="When another dies, take all its cards.",
        vi="Khi người khác chết, lấy mọi lá bài của họ.",
        ja="ほかの人が死亡したとき、そのカードを全て得る。",
    )
    moments = (Moment.DEATH,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when another player with cards dies."""
        victim = firing.seat_of("victim")
        return victim != seat and bool(cards_of(state, victim))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take the dead player's cards."""
        return done(all_taken(state, cards_of(state, use.seat_of("victim")), use.seat))
