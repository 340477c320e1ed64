"""Duanbing, a skill of Dingfeng of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import SLASHES
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.distance import distance
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, amended, done, nearest
from engine.kit.resolving.moments import Firing


@known
class Duanbing(Stepwise):
    """The owner's Slash may have one more target at distance 1."""

    name = "duanbing"
    names = wording(en="Duanbing", vi="Đoản Binh", ja="短兵")
    text = wording(
        en="Your Slash may have one more target at distance one.",
        vi="Sát của bạn có thể thêm một mục tiêu ở khoảng cách một.",
        ja="殺の対象に距離1の1人を加えられる。",
    )
    moments = (Moment.USING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner uses a Slash and another player is at distance 1."""
        mine = is_own(firing, "user", seat) and firing.fact("name") in SLASHES
        return mine and bool(self._near(state, seat))

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for the additional target."""
        return use.ask(state, use.choose(self._near(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Add the target to the Slash."""
        using = nearest(state, Using)
        assert using is not None  # noqa: S101  # narrows the type: the moment is of a use
        return done(amended(state, Using, targets=(*using.targets, whom)))

    def _near(self, state: State, seat: Seat) -> list[Seat]:
        using = nearest(state, Using)
        aimed = using.targets if using is not None else ()
        others = alive(state, seat, others=True)
        return [one for one in others if one not in aimed and distance(state, seat, one) == 1]
