"""Yongjue, a skill that Cunsi gives."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count, Family
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.moving import all_taken
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import DISCARDS, State, counted
from engine.games.quoc_chien.skills.doing import Occasion, SkillUse, Stepwise
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing
from engine.kit.zones.box import CardId


@known
class Yongjue(Stepwise):
    """A player of the owner's kingdom may take back the first Slash of their play phase."""

    name = "yongjue"
    names = wording(en="Yongjue", vi="Dũng Quyết", ja="勇決")
    text = wording(
        en="The first Slash of one of your kingdom in its play phase may be taken back.",
        vi="Người cùng thế lực được lấy lại lá Sát đầu tiên mình dùng trong giai đoạn ra bài.",
        ja="自勢力の人が使用フェイズに最初に使った殺を取り戻せる。",
    )
    moments = (Moment.USED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when that Slash lies on the discard pile."""
        user = firing.seat_of("user")
        ours = user == seat or are_friends(state, seat, user)
        first = state.turn == user and state.phase == "play" and state.counters[user, Count.SHA] == 1
        unused = not state.counters[seat, Family.USED.of("yongjue")]
        return (
            ours and first and unused and firing.fact("name") in SLASHES and bool(self._cards(state, firing))
        )

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Give the Slash back to the player."""
        state = all_taken(state, self._cards(state, use), use.seat_of("user"))
        return done(counted(state, use.seat, Family.USED.of("yongjue")))

    def _cards(self, state: State, moment: Occasion) -> list[CardId]:
        return list(state.zones.known(DISCARDS)[: int(dict(moment.facts)["cards"])])
