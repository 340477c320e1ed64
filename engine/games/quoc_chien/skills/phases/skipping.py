"""Skills that skip a phase, and what's done instead."""

from typing import Any

from engine.core.ids import Seat
from engine.games.quoc_chien.content.cards import card_of
from engine.games.quoc_chien.position.registry import known
from engine.games.quoc_chien.position.state import (
    State,
    alive,
    cards_of,
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
from engine.games.quoc_chien.resolving.using import Using
from engine.games.quoc_chien.skills.doing import Doing, Stepwise, is_own
from engine.kit.resolving.frames import FrameStep, done, instead


@known
class Shensu(Stepwise):
    """Skips judgment and drawing, or playing for an equipment, for a Slash each that reaches anybody."""

    name = "shensu"
    moments = ("before_judgment", "before_play")

    def could(self, state: State, firing: Any, seat: Seat) -> bool:
        """Before these phases of the own turn, with a card."""
        return is_own(firing, "seat", seat) and bool(cards_of(state, seat))

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before these phases of the own turn, if they aren't skipped already."""
        if not is_own(firing, "seat", seat) or _is_skipped(state, firing, seat):
            return False
        return firing.moment == "before_judgment" or any(
            card_of(card).kind.is_equipment for card in cards_of(state, seat)
        )

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Pay, skip, strike."""
        early = doing.fact("phase") == "judgment"
        others = list(map(str, alive(state, doing.seat, others=True)))
        match doing.at:
            case 0 if early:
                state = put(put(state, doing.seat, "turn:skip.judgment", 1), doing.seat, "turn:skip.draw", 1)
                return doing.again(state, doing.choose(others), at=2)
            case 0:
                worn = [card for card in cards_of(state, doing.seat) if card_of(card).kind.is_equipment]
                return doing.then(put(state, doing.seat, "turn:skip.play", 1), doing.choose(worn))
            case 1:
                state = discarded(state, came)
                return doing.then(state, *lost(state, doing.seat, came), doing.choose(others))
        return instead(state, Using(doing.seat, (), "sha", (Seat(came[0]),), free=True))


@known
class Qiaobian(Stepwise):
    """For a hand card skips a phase: drawing to take from two others, playing to move a card on the table."""

    name = "qiaobian"
    moments = ("before_judgment", "before_draw", "before_play", "before_discard")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before these phases of the own turn, with a card in hand, if they aren't skipped already."""
        mine = is_own(firing, "seat", seat) and not _is_skipped(state, firing, seat)
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


@known
class Fangquan(Stepwise):
    """Skips the play phase; at the end, for a hand card, another has an extra turn."""

    name = "fangquan"
    moments = ("before_play", "turn_ending")

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before the own play phase, unless it's skipped already; then as the turn ends, if it was."""
        if not is_own(firing, "seat", seat):
            return False
        if firing.moment == "before_play":
            return not _is_skipped(state, firing, seat)
        return bool(state.counters[seat, "turn:fangquan"] and held(state, seat))

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Skip; or choose the card and whose turn it is."""
        seat = doing.seat
        if doing.fact("phase") == "play":
            return done(put(put(state, seat, "turn:skip.play", 1), seat, "turn:fangquan", 1))
        match doing.at:
            case 0:
                return doing.then(state, doing.choose(held(state, seat), kind="discard"))
            case 1:
                state = discarded(state, came)
                others = map(str, alive(state, seat, others=True))
                return doing.then(state, *lost(state, seat, came), doing.choose(others))
        return done(put(state, Seat(came[0]), "extra_turn", 1))


@known
class Keji(Stepwise):
    """Skips the discard phase if no Slash was used or played in the play phase."""

    name = "keji"
    moments = ("before_discard",)

    def ready(self, game: Any, state: State, firing: Any, seat: Seat) -> bool:
        """Before the own discard phase, without a Slash in this turn."""
        quiet = not state.counters[seat, "turn:sha"] and not state.counters[seat, "turn:slashed"]
        return is_own(firing, "seat", seat) and quiet

    def step(self, game: Any, state: Any, doing: Doing, came: Any) -> FrameStep:
        """Skip it."""
        return done(put(state, doing.seat, "turn:skip.discard", 1))


def _is_skipped(state: State, firing: Any, seat: Seat) -> bool:
    """Tell whether the phase that would begin is skipped for another reason."""
    return bool(state.counters[seat, f"turn:skip.{dict(firing.facts).get('phase')}"])


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
