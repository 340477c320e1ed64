"""Shuangren, a skill of Jiling of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.kingdoms import are_friends
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive, held, others, put
from engine.games.quoc_chien.resolving.comparing import Comparing
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead
from engine.kit.resolving.moments import Firing


@known
class Shuangren(Stepwise):
    """At the start of the play phase the owner may compare points with a player.

    If the owner wins, a Slash is used at once; if not, the phase ends.
    """

    name = "shuangren"
    names = wording(en="Shuangren", vi="Song Nhận", ja="双刃")
    text = wording(
        en=(
            "As the play phase begins compare points: winning, a Slash on that player or another of its "
            "kingdom; losing, the phase ends."
        ),
        vi=(
            "Đầu giai đoạn ra bài đọ điểm: thắng thì coi như dùng Sát lên người đó hoặc người cùng thế "
            "lực họ; thua thì hết giai đoạn."
        ),
        ja="使用フェイズの初めに点を比べ、勝てばその人か同じ勢力の人に殺を使い、負ければフェイズが終わる。",
    )
    moments = (Moment.PHASE_PLAY,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True in the owner's play phase, if both players have cards."""
        return is_own(firing, "seat", seat) and bool(held(state, seat)) and bool(others(state, seat, held))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose the player to compare points with."""
        return use.ask(state, use.choose(others(state, use.seat, held)), self.chosen)

    def chosen(self, use: SkillUse, state: State, first: Seat) -> FrameStep:
        """Compare points with that player."""
        return use.ask(state, Comparing(use.seat, first), self.compared, first)

    def compared(self, use: SkillUse, state: State, won: bool, first: Seat) -> FrameStep:
        """After a win, ask for the target of the Slash; after a loss, end the phase.

        The target is that player, or another of the same kingdom.
        """
        if not won:
            return done(put(state, use.seat, Count.PLAY_OVER, 1))
        friends = (one for one in alive(state, use.seat, others=True) if are_friends(state, first, one))
        return use.ask(state, use.choose(dict.fromkeys((first, *friends))), self.named, first)

    def named(self, use: SkillUse, state: State, whom: Seat, first: Seat) -> FrameStep:
        """Use the Slash on the target."""
        del first
        return instead(state, Using(use.seat, (), "sha", (whom,), free=True))
