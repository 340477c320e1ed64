"""Qiaobian, a skill of Zhanghe of Wei."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    discarded,
    equipment_of,
    equipped,
    held,
    judged_on,
    moved,
    others,
    own,
    put,
)
from engine.games.quoc_chien.resolving.effects import Robbing
from engine.games.quoc_chien.resolving.laying import landing
from engine.games.quoc_chien.resolving.permitted import delayed_name
from engine.games.quoc_chien.resolving.playing import lost
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.games.quoc_chien.skills.occasions import is_skipped
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Qiaobian(Stepwise):
    """For a hand card skips a phase: drawing to take from two others, playing to move a card on the table."""

    name = "qiaobian"
    moments = ("before_judgment", "before_draw", "before_play", "before_discard")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before these phases of the own turn, with a card in hand, if they aren't skipped already."""
        mine = is_own(firing, "seat", seat) and not is_skipped(state, firing, seat)
        return mine and bool(held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Discard, skip, then take or move."""
        phase = str(doing.fact("phase"))
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(held(state, doing.seat), kind="discard"))
            case 1:
                state = put(discarded(state, came), doing.seat, f"turn:skip.{phase}", 1)
                above = lost(state, doing.seat, came)
                holding = others(state, doing.seat, held)
                if phase == "draw" and holding:
                    return doing.then(state, *above, doing.choose(holding, 0, 2))
                if phase == "play":
                    return doing.again(state, *above, doing.choose(_movable(state), 0), at=3)
                return instead(state, *above)
            case 2:
                takes = [Robbing(doing.seat, Seat(one), keeps=True, places=("hand",)) for one in came]
                return instead(state, *takes)
            case 3 if came:
                to = [str(seat) for seat in alive(state, doing.seat) if _can_come(state, str(came[0]), seat)]
                return doing.again(state, doing.choose(to), at=4, kept=(came[0],))
            case 4 if came:
                card, whom = str(doing.kept[0]), Seat(came[0])
                if not _is_worn(state, card):
                    state = moved(state, card, own(whom, "judgment"))
                    return instead(state, landing(state, card, whom))
                loser = next(one for one in alive(state) if card in equipped(state, one))
                return instead(moved(state, card, own(whom, "equipment")), *lost(state, loser, (card,)))
        return done(state)


def _movable(state: State) -> list[str]:
    found = (card for seat in alive(state) for card in (*equipped(state, seat), *judged_on(state, seat)))
    return [str(card) for card in found if any(_can_come(state, card, seat) for seat in alive(state))]


def _can_come(state: State, card: str, seat: Seat) -> bool:
    """Tell whether what lies before somebody may lie before a seat: what it's judged as there, it is here."""
    if not _is_worn(state, card):
        names = [delayed_name(state, other) for other in judged_on(state, seat)]
        return delayed_name(state, card) not in names
    return equipment_of(state, seat, card_of(card).kind) is None


def _is_worn(state: State, card: str) -> bool:
    zone = state.zones.zone_of(card)
    return zone is not None and zone.name.endswith(".equipment")
