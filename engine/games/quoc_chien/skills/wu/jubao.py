"""Jubao, a skill of Lord Sunquan of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
    has_equipped,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.playing import drawing
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, instead


@known
class Jubao(Stepwise):
    """The own treasure can't be taken; in the end phase takes a card of who has the pearl, draws one."""

    name = "jubao"
    must = True
    moments = ("phase_end",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """In the own end phase, when somebody wears it."""
        return is_own(firing, "seat", seat) and self._holder(state) is not None

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Take, draw."""
        holder = self._holder(state)
        takes = holder not in (None, doing.seat) and bool(cards_of(state, Seat(str(holder))))
        robbing = Robbing(doing.seat, Seat(str(holder)), keeps=True, places=("hand", "equipment"))
        return instead(state, *([robbing] if takes else []), drawing(doing.seat, 1))

    def _holder(self, state: State) -> Seat | None:
        return next((one for one in alive(state) if has_equipped(state, one, "dinglan-yemingzhu")), None)
