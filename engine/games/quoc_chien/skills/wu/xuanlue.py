"""Xuanlue, a skill of Lingtong of Wu."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    equipment_of,
    equipped,
    moved,
    own,
)
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise
from engine.kit.resolving.frames import FrameStep, done


@known
class Xuanlue(Stepwise):
    """Once a match: up to three equipments are laid before other players."""

    name = "xuanlue"
    limited = True

    def can(self, state: State, seat: Seat) -> bool:
        """Until it was used, when one can move."""
        return not state.counters[seat, "limited.xuanlue"] and bool(self._movable(state))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Choose which and before whom, one after the other."""
        match doing.at:
            case 0:
                left = int(doing.kept[0]) if doing.kept else 3  # as many as the skill says
                among = self._movable(state)
                if not left or not among:
                    return done(state)
                choice = doing.choose(among, 1 if left == 3 else 0)  # the first is sure
                return doing.again(state, choice, at=1, kept=(left,))
            case 1 if came:
                kept = (int(doing.kept[0]) - 1, came[0])
                return doing.again(state, doing.choose(self._to(state, came[0])), at=2, kept=kept)
            case 2:
                card = str(doing.kept[1])
                zone = state.zones.zone_of(card)
                state = moved(state, card, own(Seat(came[0]), "equipment"))
                above = lost(state, zone.owner, (card,)) if zone is not None and zone.owner else ()
                return doing.again(state, *above, at=0, kept=doing.kept[:1])
        return done(state)

    def _movable(self, state: State) -> list[str]:
        worn = (str(card) for one in alive(state) for card in equipped(state, one))
        return [card for card in worn if self._to(state, card)]

    def _to(self, state: State, card: str) -> list[str]:
        kind = card_of(card).kind
        return [str(one) for one in alive(state) if equipment_of(state, one, kind) is None]
