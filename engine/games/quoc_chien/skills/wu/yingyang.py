"""Yingyang, a skill of Sunce of Wu."""

from enum import IntEnum

from engine.core.ids import Seat
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.counts import Count
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, put
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done
from engine.kit.resolving.moments import Firing


class YingyangWay(IntEnum):
    """The two ways that the points may change, which players choose by number."""

    MORE = 1
    FEWER = 2


@known
class Yingyang(Stepwise):
    """When the owner compares points, three more or three fewer count."""

    name = "yingyang"
    names = wording(en="Yingyang", vi="Ưng Dương", ja="鷹揚")
    text = wording(
        en="Comparing points, three more or three fewer count for you.",
        vi="Khi đọ điểm, cộng hoặc trừ ba điểm.",
        ja="点を比べるとき3点増減できる。",
    )
    moments = (Moment.COMPARING,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner compares points."""
        return is_own(firing, "seat", seat) or is_own(firing, "other", seat)

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner for more or fewer."""
        return use.ask(state, use.choose(YingyangWay), self.chosen)

    def chosen(self, use: SkillUse, state: State, way: YingyangWay) -> FrameStep:
        """Change the points."""
        return done(put(state, use.seat, Count.COMPARE, 3 if way is YingyangWay.MORE else -3))
