"""Leiji, a skill of Zhangjiao of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import Suit
from engine.games.quoc_chien.content.wordings import wording
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import State, alive
from engine.games.quoc_chien.resolving.damage import THUNDER, Damage
from engine.games.quoc_chien.resolving.judging import Judged, Judging
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Leiji(Stepwise):
    """When the owner dodges, another player judges: spade deals that player two thunder damage."""

    name = "leiji"
    names = wording(en="Leiji", vi="Lôi Kích", ja="雷撃")
    text = wording(
        en="Dodging, let a player judge: spade is two thunder damage.",
        vi="Khi dùng Thiểm, cho một người phán xét: bích thì chịu hai sát thương sét.",
        ja="閃を使うと1人に判定させ、スペードなら雷ダメージ2を与える。",
    )
    moments = (Moment.ANSWERED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """Return True when the owner dodged."""
        return is_own(firing, "seat", seat) and firing.fact("name") == "shan"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Ask the owner who judges."""
        return use.ask(state, use.choose(alive(state, use.seat)), self.chosen)

    def chosen(self, use: SkillUse, state: State, whom: Seat) -> FrameStep:
        """Have the chosen player judge."""
        return use.ask(state, Judging(whom, self.name), self.judged, whom)

    def judged(self, use: SkillUse, state: State, found: Judged | None, whom: Seat) -> FrameStep:
        """Deal two thunder damage after a spade."""
        struck = found is not None and found.suit is Suit.SPADE
        return instead(state, *([Damage(whom, 2, use.seat, THUNDER)] if struck else []))
