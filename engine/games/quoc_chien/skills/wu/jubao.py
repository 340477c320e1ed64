"""Jubao, a skill of Lord Sunquan of Wu."""

from engine.core.ids import Seat
from engine.games.quoc_chien.position.moments import Moment
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.rules import QuocRules
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    has_equipped,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import SkillUse, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead
from engine.kit.resolving.moments import Firing


@known
class Jubao(Stepwise):
    """The owner's treasure can't be taken.

    In the end phase the owner takes a card of the pearl's wearer, and draws one.
    """

    name = "jubao"
    must = True
    moments = (Moment.PHASE_END,)

    def ready(self, game: QuocRules, state: State, firing: Firing, seat: Seat) -> bool:
        """In the owner's end phase, when somebody wears it."""
        return is_own(firing, "seat", seat) and self._holder(state) is not None

    def start(self, use: SkillUse, state: State) -> FrameStep:
        """Take, draw."""
        holder = self._holder(state)
        takes = holder not in (None, use.seat) and bool(cards_of(state, Seat(str(holder))))
        robbing = Robbing(use.seat, Seat(str(holder)), keeps=True, places=("hand", "equipment"))
        return instead(state, *([robbing] if takes else []), drawing(use.seat, 1))

    def _holder(self, state: State) -> Seat | None:
        return next((one for one in alive(state) if has_equipped(state, one, "dinglan-yemingzhu")), None)
