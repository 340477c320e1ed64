"""Mengjin, a skill of Pangde of Qun."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    cards_of,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


class Dodged(Stepwise):
    """Goes off when the owner's Slash was dodged."""

    moments = (Moment.DODGED,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """When the target has cards."""
        return is_own(firing, "user", seat) and bool(cards_of(state, firing.whom("target")))


@known
class Mengjin(Dodged):
    """Discards a card of who dodged."""

    name = "mengjin"

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Choose which."""
        return instead(state, Robbing(use.seat, use.whom("target"), places=("hand", "equipment")))
